/** Whether this process can do its work: what `/healthz` and `/readyz` answer. */
import { statfs } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { isBusy, isFull } from './store/db/database-errors.ts'
import type { Database } from './store/db/schema.ts'

/** One word for each thing that a server needs: `ok`, or what is the matter with it. */
export interface HealthChecks {
  database: 'ok' | 'unreachable' | 'busy'
  disk: 'ok' | 'full'
}

export interface Health {
  check: () => Promise<HealthChecks>
  /** To be told of every error that was answered: a full disk is known by the writes that fail. */
  recordError: (thrown: unknown) => void
  /** To be told of every write that succeeded: what kept others from it is over. */
  recordWrite: () => void
}

/** How long the database may take to answer before it counts as unreachable, in milliseconds. */
const patience = 2_000
/** How long one failed write is held against the database or the disk, in milliseconds. */
const memory = 15_000
/** What has to be free on the disk of `DATA_DIR`, in bytes: less does not hold one more upload. */
const leastFree = 8 * 1024 * 1024

interface HealthOptions {
  db: Database
  dataDir: string
}

export const createHealth = ({ db, dataDir }: HealthOptions): Health => {
  const failed = { busy: -Infinity, full: -Infinity }
  let asking: Promise<boolean> | undefined

  const isRecent = (at: number) => performance.now() - at < memory

  /** However many ask, one connection at most waits for a database that does not answer. */
  const answers = () =>
    (asking ??= sql`select 1`
      .execute(db)
      .then(
        () => true,
        () => false,
      )
      .finally(() => (asking = undefined)))

  const database = async (): Promise<HealthChecks['database']> => {
    const isThere = await Promise.race([answers(), setTimeout(patience, false, { ref: false })])
    if (!isThere) return 'unreachable'
    return isRecent(failed.busy) ? 'busy' : 'ok'
  }

  const disk = async (): Promise<HealthChecks['disk']> => {
    if (isRecent(failed.full)) return 'full'
    // Where the system does not say, the writes that fail do.
    const space = await statfs(dataDir).catch(() => null)
    return space && space.bavail * space.bsize < leastFree ? 'full' : 'ok'
  }

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

/** Where the content is elsewhere there is nothing here that could be missing. */
export const alwaysHealthy: Health = {
  check: async () => ({ database: 'ok', disk: 'ok' }),
  recordError: () => {},
  recordWrite: () => {},
}
