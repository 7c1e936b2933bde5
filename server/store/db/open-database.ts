/**
 * Opens the database named by `DATABASE_URL`, or a libsql file in the data folder, behind one interface.
 */
import { access, chmod, constants, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Kysely, Migrator } from 'kysely'
import { StartupError } from '#server/startup/startup-error.ts'
import { type LockLimits, createLibsqlDialect } from './libsql-dialect.ts'
import { migrations } from './migrations.ts'
import { type DatabaseClient, createEmitter, describeError } from './database-client.ts'
import { type QueryLimits, openPostgres } from './postgres.ts'
import { cachedPerTick } from './revision.ts'
import type { Database, Schema } from './schema.ts'
import { lockTimeout as defaultLockPatience } from './sql-dialect.ts'

interface DatabaseLocation {
  dataDir: string
  databaseUrl: string | null
}

interface OpenOptions {
  /**
   * Milliseconds after which a PostgreSQL statement counts as lost; null disables the timeout, for commands
   * that nobody waits for.
   */
  queryTimeout?: number | null
  /** Milliseconds a write waits for the locks of other processes before it is refused. */
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
  { queryTimeout = 10_000, lockTimeout = defaultLockPatience }: OpenOptions = {},
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

const fileName = 'troupe.db'

const settings = [
  // Blocking the thread is fine while the database is being opened.
  'busy_timeout = 5000',
  'journal_mode = WAL',
  // A commit is on disk before it is acknowledged, even if the power fails.
  'synchronous = FULL',
  'foreign_keys = ON',
  // Deleted content is overwritten on disk: sent mails contain one-time tokens.
  'secure_delete = ON',
]

/**
 * Milliseconds libsql itself waits for a lock. It blocks the thread meanwhile, so it is as short as
 * possible.
 */
const busyTimeout = 1

const openFile = async (dataDir: string, limits: LockLimits): Promise<DatabaseClient> => {
  const { default: Libsql } = await import('libsql')
  const file = join(dataDir, fileName)
  try {
    await restrictFilePermissions(file)
    const database = new Libsql(file)
    for (const setting of settings) database.pragma(setting)
    database.pragma(`busy_timeout = ${busyTimeout}`)
    const db = new Kysely<Schema>({ dialect: createLibsqlDialect(database, limits) })
    const emitter = createEmitter()
    // Counts the commits of other connections: https://sqlite.org/pragma.html#pragma_data_version
    const version = database.prepare('pragma data_version')
    const readVersion = () => (version.get() as { data_version: number }).data_version
    const poll = pollVersion(readVersion, emitter.emit)
    return {
      db,
      subscribe: (listener) => {
        poll.start()
        return emitter.subscribe(listener)
      },
      emit: emitter.emit,
      revision: cachedPerTick(readVersion),
      close: async () => {
        poll.stop()
        truncateWal(() => database.pragma('wal_checkpoint(TRUNCATE)'))
        await db.destroy()
      },
    }
  } catch (error) {
    throw new StartupError(`The database in DATA_DIR cannot be opened: ${describeError(error)}`)
  }
}

/** Milliseconds between checks for commits of other processes, which SQLite does not announce. */
const watchInterval = 500

/** Calls `onChange` when another process has committed. */
const pollVersion = (read: () => number, onChange: () => void) => {
  let timer: NodeJS.Timeout | undefined
  let lastVersion = read()
  const check = () => {
    let current = lastVersion
    try {
      current = read()
    } catch {
      // The file cannot be read right now; the next check will try again.
    }
    if (current === lastVersion) return
    lastVersion = current
    onChange()
  }
  return {
    start: () => (timer ??= setInterval(check, watchInterval).unref()),
    stop: () => clearInterval(timer),
  }
}

/**
 * Moves all committed pages from the write-ahead log into the database file, so that no overwritten data
 * stays in the log.
 */
const truncateWal = (checkpoint: () => unknown) => {
  try {
    checkpoint()
  } catch {
    // Another process is using the database and will do this when it closes.
  }
}

/** Restricts the database file to its owner. SQLite creates the -wal and -shm files with the same mode. */
const restrictFilePermissions = async (file: string) => {
  const handle = await open(file, 'a', 0o600)
  await handle.close()
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    // The file does not exist yet or belongs to another user, who decides who reads it.
    await chmod(name, 0o600).catch(() => {})
  }
}
