/** Opens what `DATABASE_URL` names, or a file in the data folder; from here on both are the same. */
import { access, chmod, constants, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Kysely, Migrator } from 'kysely'
import { StartupError } from '#server/startup/config.ts'
import { type LockLimits, createLibsqlDialect } from './libsql-dialect.ts'
import { migrations } from './migrations.ts'
import { type DatabaseClient, createEmitter, describeError } from './database-client.ts'
import { type QueryLimits, openPostgres } from './postgres.ts'
import { cachedPerTick } from './revision.ts'
import type { Database, Schema } from './schema.ts'
import { lockTimeout as defaultLockPatience } from './sql.ts'

interface DatabaseLocation {
  dataDir: string
  databaseUrl: string | null
}

interface OpenOptions {
  /**
   * How long a statement on PostgreSQL may take before it counts as lost, in milliseconds; null where nobody waits for
   * an answer.
   */
  queryTimeout?: number | null
  /** How long a write waits for those of other processes before it is refused, in milliseconds. */
  lockTimeout?: number
}

/** Nobody waits for an answer while the tables are made. */
const migrationTimeout = 60_000

export interface MigratedDatabase extends DatabaseClient {
  /** The steps of its history that it had not taken until now. */
  migrated: string[]
}

export const openDatabase = async (
  { dataDir, databaseUrl }: DatabaseLocation,
  { queryTimeout = 10_000, lockTimeout = defaultLockPatience }: OpenOptions = {},
): Promise<MigratedDatabase> => {
  await ensureWritable(dataDir)
  const queries: QueryLimits = {}
  const locks: LockLimits = { lockTimeout: migrationTimeout }
  const opened = databaseUrl
    ? await openPostgres(databaseUrl, queries)
    : await openFile(dataDir, locks)
  try {
    const migrated = await migrate(opened.db)
    locks.lockTimeout = lockTimeout
    if (queryTimeout !== null) queries.query_timeout = queryTimeout
    return { ...opened, migrated }
  } catch (error) {
    await opened.close()
    throw error
  }
}

const ensureWritable = async (folder: string) => {
  try {
    await makeFolder(folder, 0o700)
    await access(folder, constants.W_OK)
    await restrictFolderPermissions(folder)
  } catch (error) {
    throw new StartupError(`DATA_DIR cannot be written: ${describeError(error)}`)
  }
}

/** Not by mkdir's own `recursive`, which never ends where a folder that is there takes none, as in `/proc`. */
const makeFolder = async (folder: string, mode = 0o777): Promise<void> => {
  if ((await stat(folder).catch(() => null))?.isDirectory()) return
  await makeFolder(dirname(folder))
  await mkdir(folder, { mode })
}

/** Nobody else on the machine reads what is in the folder; one that others use as well is left as it is. */
const restrictFolderPermissions = async (folder: string) => {
  const names = await readdir(folder)
  const isOurs = names.length === 0 || names.includes(fileName)
  if (!isOurs) return
  // Where it is somebody else's, as a volume may be, they have decided who reads it.
  await chmod(folder, 0o700).catch(() => {})
}

const migrate = async (db: Database) => {
  const provider = { getMigrations: async () => migrations }
  const migrator = new Migrator({ db, provider })
  // Nothing to do is found out without a lock, which another process may hold for long.
  const known = await migrator.getMigrations()
  if (known.every(({ executedAt }) => executedAt)) return []
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw new StartupError(`The database cannot be migrated: ${describeError(error)}`)
  return results.map(({ migrationName }) => migrationName)
}

const fileName = 'troupe.db'

const settings = [
  // While it is opened there is nobody whose thread could be blocked.
  'busy_timeout = 5000',
  'journal_mode = WAL',
  // A commit is on the disk before it is acknowledged, also when the power goes.
  'synchronous = FULL',
  'foreign_keys = ON',
  // What is deleted is overwritten: mails that were sent have keys in them.
  'secure_delete = ON',
]

/** How long libsql itself waits for a lock, in milliseconds: this blocks the thread. */
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
    // https://sqlite.org/pragma.html#pragma_data_version: counts the commits of other connections.
    const version = database.prepare('pragma data_version')
    const readVersion = () => (version.get() as { data_version: number }).data_version
    const watch = pollVersion(readVersion, emitter.emit)
    return {
      db,
      subscribe: (heard) => {
        watch.start()
        return emitter.subscribe(heard)
      },
      emit: emitter.emit,
      revision: cachedPerTick(readVersion),
      close: async () => {
        watch.stop()
        truncateWal(() => database.pragma('wal_checkpoint(TRUNCATE)'))
        await db.destroy()
      },
    }
  } catch (error) {
    throw new StartupError(
      `DATA_DIR holds a database that cannot be opened: ${describeError(error)}`,
    )
  }
}

/** How often it is looked for commits of other processes, in milliseconds: nobody tells of those. */
const watchInterval = 500

/** Rings when another process has written. */
const pollVersion = (read: () => number, ring: () => void) => {
  let timer: NodeJS.Timeout | undefined
  let known = read()
  const look = () => {
    let current = known
    try {
      current = read()
    } catch {
      // Not to be read for the moment; it will be the next time.
    }
    if (current === known) return
    known = current
    ring()
  }
  return {
    start: () => (timer ??= setInterval(look, watchInterval).unref()),
    stop: () => clearInterval(timer),
  }
}

/** Brings all that was committed into the database's own file, and keeps nothing of what was overwritten there. */
const truncateWal = (checkpoint: () => unknown) => {
  try {
    checkpoint()
  } catch {
    // Another process uses it, which will do so in its turn.
  }
}

/** SQLite gives the files beside it the mode of the database itself, when it makes them. */
const restrictFilePermissions = async (file: string) => {
  const handle = await open(file, 'a', 0o600)
  await handle.close()
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    // Not there yet, or somebody else's, who has decided who reads it.
    await chmod(name, 0o600).catch(() => {})
  }
}
