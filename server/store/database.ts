/** Opens what `DATABASE_URL` names, or a file in the data folder; from here on both are the same. */
import { access, constants, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Kysely, Migrator, SqliteDialect } from 'kysely'
import { StartError } from '../config.ts'
import { migrations } from './migrations.ts'
import { type Opened, createBell, reasonOf } from './opened.ts'
import { type QueryLimits, openPostgres } from './postgres.ts'
import { oncePerTurn } from './revision.ts'
import type { Database, Schema } from './schema.ts'
import { keepPrepared } from './statements.ts'

interface Place {
  dataDir: string
  databaseUrl: string | null
}

interface OpenOptions {
  /**
   * How long a statement on PostgreSQL may take before it counts as lost, in milliseconds; null where nobody waits for
   * an answer.
   */
  queryTimeout?: number | null
}

export interface Migrated extends Opened {
  /** The steps of its history that it had not taken until now. */
  migrated: string[]
}

export const openDatabase = async (
  { dataDir, databaseUrl }: Place,
  { queryTimeout = 10_000 }: OpenOptions = {},
): Promise<Migrated> => {
  await ensureWritable(dataDir)
  const limits: QueryLimits = {}
  const opened = databaseUrl ? await openPostgres(databaseUrl, limits) : await openFile(dataDir)
  try {
    const migrated = await migrate(opened.db)
    // A migration takes as long as it takes.
    if (queryTimeout !== null) limits.query_timeout = queryTimeout
    return { ...opened, migrated }
  } catch (error) {
    await opened.close()
    throw error
  }
}

const ensureWritable = async (folder: string) => {
  try {
    await makeFolder(folder)
    await access(folder, constants.W_OK)
  } catch (error) {
    throw new StartError(`DATA_DIR cannot be written: ${reasonOf(error)}`)
  }
}

/** Not by mkdir's own `recursive`, which never ends where a folder that is there takes none, as in `/proc`. */
const makeFolder = async (folder: string): Promise<void> => {
  if ((await stat(folder).catch(() => null))?.isDirectory()) return
  await makeFolder(dirname(folder))
  await mkdir(folder)
}

const migrate = async (db: Database) => {
  const provider = { getMigrations: async () => migrations }
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw new StartError(`The database cannot be migrated: ${reasonOf(error)}`)
  return results.map(({ migrationName }) => migrationName)
}

const settings = [
  'busy_timeout = 5000',
  'journal_mode = WAL',
  // A commit is on the disk before it is acknowledged, also when the power goes.
  'synchronous = FULL',
  'foreign_keys = ON',
]

const openFile = async (dataDir: string): Promise<Opened> => {
  const { default: Libsql } = await import('libsql')
  const file = join(dataDir, 'troupe.db')
  try {
    const database = new Libsql(file)
    for (const setting of settings) database.pragma(setting)
    const db = new Kysely<Schema>({
      dialect: new SqliteDialect({ database: keepPrepared(database) }),
    })
    const bell = createBell()
    // https://sqlite.org/pragma.html#pragma_data_version: counts the commits of other connections.
    const version = database.prepare('pragma data_version')
    return {
      db,
      listen: bell.listen,
      announce: bell.ring,
      revision: oncePerTurn(() => (version.get() as { data_version: number }).data_version),
      close: () => db.destroy(),
    }
  } catch (error) {
    throw new StartError(`DATA_DIR holds a database that cannot be opened: ${reasonOf(error)}`)
  }
}
