/**
 * A number that changes whenever any process has changed the content. A response cached at the current
 * revision is not stale.
 */

/** Reads the current revision. On libsql this process's own writes need not change it. */
export type Revision = () => number | Promise<number>

/** The revision of content that no other process changes. */
export const constantRevision: Revision = () => 0

/**
 * Reads once for all requests that arrived in the same turn of the event loop. They were sent before it is
 * read, so it covers everything they must see.
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
 * Serializes the reads and shares one among all callers that are waiting: each gets a revision that was
 * read after its call.
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
