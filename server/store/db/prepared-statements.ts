/** Statements stay prepared: there are few texts, asked over and over, and preparing costs more than most of them take. */

interface PreparedStatement {
  readonly reader: boolean
  all: (parameters: readonly unknown[]) => unknown[]
  run: (parameters: readonly unknown[]) => {
    changes: number | bigint
    lastInsertRowid: number | bigint
  }
  iterate: (parameters: readonly unknown[]) => Iterable<unknown>
}

/** A connection as libsql has it. */
export interface LibsqlConnection {
  prepare: (text: string) => PreparedStatement
  exec: (text: string) => void
  readonly inTransaction: boolean
  close: () => void
}

const maxStatements = 200

/** One connection runs one statement at a time, so the same one is never in use twice. */
export const cachePreparedStatements = (connection: LibsqlConnection): LibsqlConnection => {
  const kept = new Map<string, PreparedStatement>()
  return {
    exec: (text) => connection.exec(text),
    get inTransaction() {
      return connection.inTransaction
    },
    close: () => {
      kept.clear()
      connection.close()
    },
    prepare: (text) => {
      const found = kept.get(text)
      if (found) return found
      const statement = connection.prepare(text)
      // Lists of values make texts of their own; the oldest makes room.
      if (kept.size >= maxStatements) kept.delete(kept.keys().next().value!)
      kept.set(text, statement)
      return statement
    },
  }
}
