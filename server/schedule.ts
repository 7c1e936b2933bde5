/** Publishes scheduled drafts when their time comes, though nobody may be looking, and forgets old events. */
import type { Log } from './log.ts'
import type { EventLog } from './store/event-log.ts'
import type { Store } from './store/store.ts'

interface ScheduleOptions {
  store: Pick<Store, 'nextDue' | 'publishDue'>
  events: Pick<EventLog, 'forgetBefore'>
  log: Log
  clock: () => number
}

const hour = 60 * 60 * 1_000
/** How long somebody may have been away and still hear everything they missed. */
const remembered = 30 * 24 * hour

export const createSchedule = ({ store, events, log, clock }: ScheduleOptions) => {
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  const publish = async () => {
    const due = await store.nextDue()
    if (due === null || Date.parse(due) > clock()) return due
    await store.publishDue()
    return store.nextDue()
  }

  /** Looks when the next is due, and at every hour in between: a longer wait does not fit a timer. */
  const look = async () => {
    clearTimeout(timer)
    const due = await publish().catch((error: unknown) => {
      log.trouble(error, 'schedule')
      return null
    })
    const wait = due === null ? hour : Math.min(hour, Math.max(1, Date.parse(due) - clock()))
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(look, wait).unref()
  }

  const forget = () =>
    events
      .forgetBefore(new Date(clock() - remembered).toISOString())
      .catch((error: unknown) => log.trouble(error, 'schedule'))
  const forgetting = setInterval(forget, 24 * hour).unref()

  return {
    /** To be called at the start, and whenever something was written: it may have been a date. */
    look: () => void look(),
    close() {
      isOver = true
      clearTimeout(timer)
      clearInterval(forgetting)
    },
  }
}
