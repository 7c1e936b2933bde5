/** Whom a write is told to, and what they are told (api, section 7). */
import { randomUUID } from 'node:crypto'
import { type Iri, iriPrefixes, iriTypeOf } from '#content/model/iri.ts'
import type { AccessRules } from '../access/access-rules.ts'
import { firstTarget } from '../read/serialize-context.ts'
import { type EventAudience, audienceReadContext, widestAudience } from './audience.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import { GraphLoader } from '../graph/graph-loader.ts'
import { isLive } from '../graph/find-row.ts'
import type { Serialize } from '../read/serialize.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import type { ReadContext } from '../access/read-context.ts'
import type { UnitOfWork } from '../write/unit-of-work.ts'

/** What came of a transaction, for those outside it. */
export interface PublishResult {
  changed: readonly Iri[]
  /** Whether there is anything for the hub. */
  hasEvents: boolean
}

export interface HubMessage {
  topic: string
  /** The readers who may hear it: those who could read what it is about. */
  audience: EventAudience
  data: string
}

/** What stands for the type in the binding of a position that holds for every type of page data. */
export const ANY_PAGE_DATA = '*'

/** What page data and the positions of its template have in common: `…BlogArticleData#htmlContent`. */
export const bindingIri = (type: string, property: string): Iri =>
  `/_/page_data_metadatas/${type}#${property}`

/** Dynamic positions that show a property of page data of this type. */
const boundPositions = (graph: ResourceGraph, type: string, property: string): Iri[] =>
  [type, ANY_PAGE_DATA].flatMap((name) =>
    graph.incoming(bindingIri(name, property), 'binding').map(({ from }) => from),
  )

/** The page data that holds a component, and the dynamic positions that show it there. */
const holdersOf = (graph: ResourceGraph, component: Iri): Iri[] =>
  graph
    .incoming(component)
    .filter(({ from }) => from.startsWith(iriPrefixes.PAGE_DATA))
    .flatMap(({ from, property }) => {
      const row = graph.row(from)
      return row ? [from, ...boundPositions(graph, row.type, property)] : []
    })

/** Every route that a chain of redirects passes, without the one it begins with. */
const chainFrom = (graph: ResourceGraph, route: Iri): Iri[] => {
  const passed = new Set([route])
  for (let next = firstTarget(graph, route, 'redirect'); next && !passed.has(next);) {
    passed.add(next)
    next = firstTarget(graph, next, 'redirect')
  }
  return [...passed].slice(1)
}

/** Whose answer changes with this resource, beyond those it is linked with. */
const dependentsOfRow = (graph: ResourceGraph, iri: Iri): Iri[] => {
  if (iriTypeOf(iri) === 'COMPONENT') return holdersOf(graph, iri)
  return iriTypeOf(iri) === 'ROUTE' ? chainFrom(graph, iri) : []
}

type ChangedLink = ReturnType<UnitOfWork['changedLinks']>[number]

/** Whose answer changes with a link, beyond both of its ends. */
const dependentsOfLink = (
  graph: ResourceGraph,
  work: UnitOfWork,
  { from, property, to }: ChangedLink,
): Iri[] => {
  if (property === 'redirect') return chainFrom(graph, to)
  if (iriTypeOf(from) !== 'PAGE_DATA' || iriTypeOf(to) !== 'COMPONENT') return []
  const type = (graph.row(from) ?? work.previousRows.get(from))?.type
  return type ? boundPositions(graph, type, property) : []
}

/** What editors alone see change: wherever a live row is shown they see its draft, while there is one. */
const draftDependents = (graph: ResourceGraph, { property, to }: ChangedLink): Iri[] =>
  property === 'publishedResource' ? holdersOf(graph, to) : []

/** Returns what the hub tells of a row: the resource as it would be answered to a reader. */
export const messageData = (
  present: Serialize,
  graph: ResourceGraph,
  row: Row,
  readContext: ReadContext,
) => JSON.stringify({ '@context': `/contexts/${row.type}`, ...present(graph, row, readContext) })

export const createOutbox = (types: TypeRegistry, access: AccessRules, present: Serialize) => {
  const isDraft = (row: Row, now: string) =>
    Boolean(types.byName(row.type)?.isPublishable) && !isLive(row, now)

  /** One that is due becomes published in this very transaction. */
  const wasDraft = (row: Row, now: string) => row.dueAt !== null || isDraft(row, now)

  const topicOf = ({ iri }: Row, draft: boolean) => (draft ? `${iri}?draft=1` : iri)

  /** Told to those who could read it: its address alone may be more than others are to know. */
  const deletionMessage = (before: ResourceGraph, row: Row, now: string): HubMessage => {
    const draft = wasDraft(row, now)
    return {
      topic: topicOf(row, draft),
      audience: draft
        ? 'editor'
        : widestAudience(now, (readContext) => access.isVisible(before, row.iri, readContext)),
      data: JSON.stringify({ '@id': row.iri }),
    }
  }

  /** Told to those who may read it, as those of them read it who may read the least. */
  const messageFor = (
    graph: ResourceGraph,
    row: Row,
    now: string,
    isForEditors: boolean,
  ): HubMessage => {
    const audience = isForEditors
      ? 'editor'
      : widestAudience(now, (readContext) => access.isVisible(graph, row.iri, readContext))
    return {
      topic: topicOf(row, isDraft(row, now)),
      audience,
      data: messageData(present, graph, row, audienceReadContext(audience, now)),
    }
  }

  /** Where something stands that was a draft: to visitors there was nothing at all. */
  const publishedAt = (graph: ResourceGraph, work: UnitOfWork): Iri[] =>
    [...work.previousRows].flatMap(([iri, row]) => {
      const now = graph.row(iri)
      if (!now || !wasDraft(row, work.now) || isDraft(now, work.now)) return []
      return graph.incoming(iri, 'component').map(({ from }) => from)
    })

  /** What would no longer be answered as it was: to anybody, and to editors alone. */
  const changes = (graph: ResourceGraph, work: UnitOfWork) => {
    const touched = [...work.rowChanges.keys()]
    const links = work.changedLinks()
    const changed = new Set<Iri>([...touched, ...work.affected])
    for (const iri of touched) for (const echo of dependentsOfRow(graph, iri)) changed.add(echo)
    for (const link of links)
      for (const echo of dependentsOfLink(graph, work, link)) changed.add(echo)
    for (const position of publishedAt(graph, work)) changed.add(position)
    const forEditors = new Set(links.flatMap((link) => draftDependents(graph, link)))
    for (const iri of changed) forEditors.delete(iri)
    return { changed: [...changed, ...forEditors], forEditors }
  }

  const emitsEvents = (row: Row | null | undefined): row is Row =>
    Boolean(row && types.byName(row.type)?.emitsEvents)

  /** What has been created, then what has another answer now. */
  const messagesOf = (
    graph: ResourceGraph,
    work: UnitOfWork,
    { changed, forEditors }: ReturnType<typeof changes>,
  ): HubMessage[] => {
    const rows = changed.map((iri) => graph.row(iri)).filter(emitsEvents)
    const isNew = ({ iri }: Row) => work.rowChanges.get(iri) === 'created'
    return [...rows.filter(isNew), ...rows.filter((row) => !isNew(row))].map((row) =>
      messageFor(graph, row, work.now, forEditors.has(row.iri)),
    )
  }

  /** Nothing has been written yet, so the database says how things were. */
  const deletionMessages = (work: UnitOfWork): Promise<HubMessage[]> => {
    const gone = [...work.rowChanges].flatMap(([iri, touch]) =>
      touch === 'deleted' ? (work.previousRows.get(iri) ?? []) : [],
    )
    const rows = gone.filter(emitsEvents)
    if (!rows.length) return Promise.resolve([])
    return new GraphLoader(work.tx).query((before) =>
      rows.map((row) => deletionMessage(before, row, work.now)),
    )
  }

  /** What no browser is told of is part of pages all the same, and other servers keep those. */
  const serverOnlyMessages = (iri: Iri): HubMessage[] => {
    const definition = types.byIri(iri)
    return definition && !definition.emitsEvents
      ? [{ topic: iri, audience: 'servers', data: '{}' }]
      : []
  }

  /** Appends what this transaction has to tell. */
  const tell = async (work: UnitOfWork): Promise<PublishResult> => {
    const what = await work.query((graph) => changes(graph, work))
    const frames = await work.query((graph) => messagesOf(graph, work, what))
    const found = [...frames, ...(await deletionMessages(work))]
    const { changed } = what
    const all = [...found, ...changed.flatMap(serverOnlyMessages)]
    if (!all.length) return { changed, hasEvents: false }
    const events = all.map((frame) => ({ ...frame, uuid: randomUUID(), created_at: work.now }))
    await work.tx.insertInto('event').values(events).execute()
    return { changed, hasEvents: true }
  }

  return {
    tell,
    /** What a row as it is now would be told as. */
    messageOf: (graph: ResourceGraph, row: Row, now: string) => messageFor(graph, row, now, false),
  }
}
