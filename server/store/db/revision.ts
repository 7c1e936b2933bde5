/**
 * Reads the revision: a number that changes whenever any process has changed the content. A response cached at the
 * current revision is not stale.
 */

/** Returns the current revision. On libsql this process's own writes need not change it. */
export type Revision = () => number | Promise<number>

/** The revision of content that no other process changes. */
export const constantRevision: Revision = () => 0

/**
 * Returns a revision that is read once for all requests of one turn of the event loop. They arrived before it is read,
 * so it covers every write that they must see.
 */
export const cachedPerTick = (read: () => number): Revision => {
  let current: number | undefined
  const forget = () => void (current = undefined)
  return () => {
    if (current !== undefined) return current
    setImmediate(forget)
    return (current = read())
  }
}

/**
 * Returns a revision of which one read runs at a time. All calls that wait share the next one, so that each gets a
 * revision that was read after the call.
 */
export const coalesced = (read: () => Promise<number>): Revision => {
  let running: Promise<number> | undefined
  let next: Promise<number> | undefined

  const start = () => {
    next = undefined
    return (running = read().finally(() => {
      if (!next) running = undefined
    }))
  }
  return () => (running ? (next ??= running.then(start, start)) : start())
}
