/**
 * Opens PostgreSQL: a pool for queries, and one connection that listens for the events of other processes.
 */
import { Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely'
import type { Client, Pool as PgPool, PoolClient } from 'pg'
import { StartupError } from '#server/startup/startup-error.ts'
import { isUnreachable } from './database-errors.ts'
import { type DatabaseClient, createEmitter, describeError } from './database-client.ts'
import { coalesced } from './revision.ts'
import type { Schema } from './schema.ts'
import { eventChannel } from './sql-dialect.ts'

/** The query for the revision. It has a name, so that each connection prepares it once. */
const revisionQuery = { name: 'revision', text: 'select number from revision' }
const connectionTimeoutMillis = 5_000
/** The time before a broken connection is opened again, in milliseconds. */
const reconnectDelay = 1_000

/**
 * Ignores the error of a connection. It also rejects the queries, where it is handled, but without a listener it would
 * end the process.
 */
const ignore = () => {}

/** The options of queries, which are read before each statement. */
export interface QueryLimits {
  /**
   * The time after which a statement counts as lost, as on a database that hangs, in milliseconds; undefined for no
   * limit.
   */
  query_timeout?: number
}

/**
 * Tells PostgreSQL that pages of a table cost about the same in any order, as in memory and on SSDs. It assumes hard disks
 * otherwise, and reads the rows of a whole table to search what an index has.
 */
const setCosts = (client: PoolClient, done: (error?: Error) => void) =>
  client.query('set random_page_cost = 1.1', done)

const createPool = (Pool: typeof PgPool, connectionString: string) => {
  const pool = new Pool({ connectionString, connectionTimeoutMillis, verify: setCosts })
  // The pool replaces a broken idle connection when one is next needed.
  pool.on('error', ignore)
  // The pool only handles errors of idle connections.
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

/** Returns a database that checks each connection. Throws a `StartupError` when it cannot connect. */
const connectDatabase = async (pool: PgPool, connectionString: string, limits: QueryLimits) => {
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
    return db
  } catch (error) {
    await db.destroy()
    const { host } = new URL(connectionString)
    throw new StartupError(`DATABASE_URL: cannot connect to ${host}: ${describeError(error)}`)
  }
}

/** Connects to PostgreSQL. Throws a `StartupError` when that fails. */
export const openPostgres = async (
  connectionString: string,
  limits: QueryLimits,
): Promise<DatabaseClient> => {
  const { default: pg } = await import('pg')
  const pool = createPool(pg.Pool, connectionString)
  const db = await connectDatabase(pool, connectionString, limits)
  const emitter = createEmitter()
  const stopListening = listenForNotifications(
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
      await stopListening()
      await db.destroy()
    },
  }
}

/**
 * Wraps a pooled connection. Once it has broken or timed out it rejects every query and is not returned to
 * the pool.
 */
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
    // Cursors, the other form of `query`, are not used in this project.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(broken),
  }
}

/**
 * Listens for notifications and reconnects when the connection breaks; emits once after reconnecting, for
 * anything missed meanwhile.
 */
const listenForNotifications = (connect: () => Client, onNotification: () => void) => {
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const reconnectLater = () => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(open, reconnectDelay)
  }
  const open = () => {
    const connection = connect()
    client = connection
    connection.on('notification', onNotification)
    connection.on('error', ignore)
    // Ignores connections that have been replaced.
    connection.once('end', () => client === connection && reconnectLater())
    listenToChannel(connection).then(onNotification, () => {
      connection.end().catch(ignore)
      if (client === connection) reconnectLater()
    })
  }
  open()

  return async () => {
    isStopped = true
    clearTimeout(timer)
    await client?.end().catch(ignore)
  }
}

const listenToChannel = async (client: Client) => {
  await client.connect()
  await client.query(`listen ${eventChannel}`)
}
