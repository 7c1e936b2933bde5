/** The event log: the table to which `append-events.ts` appends. The hub reads it, and old events are deleted. */
import type { Selectable } from 'kysely'
import type { Database, EventTable } from '../db/schema.ts'

/** A stored event. `id` is its number in commit order, `uuid` what clients know it by. */
export type HubEvent = Pick<Selectable<EventTable>, 'id' | 'uuid' | 'topic' | 'audience' | 'data'>

const batchSize = 500

/** Returns a row with its id as a number, because PostgreSQL's driver returns 64-bit integers as strings. */
const withNumericId = <Row extends { id: unknown }>(row: Row) => ({ ...row, id: Number(row.id) })

const next = (db: Database, id: number) =>
  db
    .selectFrom('event')
    .select(['id', 'uuid', 'topic', 'audience', 'data'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(batchSize)

/**
 * Returns the id of the event up to which the next ones fill a length in bytes: of the last if all are shorter,
 * undefined if there are none. Both databases know the length in bytes without reading the text.
 */
const lastFitting = async (db: Database, id: number, length: number) => {
  const sizes = await db
    .selectFrom('event')
    .select((event) => ['id', event.fn<number>('octet_length', ['data']).as('size')])
    .where('id', '>', id)
    .orderBy('id')
    .limit(batchSize)
    .execute()
  let remaining = length
  const fitting = sizes.findIndex(({ size }) => (remaining -= size) <= 0)
  return sizes.at(fitting)?.id
}

/** Creates the reads of the event table, and the deletion of old events. */
export const createEventLog = (db: Database) => ({
  /** Returns the next events, in commit order. */
  after: async (id: number): Promise<HubEvent[]> => {
    const rows = await next(db, id).execute()
    return rows.map(withNumericId)
  },

  /** Returns as many of the next events as fit into a length in bytes, at least one if there is any. */
  batchAfter: async (id: number, length: number): Promise<HubEvent[]> => {
    const last = await lastFitting(db, id, length)
    if (last === undefined) return []
    const rows = await next(db, id).where('id', '<=', last).execute()
    return rows.map(withNumericId)
  },

  newest: async () => {
    const newest = db.selectFrom('event').select(['id', 'uuid']).orderBy('id', 'desc').limit(1)
    const row = await newest.executeTakeFirst()
    return row && withNumericId(row)
  },

  /** Returns the id of an event by its UUID; undefined for an unknown UUID or a deleted event. */
  idOf: async (uuid: string) => {
    const event = db.selectFrom('event').select('id').where('uuid', '=', uuid)
    const row = await event.executeTakeFirst()
    return row && withNumericId(row).id
  },

  /** Deletes events older than a date, except the newest, so that there is always one to resume from. */
  deleteBefore: (date: string) =>
    db
      .deleteFrom('event')
      .where('created_at', '<', date)
      .where('id', '<', (where) =>
        where.selectFrom('event').select((event) => event.fn.max('id').as('newest')),
      )
      .execute(),
})

export type EventLog = ReturnType<typeof createEventLog>
