/**
 * All content replaced at once, as by an import: what browsers that look at it are told, and the servers that keep
 * something of it. They may be other processes, so it is told by events in the same transaction.
 */
import { randomUUID } from 'node:crypto'
import type { Iri } from '#content/iri.ts'
import type { Frame } from './events.ts'
import type { Facts, Row } from './facts.ts'
import { Knowledge } from './knowledge.ts'
import type { Database } from './schema.ts'
import type { Shapes } from './shapes.ts'

export type Snapshot = ReadonlyMap<string, Frame>

type FrameOf = (facts: Facts, row: Row, now: string) => Frame

const atOnce = 500

const siteConfigList: Iri = '/_/site_config_parameters'
/** Every page shows some of the site's configuration, so that none is kept when this has changed. */
const everything: Frame = { topic: siteConfigList, audience: 'servers', data: '{}' }

const bareIri = (topic: string) => topic.replace(/\?draft=1$/, '')

const deletionOf = ({ topic, audience }: Frame): Frame => ({
  topic,
  audience,
  data: JSON.stringify({ '@id': bareIri(topic) }),
})

export const createReplacement = (shapes: Shapes, frameOf: FrameOf, now: () => string) => {
  const framesOf = async (tx: Database, iris: readonly string[], at: string) => {
    const rowsIn = (facts: Facts) => iris.flatMap((iri) => facts.row(iri) ?? [])
    const knowledge = new Knowledge(tx)
    return knowledge.ask((facts) => rowsIn(facts).map((row) => frameOf(facts, row, at)))
  }

  /** What would be told of every resource as it is in this transaction, by topic. */
  const snapshot = async (tx: Database): Promise<Snapshot> => {
    const live = shapes.all.filter(({ isLive }) => isLive).map(({ type }) => type)
    const rows = await tx.selectFrom('resource').select('iri').where('type', 'in', live).execute()
    const frames = new Map<string, Frame>()
    for (let from = 0; from < rows.length; from += atOnce) {
      const iris = rows.slice(from, from + atOnce).map(({ iri }) => iri)
      for (const frame of await framesOf(tx, iris, now())) frames.set(frame.topic, frame)
    }
    return frames
  }

  /** Appends events for what is gone and for what is not as it was; those who could see it before are told that it went. */
  const tell = async (tx: Database, before: Snapshot) => {
    // Where nothing was there is nobody who looks at it.
    const after = before.size ? await snapshot(tx) : new Map<string, Frame>()
    const gone = [...before.values()].filter(({ topic }) => !after.has(topic)).map(deletionOf)
    const changed = [...after.values()].filter(
      ({ topic, data }) => before.get(topic)?.data !== data,
    )
    const frames = [everything, ...changed, ...gone]
    for (let from = 0; from < frames.length; from += atOnce) {
      const events = frames
        .slice(from, from + atOnce)
        .map((frame) => ({ ...frame, uuid: randomUUID(), created_at: now() }))
      await tx.insertInto('event').values(events).execute()
    }
  }

  return { snapshot, tell }
}
