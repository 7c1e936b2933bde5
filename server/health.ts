/** Checks the health of this process, for `/healthz` and `/readyz`. */
import { statfs } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { isBusy, isFull } from './store/db/database-errors.ts'
import type { Database } from './store/db/schema.ts'

/** The state of everything that the server needs. */
interface HealthChecks {
  database: 'ok' | 'unreachable' | 'busy'
  disk: 'ok' | 'full'
}

export interface Health {
  check: () => Promise<HealthChecks>
  /** Records an error of a response, from which a full disk or a busy database is known. Call it with every error. */
  recordError: (thrown: unknown) => void
  /** Clears earlier failures. Call it after every successful write. */
  recordWrite: () => void
}

/** The time in which the database has to respond, in milliseconds; otherwise it counts as unreachable. */
const databaseTimeout = 2_000
/** The time for which a failed write counts as a current problem, in milliseconds. */
const failureMemory = 15_000
/** The free space that the disk of `DATA_DIR` needs, in bytes. With less, one more upload may not fit. */
const minFreeBytes = 8 * 1024 * 1024

interface HealthOptions {
  db: Database
  dataDir: string
}

/** Returns a function that resolves to true when the database responds within the timeout. */
const createReachableCheck = (db: Database) => {
  let pendingQuery: Promise<boolean> | undefined
  /**
   * Queries the database. Concurrent checks share one query, so that at most one connection waits for a database that
   * does not respond.
   */
  const query = () =>
    (pendingQuery ??= sql`select 1`
      .execute(db)
      .then(
        () => true,
        () => false,
      )
      .finally(() => (pendingQuery = undefined)))
  return () => Promise.race([query(), setTimeout(databaseTimeout, false, { ref: false })])
}

/** Resolves to true when the disk is full; to false when the system cannot tell, since failed writes tell it, too. */
const isDiskFull = async (dataDir: string) => {
  const space = await statfs(dataDir).catch(() => null)
  return space !== null && space.bavail * space.bsize < minFreeBytes
}

const isRecent = (at: number) => performance.now() - at < failureMemory

/** Creates the checks behind `/healthz` and `/readyz`. */
export const createHealth = ({ db, dataDir }: HealthOptions): Health => {
  const failed = { busy: -Infinity, full: -Infinity }
  const isReachable = createReachableCheck(db)

  const database = async (): Promise<HealthChecks['database']> => {
    if (!(await isReachable())) return 'unreachable'
    return isRecent(failed.busy) ? 'busy' : 'ok'
  }

  const disk = async (): Promise<HealthChecks['disk']> =>
    isRecent(failed.full) || (await isDiskFull(dataDir)) ? 'full' : 'ok'

  return {
    check: async () => {
      const [one, other] = await Promise.all([database(), disk()])
      return { database: one, disk: other }
    },
    recordError: (thrown) => {
      if (isBusy(thrown)) failed.busy = performance.now()
      if (isFull(thrown)) failed.full = performance.now()
    },
    recordWrite: () => {
      failed.busy = -Infinity
      failed.full = -Infinity
    },
  }
}

/** The health of a process with remote content, which needs nothing that could be missing. */
export const alwaysHealthy: Health = {
  check: async () => ({ database: 'ok', disk: 'ok' }),
  recordError: () => {},
  recordWrite: () => {},
}
