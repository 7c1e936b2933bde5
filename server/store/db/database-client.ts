/** Defines the interface of an open database, the same on libsql and PostgreSQL. */
import type { Revision } from './revision.ts'
import type { Database } from './schema.ts'

export interface DatabaseClient {
  db: Database
  /**
   * Calls the listener whenever any process may have committed events, until the returned function is
   * called.
   */
  subscribe: (listener: () => void) => () => void
  /** Notifies the listeners of this process; call it after a commit that appended events. */
  emit: () => void
  /** A number that changes whenever any process writes content; in-memory caches compare it. */
  revision: Revision
  close: () => Promise<void>
}

/**
 * Returns an emitter without payload for the listeners of this process. Not node:events: there is only
 * one event, which needs no name, and `subscribe` returns the function that ends the subscription.
 */
export const createEmitter = () => {
  const listeners = new Set<() => void>()
  return {
    emit: () => listeners.forEach((listener) => listener()),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Returns the message of an error, or its code, on one line. */
export const describeError = (error: unknown) => {
  const { code, message } = error as { code?: string; message?: string }
  // Node reports refused connections to several addresses as an AggregateError with an empty message.
  return (message || code || String(error)).replaceAll(/\s+/g, ' ').trim()
}
