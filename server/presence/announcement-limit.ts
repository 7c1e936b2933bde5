import { TooManyAttemptsError } from '../domain-errors.ts'

/** The time in which the announcements of an account are counted, in milliseconds. */
const timeWindow = 10_000
/** The maximum number of announcements in it: one tab that is worked in makes about twenty. */
const maxAnnouncements = 100

/**
 * Returns a function that counts the announcements of an account in this process, and throws a `TooManyAttemptsError`
 * after too many. They are not counted in the database as other attempts are, since counting would cost as much as
 * storing them.
 */
export const createAnnouncementLimit = (clock: () => number) => {
  let counts = new Map<string, number>()
  let startedAt = clock()
  return (accountId: string) => {
    const elapsed = clock() - startedAt
    if (elapsed < 0 || elapsed >= timeWindow) {
      counts = new Map()
      startedAt = clock()
    }
    const count = (counts.get(accountId) ?? 0) + 1
    counts.set(accountId, count)
    if (count > maxAnnouncements) {
      throw new TooManyAttemptsError('Please wait a moment.', timeWindow / 1_000)
    }
  }
}
