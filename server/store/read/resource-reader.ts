/** Questions to the stored content, which change nothing but what is due to be published. */
import { type Iri, routeIri } from '#content/model/iri.ts'
import { isIriPath } from '#content/page/page.ts'
import type { PagePayload } from '#content/page/payload.ts'
import type { Viewer } from '#server/http/hono-env.ts'
import { type AccessRules, accessError } from '../access/access-rules.ts'
import { withAliasFallback, findAlias } from '../graph/draft-aliases.ts'
import type { ToReadResult } from './to-read-result.ts'
import { type Audience, audienceReadContext } from '../events/audience.ts'
import { isVisibleIn } from './serialize-context.ts'
import { messageData } from '../events/outbox.ts'
import { DraftDueError, type ResourceGraph, type Row } from '../graph/resource-graph.ts'
import type { ReadOptions, ReadResult } from './read-result.ts'
import { GraphLoader } from '../graph/graph-loader.ts'
import { liveOf, findRow } from '../graph/find-row.ts'
import { createManifest } from './manifest.ts'
import { usagesOf } from './metadata.ts'
import { trackReads } from '../graph/track-reads.ts'
import { createPagePayloadReader } from './page-payload.ts'
import type { Serialize } from './serialize.ts'
import { redirectsOf } from '../graph/redirects.ts'
import type { Database } from '../db/schema.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import { childrenOf } from '../graph/page-tree.ts'
import {
  type ReadContext,
  mergeVariance,
  newVariance,
  readsAll,
  createReadContext,
} from '../access/read-context.ts'
import { type Traversal, createTraversals } from '../graph/traversals.ts'

interface ReadingOptions {
  db: Database
  types: TypeRegistry
  access: AccessRules
  present: Serialize
  answer: ToReadResult
  now: () => string
  publishDue: () => Promise<void>
}

export const createResourceReader = (options: ReadingOptions) => {
  const { db, types, access, present, answer, now, publishDue } = options
  const ways = createTraversals(types)
  const pageOf = createPagePayloadReader(access, present)
  const manifests = createManifest(types, access, present)

  /** With a root and the way from there, in as few queries as can be. */
  const read = async <Result>(
    question: (graph: ResourceGraph, now: string) => Result,
    from?: { root: Iri; way: Traversal },
  ): Promise<Result> => {
    for (;;) {
      const asOf = now()
      const knowledge = new GraphLoader(db, asOf)
      try {
        if (from) await knowledge.preload(from.way, from.root)
        return await knowledge.query((graph) => question(graph, asOf))
      } catch (thrown) {
        if (!(thrown instanceof DraftDueError)) throw thrown
        await publishDue()
      }
    }
  }

  /** The same for one caller, whose question sees what was asked for and notes what the answer differs by. */
  const readAs = async <Result>(
    viewer: Viewer,
    asked: ReadOptions,
    question: (graph: ResourceGraph, readContext: ReadContext) => Result,
    from?: { root: Iri; way: Traversal },
  ): Promise<Result> => {
    // A question is asked again until it has all it needs to know; what it notes on the way there does not count.
    const { result, variance } = await read((known, asOf) => {
      const own = newVariance()
      const readContext = createReadContext(viewer, asOf, {
        ...asked,
        ...(asked.variance && { variance: own }),
      })
      return { result: question(trackReads(known, asked.used), readContext), variance: own }
    }, from)
    if (asked.variance) mergeVariance(asked.variance, variance)
    return result
  }

  /** About one resource, for somebody who may read it. */
  const readOne = <Result>(
    asked: Iri,
    viewer: Viewer,
    how: ReadOptions,
    question: (graph: ResourceGraph, row: Row, readContext: ReadContext) => Result,
  ) =>
    withAliasFallback(
      asked,
      (iri) =>
        readAs(
          viewer,
          how,
          (graph, readContext) => {
            const row = findRow(graph, types, iri, readContext)
            if (!access.canRead(graph, row, readContext)) throw accessError(viewer)
            return question(graph, row, readContext)
          },
          { root: iri, way: ways.toRoutes },
        ),
      (iri) => findAlias(db, iri, now()),
    )

  const get = (iri: Iri, viewer: Viewer, asked: ReadOptions = {}): Promise<ReadResult> =>
    readOne(iri, viewer, asked, answer)

  const manifest = (id: string, viewer: Viewer, asked: Pick<ReadOptions, 'variance'> = {}) =>
    readAs(
      viewer,
      asked,
      (graph, readContext) => manifests.manifest(graph, id, readContext),
      id.startsWith('/') ? { root: routeIri(id), way: ways.toContent } : undefined,
    )

  return {
    readAs,
    now,
    get,

    /** Lists look at rows in the database, where nothing notices that one of them is due. */
    async publishWhatIsDue() {
      const due = await db
        .selectFrom('resource')
        .select('iri')
        .where('due_at', '<=', now())
        .limit(1)
        .executeTakeFirst()
      if (due) await publishDue()
    },

    page: (path: string, viewer: Viewer, used?: Set<Iri>): Promise<PagePayload> =>
      readAs(
        viewer,
        used ? { used } : {},
        (graph, readContext) => pageOf(graph, path, readContext),
        {
          root: isIriPath(path) ? path : routeIri(path),
          way: ways.toContent,
        },
      ),

    manifest,
    flatManifest: async (id: string, viewer: Viewer, asked: Pick<ReadOptions, 'variance'> = {}) =>
      manifests.flat(await manifest(id, viewer, asked)),

    /** Returns what the hub would tell a reader of each of several resources today; those it may not know of are left out. */
    currentMessages: (iris: readonly Iri[], reader: Audience): Promise<ReadonlyMap<Iri, string>> =>
      read((graph, asOf) => {
        const readContext = audienceReadContext(reader, asOf)
        const rows = iris.flatMap((iri) => graph.row(iri) ?? [])
        const known = rows.filter(({ iri }) => access.isVisible(graph, iri, readContext))
        return new Map(known.map((row) => [row.iri, messageData(present, graph, row, readContext)]))
      }),

    /** How often a component is shown; a draft counts as its live row. */
    usage: (iri: Iri, viewer: Viewer, asked: ReadOptions = {}) =>
      readOne(iri, viewer, asked, (graph, row, readContext) => {
        const context = { access, graph, readContext }
        const { positions, pageData } = usagesOf(context, liveOf(graph, row.iri) ?? row.iri)
        return {
          positionCount: positions.length,
          pageDataCount: pageData.length,
          total: positions.length + pageData.length,
        }
      }),

    /** A route with all that lead to it, and all that lead to those. */
    redirects: (
      iri: Iri,
      viewer: Viewer,
      asked: Pick<ReadOptions, 'variance'> = {},
    ): Promise<ReadResult> =>
      readOne(iri, viewer, asked, (graph, row, readContext) => {
        const found = answer(graph, row, readContext)
        const redirectedFrom = redirectsOf(
          graph,
          row.iri,
          isVisibleIn({ access, graph, readContext }),
        )
        return { ...found, resource: { ...found.resource, redirectedFrom } }
      }),

    /** The routes of the pages below what a route shows; none below one that is not there. */
    children: (iri: Iri, viewer: Viewer) => {
      if (!readsAll(createReadContext(viewer, now()))) throw accessError(viewer)
      return read((graph) => childrenOf(graph, iri))
    },
  }
}

export type ResourceReader = ReturnType<typeof createResourceReader>
