/** Publishes scheduled drafts when their time comes, though nobody may be looking, and forgets old events. */
import type { Log } from '../log.ts'
import type { EventLog } from '../store/events/event-log.ts'
import type { Store } from '../store/store.ts'

interface ScheduleOptions {
  store: Pick<Store, 'nextDue' | 'publishDue'>
  events: Pick<EventLog, 'forgetBefore'>
  log: Log
  clock: () => number
}

const hour = 60 * 60 * 1_000
/**
 * How long it is not looked at the clock, in milliseconds: a clock that is set forward, or a machine that slept, makes
 * something due that a timer would still sleep over.
 */
const interval = 2_000
/** How long somebody may have been away and still hear everything they missed. */
const remembered = 30 * 24 * hour

export const createPublishScheduler = ({ store, events, log, clock }: ScheduleOptions) => {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  let hasFailed = false

  /** Publishes what is due; gives when the next one is. */
  const publish = async () => {
    const due = await store.nextDue()
    if (due === null || Date.parse(due) > clock()) return due
    await store.publishDue()
    return store.nextDue()
  }

  const tried = async () => {
    try {
      const due = await publish()
      hasFailed = false
      return due
    } catch (error) {
      // Said once, and not every few seconds while the database is away.
      if (!hasFailed) log.error(error, 'schedule')
      hasFailed = true
      return null
    }
  }

  const lookAgain = (due: string | null) => {
    const wait = due === null ? interval : Math.max(1, Date.parse(due) - clock())
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(look, Math.min(interval, wait)).unref()
  }

  /** Publishes what is due and looks again: when the next one is, and every few seconds until then. */
  const look = () => {
    clearTimeout(timer)
    tried().then(lookAgain, () => lookAgain(null))
  }

  const forget = () => {
    events
      .forgetBefore(new Date(clock() - remembered).toISOString())
      .catch((error: unknown) => log.error(error, 'schedule'))
  }
  const forgetting = setInterval(forget, 24 * hour).unref()

  return {
    /** To be called at the start, and whenever something was written: it may have been a date. */
    look,
    close() {
      isOver = true
      clearTimeout(timer)
      clearInterval(forgetting)
    },
  }
}
