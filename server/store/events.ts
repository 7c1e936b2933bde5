/** Whom a write is told to, and what they are told (api, section 7). */
import { randomUUID } from 'node:crypto'
import { type Iri, prefixes, typeOf } from '#content/iri.ts'
import type { Access } from './access.ts'
import { first } from './context.ts'
import { type EventAudience, viewFor, widest } from './audience.ts'
import type { Facts, Row } from './facts.ts'
import { Knowledge } from './knowledge.ts'
import { isLive } from './lookup.ts'
import type { Present } from './present.ts'
import type { Shapes } from './shapes.ts'
import type { View } from './view.ts'
import type { Work } from './work.ts'

/** What came of a transaction, for those outside it. */
export interface Telling {
  changed: readonly Iri[]
  /** Whether there is anything for the hub. */
  hasTold: boolean
}

export interface Frame {
  topic: string
  /** The readers who may hear it: those who could read what it is about. */
  audience: EventAudience
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

/** Returns what the hub tells of a row: the resource as it would be answered to a reader. */
export const messageOf = (present: Present, facts: Facts, row: Row, view: View) =>
  JSON.stringify({ '@context': `/contexts/${row.type}`, ...present(facts, row, view) })

export const createFrames = (shapes: Shapes, access: Access, present: Present) => {
  const isDraft = (row: Row, now: string) =>
    Boolean(shapes.ofType(row.type)?.isPublishable) && !isLive(row, now)

  /** One that is due becomes published in this very transaction. */
  const wasDraft = (row: Row, now: string) => row.dueAt !== null || isDraft(row, now)

  const topicOf = ({ iri }: Row, draft: boolean) => (draft ? `${iri}?draft=1` : iri)

  /** Told to those who could read it: its address alone may be more than others are to know. */
  const deleted = (before: Facts, row: Row, now: string): Frame => {
    const draft = wasDraft(row, now)
    return {
      topic: topicOf(row, draft),
      audience: draft ? 'editor' : widest(now, (view) => access.mayKnow(before, row.iri, view)),
      data: JSON.stringify({ '@id': row.iri }),
    }
  }

  /** Told to those who may read it, as those of them read it who may read the least. */
  const told = (facts: Facts, row: Row, now: string, isForEditors: boolean): Frame => {
    const audience = isForEditors
      ? 'editor'
      : widest(now, (view) => access.mayKnow(facts, row.iri, view))
    return {
      topic: topicOf(row, isDraft(row, now)),
      audience,
      data: messageOf(present, facts, row, viewFor(audience, now)),
    }
  }

  /** Where something stands that was a draft: to visitors there was nothing at all. */
  const publishedAt = (facts: Facts, work: Work): Iri[] =>
    [...work.before].flatMap(([iri, row]) => {
      const now = facts.row(iri)
      if (!now || !wasDraft(row, work.now) || isDraft(now, work.now)) return []
      return facts.in(iri, 'component').map(({ from }) => from)
    })

  /** What would no longer be answered as it was: to anybody, and to editors alone. */
  const changes = (facts: Facts, work: Work) => {
    const touched = [...work.touched.keys()]
    const links = work.changedLinks()
    const changed = new Set<Iri>([...touched, ...work.affected])
    for (const iri of touched) for (const echo of echoesOfRow(facts, iri)) changed.add(echo)
    for (const link of links) for (const echo of echoesOfLink(facts, work, link)) changed.add(echo)
    for (const position of publishedAt(facts, work)) changed.add(position)
    const forEditors = new Set(links.flatMap((link) => draftEchoes(facts, link)))
    for (const iri of changed) forEditors.delete(iri)
    return { changed: [...changed, ...forEditors], forEditors }
  }

  const isTold = (row: Row | null | undefined): row is Row =>
    Boolean(row && shapes.ofType(row.type)?.isLive)

  /** What has been created, then what has another answer now. */
  const framesOf = (
    facts: Facts,
    work: Work,
    { changed, forEditors }: ReturnType<typeof changes>,
  ): Frame[] => {
    const rows = changed.map((iri) => facts.row(iri)).filter(isTold)
    const isNew = ({ iri }: Row) => work.touched.get(iri) === 'created'
    return [...rows.filter(isNew), ...rows.filter((row) => !isNew(row))].map((row) =>
      told(facts, row, work.now, forEditors.has(row.iri)),
    )
  }

  /** Nothing has been written yet, so the database says how things were. */
  const farewells = (work: Work): Promise<Frame[]> => {
    const gone = [...work.touched].flatMap(([iri, touch]) =>
      touch === 'deleted' ? (work.before.get(iri) ?? []) : [],
    )
    const rows = gone.filter(isTold)
    if (!rows.length) return Promise.resolve([])
    return new Knowledge(work.tx).ask((before) => rows.map((row) => deleted(before, row, work.now)))
  }

  /** What no browser is told of is part of pages all the same, and other servers keep those. */
  const unheard = (iri: Iri): Frame[] => {
    const shape = shapes.of(iri)
    return shape && !shape.isLive ? [{ topic: iri, audience: 'servers', data: '{}' }] : []
  }

  /** Appends what this transaction has to tell. */
  const tell = async (work: Work): Promise<Telling> => {
    const what = await work.ask((facts) => changes(facts, work))
    const frames = await work.ask((facts) => framesOf(facts, work, what))
    const found = [...frames, ...(await farewells(work))]
    const { changed } = what
    const all = [...found, ...changed.flatMap(unheard)]
    if (!all.length) return { changed, hasTold: false }
    const events = all.map((frame) => ({ ...frame, uuid: randomUUID(), created_at: work.now }))
    await work.tx.insertInto('event').values(events).execute()
    return { changed, hasTold: true }
  }

  return {
    tell,
    /** What a row as it is now would be told as. */
    frameOf: (facts: Facts, row: Row, now: string) => told(facts, row, now, false),
  }
}
