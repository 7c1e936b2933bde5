/** The outbox: which messages a write sends to the hub, and to which readers (api, section 7). */
import { randomUUID } from 'node:crypto'
import { type Iri, iriPrefixes, iriTypeOf } from '#content/model/iri.ts'
import type { AccessRules } from '../access/read-access.ts'
import { firstTarget } from '../read/serialize-context.ts'
import { type EventAudience, audienceReadContext, widestAudience } from './audience.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import { GraphLoader } from '../graph/graph-loader.ts'
import { isLive } from '../graph/drafts-and-live.ts'
import type { Serialize } from '../read/serialize.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import type { ReadContext } from '../access/read-context.ts'
import type { UnitOfWork } from '../write/unit-of-work.ts'

/** The outcome of a transaction for its caches and the hub. */
export interface PublishResult {
  changed: readonly Iri[]
  /** True if events were appended. */
  hasEvents: boolean
}

export interface HubMessage {
  topic: string
  /** The readers who may receive it: those who could read the resource. */
  audience: EventAudience
  data: string
}

/** Stands for the type in the binding of a position that is bound to every type of page data. */
export const ANY_PAGE_DATA = '*'

/**
 * Returns the IRI that page data and the positions bound to its property share:
 * `…BlogArticleData#htmlContent`.
 */
export const bindingIri = (type: string, property: string): Iri =>
  `/_/page_data_metadatas/${type}#${property}`

/** Returns the dynamic positions that show a property of this type of page data. */
const boundPositions = (graph: ResourceGraph, type: string, property: string): Iri[] =>
  [type, ANY_PAGE_DATA].flatMap((name) =>
    graph.incoming(bindingIri(name, property), 'binding').map(({ from }) => from),
  )

/** Returns the page data that holds a component, and the dynamic positions that show it there. */
const holdersOf = (graph: ResourceGraph, component: Iri): Iri[] =>
  graph
    .incoming(component)
    .filter(({ from }) => from.startsWith(iriPrefixes.PAGE_DATA))
    .flatMap(({ from, property }) => {
      const row = graph.row(from)
      return row ? [from, ...boundPositions(graph, row.type, property)] : []
    })

/** Returns every route of a chain of redirects except the first. */
const chainFrom = (graph: ResourceGraph, route: Iri): Iri[] => {
  const visited = new Set([route])
  for (let next = firstTarget(graph, route, 'redirect'); next && !visited.has(next);) {
    visited.add(next)
    next = firstTarget(graph, next, 'redirect')
  }
  return [...visited].slice(1)
}

/** Returns the resources whose serialization changes with this one, beyond those linked to it. */
const dependentsOfRow = (graph: ResourceGraph, iri: Iri): Iri[] => {
  if (iriTypeOf(iri) === 'COMPONENT') return holdersOf(graph, iri)
  return iriTypeOf(iri) === 'ROUTE' ? chainFrom(graph, iri) : []
}

type ChangedLink = ReturnType<UnitOfWork['changedLinks']>[number]

/** Returns the resources whose serialization changes with a link, beyond its two ends. */
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

/**
 * Returns the resources that change for editors alone when a draft appears or goes: those that show its
 * live row.
 */
const draftDependents = (graph: ResourceGraph, { property, to }: ChangedLink): Iri[] =>
  property === 'publishedResource' ? holdersOf(graph, to) : []

/** Returns the body of a hub message: the resource as serialized for a reader. */
export const messageData = (
  serialize: Serialize,
  graph: ResourceGraph,
  row: Row,
  readContext: ReadContext,
) => JSON.stringify({ '@context': `/contexts/${row.type}`, ...serialize(graph, row, readContext) })

export const createOutbox = (types: TypeRegistry, access: AccessRules, serialize: Serialize) => {
  const isDraft = (row: Row, now: string) =>
    Boolean(types.byName(row.type)?.isPublishable) && !isLive(row, now)

  /** A due draft is published in this very transaction. */
  const wasDraft = (row: Row, now: string) => row.dueAt !== null || isDraft(row, now)

  const topicOf = ({ iri }: Row, draft: boolean) => (draft ? `${iri}?draft=1` : iri)

  /**
   * Returns the message of a deletion, for those who could read the resource: even its IRI is secret to
   * others.
   */
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

  /**
   * Returns the message of a resource for those who may read it, serialized for the least privileged among
   * them.
   */
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
      data: messageData(serialize, graph, row, audienceReadContext(audience, now)),
    }
  }

  /**
   * Returns the positions of components that were just published for the first time: visitors saw nothing
   * there before.
   */
  const newlyVisiblePositions = (graph: ResourceGraph, work: UnitOfWork): Iri[] =>
    [...work.previousRows].flatMap(([iri, row]) => {
      const now = graph.row(iri)
      if (!now || !wasDraft(row, work.now) || isDraft(now, work.now)) return []
      return graph.incoming(iri, 'component').map(({ from }) => from)
    })

  /** Returns what changed for anybody, and what changed for editors alone. */
  const collectChanges = (graph: ResourceGraph, work: UnitOfWork) => {
    const changedRows = [...work.rowChanges.keys()]
    const links = work.changedLinks()
    const changed = new Set<Iri>([...changedRows, ...work.affected])
    for (const iri of changedRows)
      for (const dependent of dependentsOfRow(graph, iri)) changed.add(dependent)
    for (const link of links)
      for (const dependent of dependentsOfLink(graph, work, link)) changed.add(dependent)
    for (const position of newlyVisiblePositions(graph, work)) changed.add(position)
    const forEditors = new Set(links.flatMap((link) => draftDependents(graph, link)))
    for (const iri of changed) forEditors.delete(iri)
    return { changed: [...changed, ...forEditors], forEditors }
  }

  const emitsEvents = (row: Row | null | undefined): row is Row =>
    Boolean(row && types.byName(row.type)?.emitsEvents)

  /** Returns the messages, created resources first. */
  const messagesOf = (
    graph: ResourceGraph,
    work: UnitOfWork,
    { changed, forEditors }: ReturnType<typeof collectChanges>,
  ): HubMessage[] => {
    const rows = changed.map((iri) => graph.row(iri)).filter(emitsEvents)
    const isNew = ({ iri }: Row) => work.rowChanges.get(iri) === 'created'
    return [...rows.filter(isNew), ...rows.filter((row) => !isNew(row))].map((row) =>
      messageFor(graph, row, work.now, forEditors.has(row.iri)),
    )
  }

  /**
   * Returns the deletion messages. Nothing has been flushed yet, so the database still has the previous
   * state.
   */
  const deletionMessages = (work: UnitOfWork): Promise<HubMessage[]> => {
    const deletedRows = [...work.rowChanges].flatMap(([iri, change]) =>
      change === 'deleted' ? (work.previousRows.get(iri) ?? []) : [],
    )
    const rows = deletedRows.filter(emitsEvents)
    if (!rows.length) return Promise.resolve([])
    return new GraphLoader(work.tx).query((before) =>
      rows.map((row) => deletionMessage(before, row, work.now)),
    )
  }

  /**
   * Resources without live updates are part of cached pages all the same, so other servers hear of them.
   */
  const serverOnlyMessages = (iri: Iri): HubMessage[] => {
    const definition = types.byIri(iri)
    return definition && !definition.emitsEvents
      ? [{ topic: iri, audience: 'servers', data: '{}' }]
      : []
  }

  /** Appends the events of a transaction to the event table. */
  const appendEvents = async (work: UnitOfWork): Promise<PublishResult> => {
    const changeSet = await work.query((graph) => collectChanges(graph, work))
    const messages = await work.query((graph) => messagesOf(graph, work, changeSet))
    const published = [...messages, ...(await deletionMessages(work))]
    const { changed } = changeSet
    const outgoing = [...published, ...changed.flatMap(serverOnlyMessages)]
    if (!outgoing.length) return { changed, hasEvents: false }
    const events = outgoing.map((message) => ({
      ...message,
      uuid: randomUUID(),
      created_at: work.now,
    }))
    await work.tx.insertInto('event').values(events).execute()
    return { changed, hasEvents: true }
  }

  return {
    appendEvents,
    /** Returns the message of a row in its current state. */
    messageOf: (graph: ResourceGraph, row: Row, now: string) => messageFor(graph, row, now, false),
  }
}
