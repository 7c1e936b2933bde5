/** The outbox: appends the messages that a write sends to the hub, in the write's own transaction. */
import { randomUUID } from 'node:crypto'
import type { Iri } from '#content/model/iri.ts'
import type { AccessRules } from '../access/read-access.ts'
import { GraphLoader } from '../graph/graph-loader.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import type { Serialize } from '../read/serialize.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import type { UnitOfWork } from '../write/unit-of-work.ts'
import { collectChanges } from './changed-resources.ts'
import { type HubMessage, createDraftTests, createHubMessages } from './hub-message.ts'

/** The outcome of a transaction for its caches and the hub. */
export interface PublishResult {
  changed: readonly Iri[]
  /** True if events were appended. */
  hasEvents: boolean
}

/**
 * Resources without live updates are part of cached pages all the same, so other servers hear of them.
 */
const serverOnlyMessages = (types: TypeRegistry, iri: Iri): HubMessage[] => {
  const definition = types.byIri(iri)
  return definition && !definition.emitsEvents
    ? [{ topic: iri, audience: 'servers', data: '{}' }]
    : []
}

type HubMessages = ReturnType<typeof createHubMessages>

/** Creates the messages of a transaction's created, changed and deleted resources. */
const createTransactionMessages = (
  types: TypeRegistry,
  { messageFor, deletionMessage }: HubMessages,
) => {
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

  return { messagesOf, deletionMessages }
}

/** Creates the functions that append the events of a write inside its transaction. */
export const createOutbox = (types: TypeRegistry, access: AccessRules, serialize: Serialize) => {
  const drafts = createDraftTests(types)
  const hubMessages = createHubMessages(types, access, serialize)
  const { messagesOf, deletionMessages } = createTransactionMessages(types, hubMessages)

  /** Appends the events of a transaction to the event table. */
  const appendEvents = async (work: UnitOfWork): Promise<PublishResult> => {
    const changeSet = await work.query((graph) => collectChanges(drafts, graph, work))
    const messages = await work.query((graph) => messagesOf(graph, work, changeSet))
    const published = [...messages, ...(await deletionMessages(work))]
    const { changed } = changeSet
    const outgoing = [...published, ...changed.flatMap((iri) => serverOnlyMessages(types, iri))]
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
    messageOf: (graph: ResourceGraph, row: Row, now: string) =>
      hubMessages.messageFor(graph, row, now, false),
  }
}
