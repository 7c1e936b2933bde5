/**
 * Opens the database named by `DATABASE_URL`, or a libsql file in the data folder, behind one interface.
 */
import { access, chmod, constants, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Migrator } from 'kysely'
import { StartupError } from '#server/startup/startup-error.ts'
import { fileName, openFile } from './libsql-file.ts'
import type { LockLimits } from './libsql-lock.ts'
import { migrations } from './migrations.ts'
import { type DatabaseClient, describeError } from './database-client.ts'
import { type QueryLimits, openPostgres } from './postgres.ts'
import type { Database } from './schema.ts'
import { lockTimeout as defaultLockTimeout } from './sql-dialect.ts'

interface DatabaseLocation {
  dataDir: string
  databaseUrl: string | null
}

interface OpenOptions {
  /**
   * The time after which a PostgreSQL statement counts as lost, in milliseconds. Null disables it, for commands that
   * nobody waits for.
   */
  queryTimeout?: number | null
  /** The time for which a write waits for the locks of other processes before it is refused, in milliseconds. */
  lockTimeout?: number
}

/**
 * The lock timeout during migrations, in milliseconds: no request is being served yet, so waiting is fine.
 */
const migrationTimeout = 60_000

export interface MigratedDatabase extends DatabaseClient {
  /** The names of the migrations that were applied while opening. */
  appliedMigrations: string[]
}

/** Opens the configured database and brings its tables up to date. Throws a `StartupError` when that fails. */
export const openDatabase = async (
  { dataDir, databaseUrl }: DatabaseLocation,
  { queryTimeout = 10_000, lockTimeout = defaultLockTimeout }: OpenOptions = {},
): Promise<MigratedDatabase> => {
  await ensureWritable(dataDir)
  const queries: QueryLimits = {}
  const locks: LockLimits = { lockTimeout: migrationTimeout }
  const client = databaseUrl
    ? await openPostgres(databaseUrl, queries)
    : await openFile(dataDir, locks)
  try {
    const appliedMigrations = await migrate(client.db)
    locks.lockTimeout = lockTimeout
    if (queryTimeout !== null) queries.query_timeout = queryTimeout
    return { ...client, appliedMigrations }
  } catch (error) {
    await client.close()
    throw error
  }
}

const ensureWritable = async (folder: string) => {
  try {
    await makeFolder(folder, 0o700)
    await access(folder, constants.W_OK)
    await restrictFolderPermissions(folder)
  } catch (error) {
    throw new StartupError(`DATA_DIR is not writable: ${describeError(error)}`)
  }
}

/**
 * Creates a folder with its parents. `mkdir` with `recursive` never returns below a folder that accepts
 * none, such as `/proc`.
 */
const makeFolder = async (folder: string, mode = 0o777): Promise<void> => {
  if ((await stat(folder).catch(() => null))?.isDirectory()) return
  await makeFolder(dirname(folder))
  await mkdir(folder, { mode })
}

/** Restricts the data folder to its owner, unless it also holds files of others. */
const restrictFolderPermissions = async (folder: string) => {
  const names = await readdir(folder)
  const isOurs = names.length === 0 || names.includes(fileName)
  if (!isOurs) return
  // The folder may belong to another user, as a mounted volume does; its owner decides who reads it.
  await chmod(folder, 0o700).catch(() => {})
}

const migrate = async (db: Database) => {
  const provider = { getMigrations: async () => migrations }
  const migrator = new Migrator({ db, provider })
  // Checks for pending migrations without a lock, which another process may hold for a long time.
  const applied = await migrator.getMigrations()
  if (applied.every(({ executedAt }) => executedAt)) return []
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw new StartupError(`The database cannot be migrated: ${describeError(error)}`)
  return results.map(({ migrationName }) => migrationName)
}
