/**
 * A number that is another one once anybody, in this process or not, has changed the content. What was answered at a
 * revision that still holds is not stale.
 */

/** As it is at some moment after the call; this process's own writes on libsql need not show in it. */
export type Revision = () => number | Promise<number>

export const constantRevision: Revision = () => 0

/**
 * Read once for all requests that have arrived together. They were sent before the event loop turned to them, and so
 * before this is read, whatever they are to see.
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

/** Read by one after the other, and once for all who ask meanwhile: each gets one that was read after it asked. */
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
