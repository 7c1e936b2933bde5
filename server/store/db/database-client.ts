/** An open database, and how those who wait for its events hear of them. */
import type { Revision } from './revision.ts'
import type { Database } from './schema.ts'

export interface DatabaseClient {
  db: Database
  /** Calls back whenever any process may have committed events, until the returned function is called. */
  subscribe: (heard: () => void) => () => void
  /** To be called after a commit that appended events. */
  emit: () => void
  /** Tells what is kept in memory from what has been written since. */
  revision: Revision
  close: () => Promise<void>
}

/** Those who wait in this process. */
export const createEmitter = () => {
  const waiting = new Set<() => void>()
  return {
    emit: () => waiting.forEach((heard) => heard()),
    subscribe: (heard: () => void) => {
      waiting.add(heard)
      return () => void waiting.delete(heard)
    },
  }
}

/** What went wrong, in few words and on one line. */
export const describeError = (error: unknown) => {
  const { code, message } = error as { code?: string; message?: string }
  // Node gathers refused connections to several addresses into an error without words.
  return (message || code || String(error)).replaceAll(/\s+/g, ' ').trim()
}
