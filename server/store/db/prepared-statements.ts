/**
 * Caches prepared statements, because the same few run over and over, and preparing most of them takes longer than
 * running them. A map that drops its oldest entry is enough, and faster than a library such as lru-cache.
 */

interface PreparedStatement {
  readonly reader: boolean
  all: (parameters: readonly unknown[]) => unknown[]
  run: (parameters: readonly unknown[]) => {
    changes: number | bigint
    lastInsertRowid: number | bigint
  }
  iterate: (parameters: readonly unknown[]) => Iterable<unknown>
}

/** The part of a libsql connection that is used here. */
export interface LibsqlConnection {
  prepare: (text: string) => PreparedStatement
  exec: (text: string) => void
  readonly inTransaction: boolean
  close: () => void
}

const maxStatements = 200

/**
 * Wraps a connection so that each statement is prepared once. A connection runs one statement at a time, so
 * a cached one is never in use twice.
 */
export const cachePreparedStatements = (connection: LibsqlConnection): LibsqlConnection => {
  const statements = new Map<string, PreparedStatement>()
  return {
    exec: (text) => connection.exec(text),
    get inTransaction() {
      return connection.inTransaction
    },
    close: () => {
      statements.clear()
      connection.close()
    },
    prepare: (text) => {
      const cached = statements.get(text)
      if (cached) return cached
      const statement = connection.prepare(text)
      // Statements with a variable number of values have different texts; the oldest is evicted.
      if (statements.size >= maxStatements) statements.delete(statements.keys().next().value!)
      statements.set(text, statement)
      return statement
    },
  }
}
