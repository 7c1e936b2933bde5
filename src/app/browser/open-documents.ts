/** Tells which documents of this browser are open: each holds a lock for as long as it lives. */

/**
 * Holds a lock from now on, or once the document that holds it is gone. Resolves with the names of all locks that are held; null
 * for a site without TLS, which has no locks.
 */
export const holdLock = async (name: string): Promise<ReadonlySet<string | undefined> | null> => {
  const locks: LockManager | undefined = navigator.locks
  if (!locks) return null
  // Without a lock, the query fails as well.
  locks.request(name, () => new Promise(() => {})).catch(() => {})
  const { held } = await locks.query()
  return new Set(held?.map((lock) => lock.name))
}
