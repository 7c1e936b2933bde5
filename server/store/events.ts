/** Whom a write is told to, and what they are told (api, section 7). */
import { randomUUID } from 'node:crypto'
import { type Iri, prefixes, typeOf } from '#content/iri.ts'
import type { Access } from './access.ts'
import { first } from './context.ts'
import type { Facts, Row } from './facts.ts'
import { isLive } from './lookup.ts'
import type { Present } from './present.ts'
import type { Shapes } from './shapes.ts'
import { visitorView } from './view.ts'
import type { Touch, Work } from './work.ts'

/** What came of a transaction, for those outside it. */
export interface Telling {
  changed: readonly Iri[]
  /** Whether there is anything for the hub. */
  hasTold: boolean
}

interface Frame {
  topic: string
  private: number
  data: string
}

/** What stands for the type in the binding of a position that holds for every type of page data. */
export const anyPageData = '*'

/** What page data and the positions of its template have in common: `…BlogArticleData#htmlContent`. */
export const bindingIri = (type: string, property: string): Iri =>
  `/_/page_data_metadatas/${type}#${property}`

/** Dynamic positions that show a property of page data of this type. */
const boundPositions = (facts: Facts, type: string, property: string): Iri[] =>
  [type, anyPageData].flatMap((name) =>
    facts.in(bindingIri(name, property), 'binding').map(({ from }) => from),
  )

/** The page data that holds a component, and the dynamic positions that show it there. */
const holdersOf = (facts: Facts, component: Iri): Iri[] =>
  facts
    .in(component)
    .filter(({ from }) => from.startsWith(prefixes.PAGE_DATA))
    .flatMap(({ from, property }) => {
      const row = facts.row(from)
      return row ? [from, ...boundPositions(facts, row.type, property)] : []
    })

/** Every route that a chain of redirects passes, without the one it begins with. */
const chainFrom = (facts: Facts, route: Iri): Iri[] => {
  const passed = new Set([route])
  for (let next = first(facts, route, 'redirect'); next && !passed.has(next);) {
    passed.add(next)
    next = first(facts, next, 'redirect')
  }
  return [...passed].slice(1)
}

/** Whose answer changes with this resource, beyond those it is linked with. */
const echoesOfRow = (facts: Facts, iri: Iri): Iri[] => {
  if (typeOf(iri) === 'COMPONENT') return holdersOf(facts, iri)
  return typeOf(iri) === 'ROUTE' ? chainFrom(facts, iri) : []
}

type ChangedLink = ReturnType<Work['changedLinks']>[number]

/** Whose answer changes with a link, beyond both of its ends. */
const echoesOfLink = (facts: Facts, work: Work, { from, property, to }: ChangedLink): Iri[] => {
  if (property === 'redirect') return chainFrom(facts, to)
  if (typeOf(from) !== 'PAGE_DATA' || typeOf(to) !== 'COMPONENT') return []
  const type = (facts.row(from) ?? work.before.get(from))?.type
  return type ? boundPositions(facts, type, property) : []
}

/** What editors alone see change: wherever a live row is shown they see its draft, while there is one. */
const draftEchoes = (facts: Facts, { property, to }: ChangedLink): Iri[] =>
  property === 'publishedResource' ? holdersOf(facts, to) : []

export const createFrames = (shapes: Shapes, access: Access, present: Present) => {
  const isDraft = (row: Row, now: string) =>
    Boolean(shapes.ofType(row.type)?.isPublishable) && !isLive(row, now)

  const deleted = (row: Row, now: string): Frame => {
    // One that goes because it is being published was a draft until this moment.
    const draft = row.dueAt !== null || isDraft(row, now)
    return {
      topic: draft ? `${row.iri}?draft=1` : row.iri,
      private: draft ? 1 : 0,
      data: JSON.stringify({ '@id': row.iri }),
    }
  }

  /** Drafts go to those who may see them; so does what no visitor could read, or sees no change in. */
  const told = (facts: Facts, row: Row, now: string, isForEditors: boolean): Frame => {
    const visitor = visitorView(now)
    const draft = isDraft(row, now)
    const isSecret =
      draft ||
      isForEditors ||
      (row.type !== 'SiteConfigParameter' && !access.mayRead(facts, row, visitor))
    const view = { ...visitor, drafts: draft }
    const context = `/contexts/${row.type}`
    return {
      topic: draft ? `${row.iri}?draft=1` : row.iri,
      private: isSecret ? 1 : 0,
      data: JSON.stringify({ '@context': context, ...present(facts, row, view) }),
    }
  }

  /** What would no longer be answered as it was: to anybody, and to editors alone. */
  const changes = (facts: Facts, work: Work) => {
    const touched = [...work.touched.keys()]
    const links = work.changedLinks()
    const changed = new Set<Iri>([...touched, ...work.affected])
    for (const iri of touched) for (const echo of echoesOfRow(facts, iri)) changed.add(echo)
    for (const link of links) for (const echo of echoesOfLink(facts, work, link)) changed.add(echo)
    const forEditors = new Set(links.flatMap((link) => draftEchoes(facts, link)))
    for (const iri of changed) forEditors.delete(iri)
    return { changed: [...changed, ...forEditors], forEditors }
  }

  const frames = (
    facts: Facts,
    work: Work,
    { changed, forEditors }: ReturnType<typeof changes>,
  ): Frame[] => {
    const touchOf = (iri: Iri): Touch => work.touched.get(iri) ?? 'updated'
    const order: Touch[] = ['created', 'updated', 'deleted']
    return order.flatMap((touch) =>
      changed.flatMap((iri) => {
        if (touchOf(iri) !== touch) return []
        const row = touch === 'deleted' ? work.before.get(iri) : facts.row(iri)
        if (!row || !shapes.ofType(row.type)?.isLive) return []
        return [
          touch === 'deleted'
            ? deleted(row, work.now)
            : told(facts, row, work.now, forEditors.has(iri)),
        ]
      }),
    )
  }

  /** Appends what this transaction has to tell. */
  return async (work: Work): Promise<Telling> => {
    const what = await work.ask((facts) => changes(facts, work))
    const found = await work.ask((facts) => frames(facts, work, what))
    const { changed } = what
    if (!found.length) return { changed, hasTold: false }
    const events = found.map((frame) => ({ ...frame, uuid: randomUUID(), created_at: work.now }))
    await work.tx.insertInto('event').values(events).execute()
    return { changed, hasTold: true }
  }
}
