/** Reads of the stored content. The only thing they write is the publication of drafts that are due. */
import { type Iri, routeIri } from '#content/model/iri.ts'
import { isIriPath } from '#content/page/page.ts'
import type { PagePayload } from '#content/page/payload.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type AccessRules, accessError } from '../access/read-access.ts'
import { withAliasFallback, findAlias } from '../graph/merged-draft-aliases.ts'
import type { ToReadResult } from './to-read-result.ts'
import { type Audience, audienceReadContext } from '../events/audience.ts'
import { isVisibleIn } from './serialize-context.ts'
import { messageData } from '../events/outbox.ts'
import { DraftDueError, type ResourceGraph, type Row } from '../graph/resource-graph.ts'
import type { ReadOptions, ReadResult } from './read-result.ts'
import { GraphLoader } from '../graph/graph-loader.ts'
import { liveOf, findRow } from '../graph/drafts-and-live.ts'
import { createManifest } from './page-manifest.ts'
import { usagesOf } from './metadata.ts'
import { trackReads } from '../graph/track-reads.ts'
import { createPagePayloadReader } from './page-payload.ts'
import type { Serialize } from './serialize.ts'
import { redirectsOf } from '../graph/redirects.ts'
import type { Database } from '../db/schema.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import { childrenOf } from '../graph/page-hierarchy.ts'
import {
  type ReadContext,
  mergeVariance,
  newVariance,
  readsAll,
  createReadContext,
} from '../access/read-context.ts'
import { type Traversal, createTraversals } from '../graph/preload-queries.ts'

interface ReadingOptions {
  db: Database
  types: TypeRegistry
  access: AccessRules
  serialize: Serialize
  toReadResult: ToReadResult
  now: () => string
  publishDue: () => Promise<void>
}

export const createResourceReader = (services: ReadingOptions) => {
  const { db, types, access, serialize, toReadResult, now, publishDue } = services
  const traversals = createTraversals(types)
  const readPayload = createPagePayloadReader(access, serialize)
  const manifests = createManifest(types, access, serialize)

  /**
   * Runs a function over the graph; with a root and a traversal, preloads what it will read. Publishes due
   * drafts and starts over when it meets one.
   */
  const read = async <Result>(
    compute: (graph: ResourceGraph, now: string) => Result,
    from?: { root: Iri; traversal: Traversal },
  ): Promise<Result> => {
    for (;;) {
      const asOf = now()
      const loader = new GraphLoader(db, asOf)
      try {
        if (from) await loader.preload(from.traversal, from.root)
        return await loader.query((graph) => compute(graph, asOf))
      } catch (thrown) {
        if (!(thrown instanceof DraftDueError)) throw thrown
        await publishDue()
      }
    }
  }

  /** The same in the context of one caller, recording dependencies and variance as requested. */
  const readAs = async <Result>(
    viewer: Viewer,
    options: ReadOptions,
    compute: (graph: ResourceGraph, readContext: ReadContext) => Result,
    from?: { root: Iri; traversal: Traversal },
  ): Promise<Result> => {
    // The function runs again until its data is complete; only the variance of the last run counts.
    const { result, variance } = await read((graph, asOf) => {
      const own = newVariance()
      const readContext = createReadContext(viewer, asOf, {
        ...options,
        ...(options.variance && { variance: own }),
      })
      return {
        result: compute(trackReads(graph, options.dependencies), readContext),
        variance: own,
      }
    }, from)
    if (options.variance) mergeVariance(options.variance, variance)
    return result
  }

  /** Runs a function over one resource; throws if this caller may not read it. */
  const readOne = <Result>(
    requestedIri: Iri,
    viewer: Viewer,
    options: ReadOptions,
    compute: (graph: ResourceGraph, row: Row, readContext: ReadContext) => Result,
  ) =>
    withAliasFallback(
      requestedIri,
      (iri) =>
        readAs(
          viewer,
          options,
          (graph, readContext) => {
            const row = findRow(graph, types, iri, readContext)
            if (!access.canRead(graph, row, readContext)) throw accessError(viewer)
            return compute(graph, row, readContext)
          },
          { root: iri, traversal: traversals.toRoutes },
        ),
      (iri) => findAlias(db, iri, now()),
    )

  const get = (iri: Iri, viewer: Viewer, options: ReadOptions = {}): Promise<ReadResult> =>
    readOne(iri, viewer, options, toReadResult)

  const manifest = (id: string, viewer: Viewer, options: Pick<ReadOptions, 'variance'> = {}) =>
    readAs(
      viewer,
      options,
      (graph, readContext) => manifests.manifest(graph, id, readContext),
      id.startsWith('/') ? { root: routeIri(id), traversal: traversals.toContent } : undefined,
    )

  return {
    readAs,
    now,
    get,

    /** Publishes drafts that are due before a list is queried, since SQL does not notice them. */
    async publishIfDue() {
      const due = await db
        .selectFrom('resource')
        .select('iri')
        .where('due_at', '<=', now())
        .limit(1)
        .executeTakeFirst()
      if (due) await publishDue()
    },

    page: (path: string, viewer: Viewer, dependencies?: Set<Iri>): Promise<PagePayload> =>
      readAs(
        viewer,
        dependencies ? { dependencies } : {},
        (graph, readContext) => readPayload(graph, path, readContext),
        {
          root: isIriPath(path) ? path : routeIri(path),
          traversal: traversals.toContent,
        },
      ),

    manifest,
    flatManifest: async (id: string, viewer: Viewer, options: Pick<ReadOptions, 'variance'> = {}) =>
      manifests.flat(await manifest(id, viewer, options)),

    /**
     * Returns the current hub message of each of several resources for a reader, leaving out those the
     * reader may not see.
     */
    currentMessages: (iris: readonly Iri[], reader: Audience): Promise<ReadonlyMap<Iri, string>> =>
      read((graph, asOf) => {
        const readContext = audienceReadContext(reader, asOf)
        const rows = iris.flatMap((iri) => graph.row(iri) ?? [])
        const visible = rows.filter(({ iri }) => access.isVisible(graph, iri, readContext))
        return new Map(
          visible.map((row) => [row.iri, messageData(serialize, graph, row, readContext)]),
        )
      }),

    /** Counts where a component is shown; a draft counts as its live row. */
    usage: (iri: Iri, viewer: Viewer, options: ReadOptions = {}) =>
      readOne(iri, viewer, options, (graph, row, readContext) => {
        const context = { access, graph, readContext }
        const { positions, pageData } = usagesOf(context, liveOf(graph, row.iri) ?? row.iri)
        return {
          positionCount: positions.length,
          pageDataCount: pageData.length,
          total: positions.length + pageData.length,
        }
      }),

    /** Returns a route with the routes that redirect to it, nested. */
    redirects: (
      iri: Iri,
      viewer: Viewer,
      options: Pick<ReadOptions, 'variance'> = {},
    ): Promise<ReadResult> =>
      readOne(iri, viewer, options, (graph, row, readContext) => {
        const result = toReadResult(graph, row, readContext)
        const redirectedFrom = redirectsOf(
          graph,
          row.iri,
          isVisibleIn({ access, graph, readContext }),
        )
        return { ...result, resource: { ...result.resource, redirectedFrom } }
      }),

    /**
     * Returns the routes of the pages below what a route shows, nested; an empty list for an unknown route.
     */
    children: (iri: Iri, viewer: Viewer) => {
      if (!readsAll(createReadContext(viewer, now()))) throw accessError(viewer)
      return read((graph) => childrenOf(graph, iri))
    },
  }
}

export type ResourceReader = ReturnType<typeof createResourceReader>
