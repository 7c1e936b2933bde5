/** The same tests on both databases, each of them empty. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Dialect, Kysely, Migrator, PostgresDialect } from 'kysely'
import Libsql from 'libsql'
import pg from 'pg'
import { afterAll, describe, inject } from 'vitest'
import { createLibsqlDialect } from '#server/store/db/libsql-dialect.ts'
import { migrations } from '#server/store/db/migrations.ts'
import type { Database, Schema } from '#server/store/db/schema.ts'

/** A new PostgreSQL database with the tables in it: its address. */
export const createPostgres = async () => {
  const { url, template } = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  await client.query(`create database ${name} template ${template}`)
  await client.end()
  return `${url}/${name}`
}

const openLibsql = async () => {
  const db = open(createLibsqlDialect(new Libsql(':memory:'), { lockTimeout: 0 }))
  const provider = { getMigrations: async () => migrations }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw error
  return db
}

const openPostgres = async () => {
  const pool = new pg.Pool({
    connectionString: await createPostgres(),
    max: 4,
    // A database stays open until the last test of its file. Its connections would be too many for the server until then.
    idleTimeoutMillis: 500,
  })
  return open(new PostgresDialect({ pool }))
}

const open = (dialect: Dialect): Database => new Kysely<Schema>({ dialect })

/** For what works on a database that is open. */
export const eachDatabase = (about: string, tests: (open: () => Promise<Database>) => void) => {
  describe.each([
    ['libsql', openLibsql],
    ['PostgreSQL', openPostgres],
  ])(`${about}, on %s`, (_, openOne) => {
    const opened: Database[] = []
    afterAll(() => Promise.all(opened.map((db) => db.destroy())))
    tests(async () => {
      const db = await openOne()
      opened.push(db)
      return db
    })
  })
}

/** The settings a server is started with: a folder of its own, and a database beside it or in it. */
export type StorageEnv = { DATA_DIR: string; DATABASE_URL?: string }

/** For what opens its database itself. */
export const eachStorage = (
  about: string,
  tests: (newStorage: () => Promise<StorageEnv>) => void,
) => {
  describe.each(['libsql', 'PostgreSQL'])(`${about}, on %s`, (database) => {
    const folders: string[] = []
    afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))
    tests(async () => {
      const folder = await mkdtemp(join(tmpdir(), 'troupe-'))
      folders.push(folder)
      return {
        DATA_DIR: folder,
        ...(database === 'PostgreSQL' && { DATABASE_URL: await createPostgres() }),
      }
    })
  })
}
