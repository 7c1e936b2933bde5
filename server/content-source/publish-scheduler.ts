/** Publishes scheduled drafts when they are due, and deletes old events, entries of the audit log and what can no longer be restored. */
import type { AuditLog } from '../audit/audit-log.ts'
import type { Log } from '../log.ts'
import type { EventLog } from '../store/events/event-log.ts'
import type { createRestorationCleanup } from '../store/restorations.ts'
import type { Store } from '../store/store.ts'
import { isoDate } from '../store/db/iso-date.ts'

interface ScheduleOptions {
  store: Pick<Store, 'nextDue' | 'publishDue'>
  events: Pick<EventLog, 'deleteBefore'>
  auditLog: Pick<AuditLog, 'deleteBefore'>
  restorations: ReturnType<typeof createRestorationCleanup>
  /** The time for which entries of the audit log are kept, in milliseconds; null to keep all. */
  auditLifetime: number | null
  log: Log
  clock: () => number
}

const hour = 60 * 60 * 1_000
/**
 * The maximum time between two checks, in milliseconds. A single long timer would be late after the clock was set
 * forward or the machine slept.
 */
const interval = 2_000
/** The time between two deletions of what is too old, in milliseconds. */
const cleanupInterval = 24 * hour
/** The time for which events are kept for clients that reconnect, in milliseconds. */
const eventLifetime = 30 * 24 * hour

type PublishOptions = Pick<ScheduleOptions, 'store' | 'log' | 'clock'>

/**
 * Publishes the drafts that are due, and returns the time at which the next one is due, as an ISO date; null when there
 * is none.
 */
const publishDueDrafts = async ({ store, clock }: PublishOptions) => {
  const due = await store.nextDue()
  if (due === null || Date.parse(due) > clock()) return due
  await store.publishDue()
  return store.nextDue()
}

/** Returns a function that publishes the drafts that are due and logs errors; its result is null after one. */
const createTryPublish = (options: PublishOptions) => {
  let hasFailed = false
  return async () => {
    try {
      const due = await publishDueDrafts(options)
      hasFailed = false
      return due
    } catch (error) {
      // Logged once, not every few seconds while the database is away.
      if (!hasFailed) options.log.error(error, 'schedule')
      hasFailed = true
      return null
    }
  }
}

/** Returns a function that deletes what is too old, and logs errors. */
const createCleanup = (options: ScheduleOptions) => {
  const { events, auditLog, auditLifetime, restorations, log, clock } = options
  const logError = (error: unknown) => log.error(error, 'schedule')
  return () => {
    restorations.deleteExpired(clock()).catch(logError)
    events.deleteBefore(isoDate(clock() - eventLifetime)).catch(logError)
    if (auditLifetime !== null)
      auditLog.deleteBefore(isoDate(clock() - auditLifetime)).catch(logError)
  }
}

/** Creates the scheduler. Nothing is published before the first call of `run`. */
export const createPublishScheduler = (options: ScheduleOptions) => {
  const { clock } = options
  const tryPublish = createTryPublish(options)
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const scheduleNextRun = (due: string | null) => {
    const wait = due === null ? interval : Math.max(1, Date.parse(due) - clock())
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(run, Math.min(interval, wait)).unref()
  }

  /** Publishes what is due and schedules the next run: when the next draft is due, and at least every few seconds. */
  const run = () => {
    clearTimeout(timer)
    tryPublish().then(scheduleNextRun, () => scheduleNextRun(null))
  }

  const cleanup = createCleanup(options)
  // At the start as well: a server may be started anew every day.
  cleanup()
  const cleanupTimer = setInterval(cleanup, cleanupInterval).unref()

  return {
    /** Publishes what is due. Call it at the start and after every write, which may have changed a date. */
    run,
    close() {
      isClosed = true
      clearTimeout(timer)
      clearInterval(cleanupTimer)
    },
  }
}
