/** The event table from its reader's side. What writes append is in `events.ts`. */
import type { Selectable } from 'kysely'
import type { Database, EventTable } from '../db/schema.ts'

export type HubEvent = Pick<Selectable<EventTable>, 'id' | 'uuid' | 'topic' | 'audience' | 'data'>

const batch = 500

/** PostgreSQL's driver gives 64-bit integers as text. */
const numbered = <Row extends { id: unknown }>(row: Row) => ({ ...row, id: Number(row.id) })

const next = (db: Database, id: number) =>
  db
    .selectFrom('event')
    .select(['id', 'uuid', 'topic', 'audience', 'data'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(batch)

export const createEventLog = (db: Database) => ({
  /** The next ones, in the order in which they were committed. */
  after: async (id: number): Promise<HubEvent[]> => {
    const rows = await next(db, id).execute()
    return rows.map(numbered)
  },

  /** As many of the next ones as are so long together, in characters; one at least, if there is any. */
  batchAfter: async (id: number, length: number): Promise<HubEvent[]> => {
    const sizes = await db
      .selectFrom('event')
      .select((event) => ['id', event.fn<number>('length', ['data']).as('size')])
      .where('id', '>', id)
      .orderBy('id')
      .limit(batch)
      .execute()
    let room = length
    const fitting = sizes.findIndex(({ size }) => (room -= size) <= 0)
    const last = sizes.at(fitting)
    if (!last) return []
    const rows = await next(db, id).where('id', '<=', last.id).execute()
    return rows.map(numbered)
  },

  newest: async () => {
    const newest = db.selectFrom('event').select(['id', 'uuid']).orderBy('id', 'desc').limit(1)
    const row = await newest.executeTakeFirst()
    return row && numbered(row)
  },

  /** Undefined for an id that is nobody's, or of an event that has been forgotten. */
  idOf: async (uuid: string) => {
    const row = await db
      .selectFrom('event')
      .select('id')
      .where('uuid', '=', uuid)
      .executeTakeFirst()
    return row && numbered(row).id
  },

  /** The newest one stays, so that there is always something to resume from. */
  forgetBefore: (date: string) =>
    db
      .deleteFrom('event')
      .where('created_at', '<', date)
      .where('id', '<', (where) =>
        where.selectFrom('event').select((event) => event.fn.max('id').as('newest')),
      )
      .execute(),
})

export type EventLog = ReturnType<typeof createEventLog>
