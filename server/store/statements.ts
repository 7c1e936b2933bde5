/** Statements stay prepared: there are few texts, asked over and over, and preparing costs more than most of them take. */
import type { SqliteDatabase, SqliteStatement } from 'kysely'

const most = 200

/** One connection runs one statement at a time, so the same one is never in use twice. */
export const keepPrepared = (database: SqliteDatabase): SqliteDatabase => {
  const kept = new Map<string, SqliteStatement>()
  return {
    close: () => {
      kept.clear()
      database.close()
    },
    prepare: (text) => {
      const found = kept.get(text)
      if (found) return found
      const statement = database.prepare(text)
      // Lists of values make texts of their own; the oldest makes room.
      if (kept.size >= most) kept.delete(kept.keys().next().value!)
      kept.set(text, statement)
      return statement
    },
  }
}
