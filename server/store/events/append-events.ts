/**
 * Appends the events of a mutation to the event log in the same transaction, so that neither is stored without the
 * other (https://microservices.io/patterns/data/transactional-outbox.html).
 */
import { randomUUID } from 'node:crypto'
import type { Iri } from '#content/model/iri.ts'
import type { AccessRules } from '../access/read-access.ts'
import { GraphLoader } from '../graph/graph-loader.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import type { Serialize } from '../read/serialize.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import type { UnitOfWork } from '../write/unit-of-work.ts'
import { collectChanges } from './changed-resources.ts'
import { type NewHubEvent, createDraftTests, createEventBuilder } from './new-hub-events.ts'

/** The outcome of a transaction for the caches and the hub. */
export interface TransactionChanges {
  changed: readonly Iri[]
  /** True if events were appended. */
  hasEvents: boolean
}

/**
 * Returns an event for other servers alone about a resource without live updates: it is part of cached pages all the
 * same.
 */
const serverOnlyEvents = (types: TypeRegistry, iri: Iri): NewHubEvent[] => {
  const definition = types.byIri(iri)
  return definition && !definition.emitsEvents
    ? [{ topic: iri, audience: 'servers', data: '{}' }]
    : []
}

type EventBuilder = ReturnType<typeof createEventBuilder>

/** Creates the functions that make the events about the resources that a transaction creates, changes and deletes. */
const createTransactionEvents = (
  types: TypeRegistry,
  { eventFor, deletionEvent }: EventBuilder,
) => {
  const emitsEvents = (row: Row | null | undefined): row is Row =>
    Boolean(row && types.byName(row.type)?.emitsEvents)

  /** Returns the events about created and changed resources, created ones first. */
  const eventsOf = (
    graph: ResourceGraph,
    work: UnitOfWork,
    { changed, forEditors }: ReturnType<typeof collectChanges>,
  ): NewHubEvent[] => {
    const rows = changed.map((iri) => graph.row(iri)).filter(emitsEvents)
    const isNew = ({ iri }: Row) => work.rowChanges.get(iri) === 'created'
    return [...rows.filter(isNew), ...rows.filter((row) => !isNew(row))].map((row) =>
      eventFor(graph, row, work.now, forEditors.has(row.iri)),
    )
  }

  /**
   * Returns the events about resources that are gone, or are no longer public. Nothing has been flushed yet, so the
   * database still has the previous state.
   */
  const deletionEvents = (work: UnitOfWork, iris: readonly Iri[]): Promise<NewHubEvent[]> => {
    const rows = iris.map((iri) => work.previousRows.get(iri)).filter(emitsEvents)
    if (!rows.length) return Promise.resolve([])
    return new GraphLoader(work.tx).query((before) =>
      rows.map((row) => deletionEvent(before, row, work.now)),
    )
  }

  return { eventsOf, deletionEvents }
}

const insertEvents = (work: UnitOfWork, events: readonly NewHubEvent[]) => {
  const rows = events.map((event) => ({ ...event, uuid: randomUUID(), created_at: work.now }))
  return work.tx.insertInto('event').values(rows).execute()
}

/** Creates the functions that make the events of a transaction and append them. */
export const createEventAppender = (
  types: TypeRegistry,
  access: AccessRules,
  serialize: Serialize,
) => {
  const drafts = createDraftTests(types)
  const builder = createEventBuilder(types, access, serialize)
  const { eventsOf, deletionEvents } = createTransactionEvents(types, builder)

  /** Appends the events of a transaction to the event log. */
  const appendEvents = async (work: UnitOfWork): Promise<TransactionChanges> => {
    const changeSet = await work.query((graph) => collectChanges(drafts, graph, work))
    const { changed } = changeSet
    const deleted = [...work.rowChanges].flatMap(([iri, change]) =>
      change === 'deleted' ? [iri] : [],
    )
    const events = [
      // Before the events of the drafts that editors now have in their place.
      ...(await deletionEvents(work, changeSet.hidden)),
      ...(await work.query((graph) => eventsOf(graph, work, changeSet))),
      ...(await deletionEvents(work, deleted)),
      ...changed.flatMap((iri) => serverOnlyEvents(types, iri)),
    ]
    if (!events.length) return { changed, hasEvents: false }
    await insertEvents(work, events)
    return { changed, hasEvents: true }
  }

  return {
    appendEvents,
    /** Returns the event about a row in its current state. */
    eventOf: (graph: ResourceGraph, row: Row, now: string) =>
      builder.eventFor(graph, row, now, false),
  }
}
