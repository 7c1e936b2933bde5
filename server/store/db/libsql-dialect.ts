/**
 * Defines the Kysely dialect for a libsql file: one connection, and one write transaction at a time across all
 * processes.
 *
 * Kysely's own driver begins a transaction without the lock and takes it with the first write. A statement
 * that the lock then refuses is not reset by libsql and stays active for ever, so no commit succeeds until
 * the process ends. This driver takes it by `LibsqlLock`.
 */
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
import { LibsqlLock, type LockLimits } from './libsql-lock.ts'
import { type LibsqlConnection, cachePreparedStatements } from './prepared-statements.ts'

const isReading = ({ query }: CompiledQuery, isReader: boolean) =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && isReader)

class LibsqlDriver implements Driver {
  readonly #database: LibsqlConnection
  readonly #lock: LibsqlLock
  readonly #connection: DatabaseConnection

  constructor(database: LibsqlConnection, limits: LockLimits) {
    this.#database = database
    this.#lock = new LibsqlLock(database, limits)
    this.#connection = {
      executeQuery: (query) => this.#execute(query),
      streamQuery: (query) => this.#stream(query),
    }
  }

  async init() {}

  async acquireConnection() {
    await this.#lock.acquireConnection()
    return this.#connection
  }

  async releaseConnection() {
    // The next user of the connection must not inherit an open transaction, whatever went wrong before.
    try {
      this.#lock.rollBack()
    } finally {
      this.#lock.releaseConnection()
    }
  }

  async beginTransaction(_: DatabaseConnection, { accessMode }: TransactionSettings) {
    if (accessMode === 'read only') this.#database.exec('begin')
    else await this.#lock.beginWriting()
  }

  async commitTransaction() {
    this.#database.exec('commit')
  }

  async rollbackTransaction() {
    this.#lock.rollBack()
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

  async #execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = this.#database.prepare(query.sql)
    const run = (): QueryResult<Row> => {
      if (statement.reader) return { rows: statement.all(query.parameters) as Row[] }
      const { changes, lastInsertRowid } = statement.run(query.parameters)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    }
    if (this.#database.inTransaction) return run()
    return isReading(query, statement.reader) ? this.#lock.retryWhileBusy(run) : this.#write(run)
  }

  /** Runs a single write in a transaction of its own. */
  async #write<Result>(run: () => Result) {
    await this.#lock.beginWriting()
    try {
      const result = run()
      this.#database.exec('commit')
      return result
    } catch (error) {
      this.#lock.rollBack()
      throw error
    }
  }

  async *#stream<Row>({ sql, parameters }: CompiledQuery): AsyncGenerator<QueryResult<Row>> {
    for (const row of this.#database.prepare(sql).iterate(parameters)) yield { rows: [row as Row] }
  }
}

/** Makes Kysely run schema changes in transactions, so that of two processes starting together only one migrates. */
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
