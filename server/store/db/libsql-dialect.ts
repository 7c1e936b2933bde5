/**
 * Kysely dialect for a libsql file: one connection, and one write transaction at a time across all
 * processes.
 *
 * Kysely's own driver begins a transaction without the lock and takes it with the first write. A statement
 * that the lock then refuses is not reset by libsql and stays active for ever, so no commit succeeds until
 * the process ends. This driver takes the lock with BEGIN IMMEDIATE, outside any statement, and waits for
 * it without blocking the thread.
 */
import { setTimeout } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import { isBusy } from './database-errors.ts'
import { type LibsqlConnection, cachePreparedStatements } from './prepared-statements.ts'

/** Milliseconds between two attempts to take the lock. */
const retryInterval = 10

export interface LockLimits {
  /** Milliseconds a write waits for other processes to finish theirs before it is refused. */
  lockTimeout: number
}

const isReading = ({ query }: CompiledQuery, isReader: boolean) =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && isReader)

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

class LibsqlDriver implements Driver {
  readonly #database: LibsqlConnection
  readonly #limits: LockLimits
  readonly #connectionMutex = new Mutex()
  readonly #lockMutex = new Mutex()
  readonly #connection: DatabaseConnection

  constructor(database: LibsqlConnection, limits: LockLimits) {
    this.#database = database
    this.#limits = limits
    this.#connection = {
      executeQuery: (query) => this.#execute(query),
      streamQuery: (query) => this.#stream(query),
    }
  }

  async init() {}

  async acquireConnection() {
    await this.#connectionMutex.acquire()
    return this.#connection
  }

  async releaseConnection() {
    // The next user of the connection must not inherit an open transaction, whatever went wrong before.
    try {
      this.#rollBack()
    } finally {
      this.#connectionMutex.release()
    }
  }

  async beginTransaction(_: DatabaseConnection, { accessMode }: TransactionSettings) {
    if (accessMode === 'read only') this.#database.exec('begin')
    else await this.#beginWriting()
  }

  async commitTransaction() {
    this.#database.exec('commit')
  }

  async rollbackTransaction() {
    this.#rollBack()
  }

  async savepoint(_: DatabaseConnection, name: string) {
    this.#database.exec(`savepoint "${name}"`)
  }

  async rollbackToSavepoint(_: DatabaseConnection, name: string) {
    this.#database.exec(`rollback to "${name}"`)
  }

  async releaseSavepoint(_: DatabaseConnection, name: string) {
    this.#database.exec(`release "${name}"`)
  }

  async destroy() {
    this.#database.close()
  }

  /** Rolls back if a transaction is still open; a full disk ends it without being asked. */
  #rollBack() {
    if (this.#database.inTransaction) this.#database.exec('rollback')
  }

  /**
   * Takes the write lock. While another process holds it, readers of this process may use the connection.
   */
  async #beginWriting() {
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

  async #execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = this.#database.prepare(query.sql)
    const run = (): QueryResult<Row> => {
      if (statement.reader) return { rows: statement.all(query.parameters) as Row[] }
      const { changes, lastInsertRowid } = statement.run(query.parameters)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    }
    if (this.#database.inTransaction) return run()
    return isReading(query, statement.reader) ? this.#read(run) : this.#write(run)
  }

  /** Runs a single write in a transaction of its own. */
  async #write<Result>(run: () => Result) {
    await this.#beginWriting()
    try {
      const result = run()
      this.#database.exec('commit')
      return result
    } catch (error) {
      this.#rollBack()
      throw error
    }
  }

  /**
   * Retries a read while the file is being recovered, the only time a reader is blocked. Running it again
   * also resets the statement.
   */
  async #read<Result>(run: () => Result) {
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

  async *#stream<Row>({ sql, parameters }: CompiledQuery): AsyncGenerator<QueryResult<Row>> {
    for (const row of this.#database.prepare(sql).iterate(parameters)) yield { rows: [row as Row] }
  }
}

/** Runs schema changes in transactions, so that of two processes starting together only one migrates. */
class LibsqlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

/** Returns the dialect for a connection. It prepares each statement once. */
export const createLibsqlDialect = (database: LibsqlConnection, limits: LockLimits): Dialect => ({
  createDriver: () => new LibsqlDriver(cachePreparedStatements(database), limits),
  createAdapter: () => new LibsqlAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})
