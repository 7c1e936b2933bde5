/** Questions to the stored content, which change nothing but what is due to be published. */
import { type Iri, routeIri } from '#content/iri.ts'
import { isDirect } from '#content/page.ts'
import type { PagePayload } from '#content/payload.ts'
import type { Viewer } from '../env.ts'
import { type Access, refusal } from './access.ts'
import { askAliased, findAlias } from './aliases.ts'
import type { Answer } from './answer.ts'
import { type Audience, viewFor } from './audience.ts'
import { isKnown } from './context.ts'
import { messageOf } from './events.ts'
import { DueError, type Facts, type Row } from './facts.ts'
import type { Asked, Found } from './found.ts'
import { Knowledge } from './knowledge.ts'
import { liveOf, lookUp } from './lookup.ts'
import { createManifest } from './manifest.ts'
import { usesOf } from './metadata.ts'
import { noting } from './noting.ts'
import { createPage } from './page.ts'
import type { Present } from './present.ts'
import { redirectsOf } from './redirects.ts'
import type { Database } from './schema.ts'
import type { Shapes } from './shapes.ts'
import { childrenOf } from './tree.ts'
import { type View, addVariance, newVariance, readsAll, viewOf } from './view.ts'
import { type Way, createWays } from './ways.ts'

interface ReadingOptions {
  db: Database
  shapes: Shapes
  access: Access
  present: Present
  answer: Answer
  now: () => string
  publishDue: () => Promise<void>
}

export const createReading = (options: ReadingOptions) => {
  const { db, shapes, access, present, answer, now, publishDue } = options
  const ways = createWays(shapes)
  const pageOf = createPage(access, present)
  const manifests = createManifest(shapes, access, present)

  /** With a root and the way from there, in as few queries as can be. */
  const read = async <Result>(
    question: (facts: Facts, now: string) => Result,
    from?: { root: Iri; way: Way },
  ): Promise<Result> => {
    for (;;) {
      const asOf = now()
      const knowledge = new Knowledge(db, asOf)
      try {
        if (from) await knowledge.gather(from.way, from.root)
        return await knowledge.ask((facts) => question(facts, asOf))
      } catch (thrown) {
        if (!(thrown instanceof DueError)) throw thrown
        await publishDue()
      }
    }
  }

  /** The same for one caller, whose question sees what was asked for and notes what the answer differs by. */
  const readAs = async <Result>(
    viewer: Viewer,
    asked: Asked,
    question: (facts: Facts, view: View) => Result,
    from?: { root: Iri; way: Way },
  ): Promise<Result> => {
    // A question is asked again until it has all it needs to know; what it notes on the way there does not count.
    const { result, variance } = await read((known, asOf) => {
      const own = newVariance()
      const view = viewOf(viewer, asOf, { ...asked, ...(asked.variance && { variance: own }) })
      return { result: question(noting(known, asked.used), view), variance: own }
    }, from)
    if (asked.variance) addVariance(asked.variance, variance)
    return result
  }

  /** About one resource, for somebody who may read it. */
  const readOne = <Result>(
    asked: Iri,
    viewer: Viewer,
    how: Asked,
    question: (facts: Facts, row: Row, view: View) => Result,
  ) =>
    askAliased(
      asked,
      (iri) =>
        readAs(
          viewer,
          how,
          (facts, view) => {
            const row = lookUp(facts, shapes, iri, view)
            if (!access.mayRead(facts, row, view)) throw refusal(viewer)
            return question(facts, row, view)
          },
          { root: iri, way: ways.up },
        ),
      (iri) => findAlias(db, iri, now()),
    )

  const get = (iri: Iri, viewer: Viewer, asked: Asked = {}): Promise<Found> =>
    readOne(iri, viewer, asked, answer)

  const manifest = (id: string, viewer: Viewer, asked: Pick<Asked, 'variance'> = {}) =>
    readAs(
      viewer,
      asked,
      (facts, view) => manifests.manifest(facts, id, view),
      id.startsWith('/') ? { root: routeIri(id), way: ways.down } : undefined,
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
      readAs(viewer, used ? { used } : {}, (facts, view) => pageOf(facts, path, view), {
        root: isDirect(path) ? path : routeIri(path),
        way: ways.down,
      }),

    manifest,
    flatManifest: async (id: string, viewer: Viewer, asked: Pick<Asked, 'variance'> = {}) =>
      manifests.flat(await manifest(id, viewer, asked)),

    /** Returns what the hub would tell a reader of each of several resources today; those it may not know of are left out. */
    messagesToday: (iris: readonly Iri[], reader: Audience): Promise<ReadonlyMap<Iri, string>> =>
      read((facts, asOf) => {
        const view = viewFor(reader, asOf)
        const rows = iris.flatMap((iri) => facts.row(iri) ?? [])
        const known = rows.filter(({ iri }) => access.mayKnow(facts, iri, view))
        return new Map(known.map((row) => [row.iri, messageOf(present, facts, row, view)]))
      }),

    /** How often a component is shown; a draft counts as its live row. */
    usage: (iri: Iri, viewer: Viewer, asked: Asked = {}) =>
      readOne(iri, viewer, asked, (facts, row, view) => {
        const context = { access, facts, view }
        const { positions, pageData } = usesOf(context, liveOf(facts, row.iri) ?? row.iri)
        return {
          positionCount: positions.length,
          pageDataCount: pageData.length,
          total: positions.length + pageData.length,
        }
      }),

    /** A route with all that lead to it, and all that lead to those. */
    redirects: (iri: Iri, viewer: Viewer, asked: Pick<Asked, 'variance'> = {}): Promise<Found> =>
      readOne(iri, viewer, asked, (facts, row, view) => {
        const found = answer(facts, row, view)
        const redirectedFrom = redirectsOf(facts, row.iri, isKnown({ access, facts, view }))
        return { ...found, resource: { ...found.resource, redirectedFrom } }
      }),

    /** The routes of the pages below what a route shows; none below one that is not there. */
    children: (iri: Iri, viewer: Viewer) => {
      if (!readsAll(viewOf(viewer, now()))) throw refusal(viewer)
      return read((facts) => childrenOf(facts, iri))
    },
  }
}

export type Reading = ReturnType<typeof createReading>
