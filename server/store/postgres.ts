/** PostgreSQL behind the same door: a pool for the work, and one connection that hears of other processes' events. */
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Client } from 'pg'
import { StartError } from '../config.ts'
import { type Opened, createBell, reasonOf } from './opened.ts'
import { oneAfterTheOther } from './revision.ts'
import type { Schema } from './schema.ts'
import { channel } from './sql.ts'

/** Named, so that it is compiled once for each connection. */
const revisionQuery = { name: 'revision', text: 'select number from revision' }
const connectionTimeoutMillis = 5_000
/** How long to wait before a broken connection is tried again, in milliseconds. */
const pause = 1_000

export const openPostgres = async (connectionString: string): Promise<Opened> => {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({ connectionString, connectionTimeoutMillis })
  // An idle connection that breaks is replaced when one is next needed.
  pool.on('error', () => {})
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    await db.destroy()
    const { host } = new URL(connectionString)
    throw new StartError(`DATABASE_URL: there is no database at ${host}: ${reasonOf(error)}`)
  }
  const bell = createBell()
  const hangUp = hear(
    () => new pg.Client({ connectionString, connectionTimeoutMillis, keepAlive: true }),
    bell.ring,
  )
  return {
    db,
    listen: bell.listen,
    announce: bell.ring,
    revision: oneAfterTheOther(async () => {
      const { rows } = await pool.query<{ number: number }>(revisionQuery)
      return rows[0]!.number
    }),
    close: async () => {
      await hangUp()
      await db.destroy()
    },
  }
}

/** Stays on the line; after a break it rings once, for whatever was said in between. */
const hear = (connect: () => Client, ring: () => void) => {
  let client: Client
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  const again = () => {
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(() => void open(), pause)
  }
  const open = async () => {
    client = connect()
    client.on('notification', ring)
    client.on('error', () => {})
    client.once('end', again)
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      ring()
    } catch {
      again()
    }
  }
  void open()

  return async () => {
    isOver = true
    clearTimeout(timer)
    await client.end()
  }
}
