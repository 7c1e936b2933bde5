/** PostgreSQL behind the same door: a pool for the work, and one connection that hears of other processes' events. */
import { Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely'
import type { Client, PoolClient } from 'pg'
import { StartupError } from '#server/startup/config.ts'
import { isUnreachable } from './database-errors.ts'
import { type DatabaseClient, createEmitter, describeError } from './database-client.ts'
import { coalesced } from './revision.ts'
import type { Schema } from './schema.ts'
import { eventChannel } from './sql.ts'

/** Named, so that it is compiled once for each connection. */
const revisionQuery = { name: 'revision', text: 'select number from revision' }
const connectionTimeoutMillis = 5_000
/** How long to wait before a broken connection is tried again, in milliseconds. */
const reconnectDelay = 1_000

/** An error of a connection is also that of its queries, where it is answered; heard by nobody, it would end the process. */
const ignore = () => {}

/** Looked at before each statement. */
export interface QueryLimits {
  /** Milliseconds after which a statement counts as lost, as on a database that hangs; without it none ever does. */
  query_timeout?: number
}

export const openPostgres = async (
  connectionString: string,
  limits: QueryLimits,
): Promise<DatabaseClient> => {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({ connectionString, connectionTimeoutMillis })
  // An idle connection that breaks is replaced when one is next needed.
  pool.on('error', ignore)
  // The pool listens to the connections that lie idle, and to no other.
  pool.on('connect', (client) => client.on('error', ignore))
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => withConnectionCheck(await pool.connect(), limits),
        end: () => pool.end(),
      },
    }),
  })
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    await db.destroy()
    const { host } = new URL(connectionString)
    throw new StartupError(`DATABASE_URL: there is no database at ${host}: ${describeError(error)}`)
  }
  const emitter = createEmitter()
  const hangUp = listenForNotifications(
    () => new pg.Client({ connectionString, connectionTimeoutMillis, keepAlive: true }),
    emitter.emit,
  )
  return {
    db,
    subscribe: emitter.subscribe,
    emit: emitter.emit,
    revision: coalesced(async () => {
      const { rows } = await pool.query<{ number: number }>({ ...revisionQuery, ...limits })
      return rows[0]!.number
    }),
    close: async () => {
      await hangUp()
      await db.destroy()
    },
  }
}

/** A connection that breaks or hangs while it is used answers nothing more, and is not given back to the pool. */
const withConnectionCheck = (client: PoolClient, limits: QueryLimits): PostgresPoolClient => {
  let broken: Error | undefined

  const query = async (text: string, values: readonly unknown[]) => {
    if (broken) throw broken
    try {
      return await client.query<never>({ text, values: [...values], ...limits })
    } catch (error) {
      if (isUnreachable(error)) broken = error as Error
      throw error
    }
  }
  return {
    // Nothing here reads with cursors, the other way to ask.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(broken),
  }
}

/** Stays on the line; after a break it rings once, for whatever was said in between. */
const listenForNotifications = (connect: () => Client, ring: () => void) => {
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  const again = () => {
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(open, reconnectDelay)
  }
  const open = () => {
    const own = connect()
    client = own
    own.on('notification', ring)
    own.on('error', ignore)
    // One that has been replaced is of no more interest.
    own.once('end', () => client === own && again())
    listenToChannel(own).then(ring, () => {
      own.end().catch(ignore)
      if (client === own) again()
    })
  }
  open()

  return async () => {
    isOver = true
    clearTimeout(timer)
    await client?.end().catch(ignore)
  }
}

const listenToChannel = async (client: Client) => {
  await client.connect()
  await client.query(`listen ${eventChannel}`)
}
