/**
 * All content replaced at once, as by an import: what browsers that look at it are told, and the servers that keep
 * something of it. They may be other processes, so it is told by events in the same transaction.
 */
import { randomUUID } from 'node:crypto'
import type { Iri } from '#content/model/iri.ts'
import type { HubMessage } from './outbox.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import { GraphLoader } from '../graph/graph-loader.ts'
import type { Database } from '../db/schema.ts'
import type { TypeRegistry } from '../types/type-registry.ts'

export type MessageSnapshot = ReadonlyMap<string, HubMessage>

type FrameOf = (graph: ResourceGraph, row: Row, now: string) => HubMessage

const atOnce = 500

const siteConfigList: Iri = '/_/site_config_parameters'
/** Every page shows some of the site's configuration, so that none is kept when this has changed. */
const siteConfigChanged: HubMessage = { topic: siteConfigList, audience: 'servers', data: '{}' }

const bareIri = (topic: string) => topic.replace(/\?draft=1$/, '')

const deletionOf = ({ topic, audience }: HubMessage): HubMessage => ({
  topic,
  audience,
  data: JSON.stringify({ '@id': bareIri(topic) }),
})

export const createContentReplacement = (
  types: TypeRegistry,
  frameOf: FrameOf,
  now: () => string,
) => {
  const framesOf = async (tx: Database, iris: readonly string[], at: string) => {
    const rowsIn = (graph: ResourceGraph) => iris.flatMap((iri) => graph.row(iri) ?? [])
    const knowledge = new GraphLoader(tx)
    return knowledge.query((graph) => rowsIn(graph).map((row) => frameOf(graph, row, at)))
  }

  /** What would be told of every resource as it is in this transaction, by topic. */
  const snapshot = async (tx: Database): Promise<MessageSnapshot> => {
    const live = types.all.filter(({ emitsEvents }) => emitsEvents).map(({ type }) => type)
    const rows = await tx.selectFrom('resource').select('iri').where('type', 'in', live).execute()
    const frames = new Map<string, HubMessage>()
    for (let from = 0; from < rows.length; from += atOnce) {
      const iris = rows.slice(from, from + atOnce).map(({ iri }) => iri)
      for (const frame of await framesOf(tx, iris, now())) frames.set(frame.topic, frame)
    }
    return frames
  }

  /** Appends events for what is gone and for what is not as it was; those who could see it before are told that it went. */
  const tell = async (tx: Database, before: MessageSnapshot) => {
    // Where nothing was there is nobody who looks at it.
    const after = before.size ? await snapshot(tx) : new Map<string, HubMessage>()
    const gone = [...before.values()].filter(({ topic }) => !after.has(topic)).map(deletionOf)
    const changed = [...after.values()].filter(
      ({ topic, data }) => before.get(topic)?.data !== data,
    )
    const frames = [siteConfigChanged, ...changed, ...gone]
    for (let from = 0; from < frames.length; from += atOnce) {
      const events = frames
        .slice(from, from + atOnce)
        .map((frame) => ({ ...frame, uuid: randomUUID(), created_at: now() }))
      await tx.insertInto('event').values(events).execute()
    }
  }

  return { snapshot, tell }
}
