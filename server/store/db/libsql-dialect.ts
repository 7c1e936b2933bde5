/**
 * libsql in a file, for Kysely: one connection, and one transaction that writes at a time, in this process and in
 * others. Kysely's own driver begins a transaction without the lock and takes it with the first write. A statement that
 * the lock then refuses is not reset by libsql and stays under way for ever, and with it no commit succeeds until the
 * process ends. Here the lock is taken by BEGIN IMMEDIATE, outside any statement, and waited for without the thread.
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

/** Between two attempts at the lock, in milliseconds. */
const retryInterval = 10

export interface LockLimits {
  /** How long a write waits for other processes to finish theirs before it is refused, in milliseconds. */
  lockTimeout: number
}

const isReading = ({ query }: CompiledQuery, isReader: boolean) =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && isReader)

/** Who has something of which there is one; the next in line gets it when it is released. */
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
    // Whatever went wrong, nobody is handed a transaction that somebody else has begun.
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

  /** A full disk ends a transaction by itself. */
  #rollBack() {
    if (this.#database.inTransaction) this.#database.exec('rollback')
  }

  /** Takes the write lock. While another process has it others in this one may have the connection, to read. */
  async #beginWriting() {
    if (this.#tryToBegin()) return
    const until = performance.now() + this.#limits.lockTimeout
    // One asks for all who wait.
    await this.#releaseWhile(() => this.#lockMutex.acquire())
    try {
      while (!this.#tryToBegin(performance.now() >= until))
        await this.#releaseWhile(() => setTimeout(retryInterval))
    } finally {
      this.#lockMutex.release()
    }
  }

  /** False while another process writes; throws that when it is the last attempt. */
  #tryToBegin(isLast = false) {
    try {
      this.#database.exec('begin immediate')
      return true
    } catch (error) {
      if (isLast || !isBusy(error)) throw error
      return false
    }
  }

  /** Waits without the connection. */
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

  /** A write by itself is a transaction as well. */
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

  /** Readers wait for nobody, except while the file is being recovered; asking again also resets the statement. */
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

/** Tables are made in a transaction too, so that of two processes that start together one makes them. */
class LibsqlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

export const createLibsqlDialect = (database: LibsqlConnection, limits: LockLimits): Dialect => ({
  createDriver: () => new LibsqlDriver(cachePreparedStatements(database), limits),
  createAdapter: () => new LibsqlAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})
