/**
 * Writes problems that nobody has to act on to the console, without flooding it. Some lines that a client of CWA
 * (https://cwa.rocks) logs cannot occur here: a machine adds a resource only in a state that has its data ("Cannot add
 * resource. …"), a superseded fetch chain is stopped and saves nothing ("Not Saved. Fetching token …"), and live
 * updates read through services that exist from the start ("Mercure cannot fetch resources. …").
 */

/**
 * Milliseconds in which repeats of a message are counted.
 * @internal Exported for tests.
 */
export const repeatWindow = 1000

/**
 * The number of repeats in that time that are written; the others are only counted.
 * @internal Exported for tests.
 */
export const maxRepeats = 5

/**
 * Returns a logger. A message that repeats more often than `maxRepeats` within `repeatWindow` is held back, and one
 * line at the end of that time says how often.
 * @internal Exported for tests; the browser has one, below.
 */
export const createLogger = (write: (line: string) => void) => {
  const repeats = new Map<string, number>()

  const endWindow = (message: string) => {
    const heldBack = repeats.get(message)! - maxRepeats
    repeats.delete(message)
    if (heldBack > 0) write(`${message} (repeated ${heldBack} more times)`)
  }

  return (message: string) => {
    const count = repeats.get(message)
    if (count === undefined) setTimeout(() => endWindow(message), repeatWindow)
    repeats.set(message, count === undefined ? 0 : count + 1)
    if (count === undefined || count < maxRepeats) write(message)
  }
}

/** Logs a message once, or as often as the limits above allow. */
export const log = createLogger((line) => console.error(line))
