import { memoizeAsync } from '#content/memoize-async.ts'

/**
 * Returns a function that reads when the next scheduled draft is due, as ISO text or null, once until `forget` is called
 * or reading fails.
 */
export const memoizeNextDue = (read: () => Promise<string | null>) => {
  let nextDue = memoizeAsync(read)
  return {
    nextDue: () => nextDue(),
    forget: () => {
      nextDue = memoizeAsync(read)
    },
  }
}
