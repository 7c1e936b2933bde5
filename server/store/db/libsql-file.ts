/** Opens a libsql file, which several processes may use at the same time. */
import { chmod, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import type Libsql from 'libsql'
import { StartupError } from '#server/startup/startup-error.ts'
import { type DatabaseClient, createEmitter, describeError } from './database-client.ts'
import { createLibsqlDialect } from './libsql-dialect.ts'
import type { LockLimits } from './libsql-lock.ts'
import { cachedPerTick } from './revision.ts'
import type { Schema } from './schema.ts'

type FileConnection = InstanceType<typeof Libsql>

/** The name of the database file in the data folder. */
export const fileName = 'troupe.db'

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
 * The time for which libsql itself waits for a lock, in milliseconds. It blocks the thread meanwhile, so it is as short
 * as possible.
 */
const busyTimeout = 1

/** The interval of checking for commits of other processes, which SQLite does not announce, in milliseconds. */
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

/** Returns the client of an open file. */
const createClient = (database: FileConnection, limits: LockLimits): DatabaseClient => {
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
}

/** Opens the database file in a folder, and creates it if it is missing. Throws a `StartupError` when that fails. */
export const openFile = async (dataDir: string, limits: LockLimits): Promise<DatabaseClient> => {
  const { default: Libsql } = await import('libsql')
  const file = join(dataDir, fileName)
  try {
    await restrictFilePermissions(file)
    return createClient(new Libsql(file), limits)
  } catch (error) {
    throw new StartupError(`The database in DATA_DIR cannot be opened: ${describeError(error)}`)
  }
}
