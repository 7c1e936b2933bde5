/**
 * Creates the events of an import that replaces all content. It may run in another process than the servers, so their
 * caches and the browsers learn of it by events in the same transaction.
 */
import { randomUUID } from 'node:crypto'
import { siteConfigList } from '#content/page/site-config.ts'
import type { HubMessage } from './hub-message.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import { GraphLoader } from '../graph/graph-loader.ts'
import type { Database } from '../db/schema.ts'
import type { TypeRegistry } from '../types/type-registry.ts'

export type MessageSnapshot = ReadonlyMap<string, HubMessage>

type MessageOf = (graph: ResourceGraph, row: Row, now: string) => HubMessage

const batchSize = 500

/** Every page uses the site's configuration, so this message invalidates all cached pages. */
const siteConfigChanged: HubMessage = { topic: siteConfigList, audience: 'servers', data: '{}' }

const bareIri = (topic: string) => topic.replace(/\?draft=1$/, '')

const deletionOf = ({ topic, audience }: HubMessage): HubMessage => ({
  topic,
  audience,
  data: JSON.stringify({ '@id': bareIri(topic) }),
})

const selectIris = (tx: Database, types: TypeRegistry) => {
  const withEvents = types.all.filter(({ emitsEvents }) => emitsEvents).map(({ type }) => type)
  return tx.selectFrom('resource').select('iri').where('type', 'in', withEvents).execute()
}

/** Returns the messages of a change: of the resources that are new or differ, and of those that are gone. */
const changesBetween = (before: MessageSnapshot, after: MessageSnapshot) => {
  const changed = [...after.values()].filter(({ topic, data }) => before.get(topic)?.data !== data)
  const deletions = [...before.values()].filter(({ topic }) => !after.has(topic)).map(deletionOf)
  return [...changed, ...deletions]
}

const insertEvents = async (tx: Database, messages: readonly HubMessage[], now: () => string) => {
  for (let from = 0; from < messages.length; from += batchSize) {
    const events = messages
      .slice(from, from + batchSize)
      .map((message) => ({ ...message, uuid: randomUUID(), created_at: now() }))
    await tx.insertInto('event').values(events).execute()
  }
}

/** Creates the events of an import, from what the content was before and what it is afterwards. */
export const createReplacementEvents = (
  types: TypeRegistry,
  messageOf: MessageOf,
  now: () => string,
) => {
  const messagesOf = async (tx: Database, iris: readonly string[], at: string) => {
    const rowsIn = (graph: ResourceGraph) => iris.flatMap((iri) => graph.row(iri) ?? [])
    const loader = new GraphLoader(tx)
    return loader.query((graph) => rowsIn(graph).map((row) => messageOf(graph, row, at)))
  }

  /** Returns the message of every resource as it is in this transaction, by topic. */
  const snapshot = async (tx: Database): Promise<MessageSnapshot> => {
    const rows = await selectIris(tx, types)
    const messages = new Map<string, HubMessage>()
    for (let from = 0; from < rows.length; from += batchSize) {
      const iris = rows.slice(from, from + batchSize).map(({ iri }) => iri)
      for (const message of await messagesOf(tx, iris, now())) messages.set(message.topic, message)
    }
    return messages
  }

  /** Appends events for resources that are gone or changed; the readers of the previous state hear of deletions. */
  const appendEvents = async (tx: Database, before: MessageSnapshot) => {
    // If the site was empty, nobody is looking at it.
    const after = before.size ? await snapshot(tx) : new Map<string, HubMessage>()
    await insertEvents(tx, [siteConfigChanged, ...changesBetween(before, after)], now)
  }

  return { snapshot, appendEvents }
}
