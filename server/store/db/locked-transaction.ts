import type { Database } from './schema.ts'
import { lockWrites } from './sql.ts'

/** One change after the other, so that rules about other accounts hold when they are looked at. */
export const lockedTransaction = <Answer>(db: Database, write: (tx: Database) => Promise<Answer>) =>
  db.transaction().execute(async (tx) => {
    await lockWrites(tx)
    return write(tx)
  })
