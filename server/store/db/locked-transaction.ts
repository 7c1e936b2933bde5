import type { Database } from './schema.ts'
import { lockWrites } from './sql-dialect.ts'

/** Runs a transaction that holds the write lock, so that rules which read other rows still hold when it commits. */
export const lockedTransaction = <Result>(db: Database, write: (tx: Database) => Promise<Result>) =>
  db.transaction().execute(async (tx) => {
    await lockWrites(tx)
    return write(tx)
  })
