/**
 * Locks a libsql file: its one connection has one user at a time, and one transaction at a time writes, across all
 * processes. The write lock is taken with BEGIN IMMEDIATE, outside any statement, and waited for without blocking the
 * thread.
 */
import { setTimeout } from 'node:timers/promises'
import { isBusy } from './database-errors.ts'
import type { LibsqlConnection } from './prepared-statements.ts'

/** The time between two attempts to take the lock, in milliseconds. */
const retryInterval = 10

export interface LockLimits {
  /** The time for which a write waits for those of other processes before it is refused, in milliseconds. */
  lockTimeout: number
}

/** A first-in, first-out mutex. */
class Mutex {
  #last = Promise.resolve()
  #release = () => {}

  async acquire() {
    const before = this.#last
    let release = () => {}
    this.#last = new Promise((resolve) => (release = resolve))
    await before
    this.#release = release
  }

  release() {
    this.#release()
  }
}

/** The locks on the connection and on writes, first come, first served. */
export class LibsqlLock {
  readonly #database: LibsqlConnection
  readonly #limits: LockLimits
  readonly #connectionMutex = new Mutex()
  readonly #lockMutex = new Mutex()

  constructor(database: LibsqlConnection, limits: LockLimits) {
    this.#database = database
    this.#limits = limits
  }

  acquireConnection() {
    return this.#connectionMutex.acquire()
  }

  releaseConnection() {
    this.#connectionMutex.release()
  }

  /** Rolls back if a transaction is still open; a full disk ends it without being asked. */
  rollBack() {
    if (this.#database.inTransaction) this.#database.exec('rollback')
  }

  /**
   * Takes the write lock. While another process holds it, readers of this process may use the connection.
   */
  async beginWriting() {
    if (this.#tryToBegin()) return
    const until = performance.now() + this.#limits.lockTimeout
    // One waiter retries on behalf of all the others.
    await this.#releaseWhile(() => this.#lockMutex.acquire())
    try {
      while (!this.#tryToBegin(performance.now() >= until))
        await this.#releaseWhile(() => setTimeout(retryInterval))
    } finally {
      this.#lockMutex.release()
    }
  }

  /**
   * Returns false while another process holds the write lock; on the last attempt it throws the error
   * instead.
   */
  #tryToBegin(isLast = false) {
    try {
      this.#database.exec('begin immediate')
      return true
    } catch (error) {
      if (isLast || !isBusy(error)) throw error
      return false
    }
  }

  /** Releases the connection while it waits. */
  async #releaseWhile(wait: () => Promise<unknown>) {
    this.#connectionMutex.release()
    try {
      await wait()
    } finally {
      await this.#connectionMutex.acquire()
    }
  }

  /**
   * Retries a read while the file is being recovered, the only time a reader is blocked. Running it again
   * also resets the statement.
   */
  async retryWhileBusy<Result>(run: () => Result) {
    const until = performance.now() + this.#limits.lockTimeout
    for (;;) {
      try {
        return run()
      } catch (error) {
        if (!isBusy(error) || performance.now() >= until) throw error
      }
      await setTimeout(retryInterval)
    }
  }
}
