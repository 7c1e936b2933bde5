/**
 * Creates the events of an import that replaces all content. It may run in another process than the servers, so their
 * caches and the browsers learn of it by events in the same transaction.
 */
import { randomUUID } from 'node:crypto'
import { siteConfigList } from '#content/model/site-config.ts'
import type { NewHubEvent } from './new-hub-events.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import { GraphLoader } from '../graph/graph-loader.ts'
import type { Database } from '../db/schema.ts'
import type { TypeRegistry } from '../types/type-registry.ts'

export type EventSnapshot = ReadonlyMap<string, NewHubEvent>

type EventOf = (graph: ResourceGraph, row: Row, now: string) => NewHubEvent

const batchSize = 500

/** The event that invalidates all cached pages, since every page uses the site's configuration. */
const siteConfigChanged: NewHubEvent = { topic: siteConfigList, audience: 'servers', data: '{}' }

const bareIri = (topic: string) => topic.replace(/\?draft=1$/, '')

const deletionOf = ({ topic, audience }: NewHubEvent): NewHubEvent => ({
  topic,
  audience,
  data: JSON.stringify({ '@id': bareIri(topic) }),
})

const selectIris = (tx: Database, types: TypeRegistry) => {
  const withEvents = types.all.filter(({ emitsEvents }) => emitsEvents).map(({ type }) => type)
  return tx.selectFrom('resource').select('iri').where('type', 'in', withEvents).execute()
}

/** Returns the events between two states: about the resources that are new or differ, and those that are gone. */
const changesBetween = (before: EventSnapshot, after: EventSnapshot) => {
  const changed = [...after.values()].filter(({ topic, data }) => before.get(topic)?.data !== data)
  const deletions = [...before.values()].filter(({ topic }) => !after.has(topic)).map(deletionOf)
  return [...changed, ...deletions]
}

const insertEvents = async (tx: Database, events: readonly NewHubEvent[], now: () => string) => {
  for (let from = 0; from < events.length; from += batchSize) {
    const rows = events
      .slice(from, from + batchSize)
      .map((event) => ({ ...event, uuid: randomUUID(), created_at: now() }))
    await tx.insertInto('event').values(rows).execute()
  }
}

/** Creates the events of an import, from what the content was before and what it is afterwards. */
export const createImportEvents = (types: TypeRegistry, eventOf: EventOf, now: () => string) => {
  const eventsOf = async (tx: Database, iris: readonly string[], at: string) => {
    const rowsIn = (graph: ResourceGraph) => iris.flatMap((iri) => graph.row(iri) ?? [])
    const loader = new GraphLoader(tx)
    return loader.query((graph) => rowsIn(graph).map((row) => eventOf(graph, row, at)))
  }

  /** Returns the event about every resource as it is in this transaction, by topic. */
  const snapshot = async (tx: Database): Promise<EventSnapshot> => {
    const rows = await selectIris(tx, types)
    const events = new Map<string, NewHubEvent>()
    for (let from = 0; from < rows.length; from += batchSize) {
      const iris = rows.slice(from, from + batchSize).map(({ iri }) => iri)
      for (const event of await eventsOf(tx, iris, now())) events.set(event.topic, event)
    }
    return events
  }

  /** Appends events for resources that are gone or changed; those who could read what is gone hear of it. */
  const appendEvents = async (tx: Database, before: EventSnapshot) => {
    // If the site was empty, nobody is looking at it.
    const after = before.size ? await snapshot(tx) : new Map<string, NewHubEvent>()
    await insertEvents(tx, [siteConfigChanged, ...changesBetween(before, after)], now)
  }

  return { snapshot, appendEvents }
}
