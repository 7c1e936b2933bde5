import type { Database } from '../store/schema.ts'
import { lockWrites } from '../store/sql.ts'

/** One change after the other, so that rules about other accounts hold when they are looked at. */
export const writing = <Answer>(db: Database, write: (tx: Database) => Promise<Answer>) =>
  db.transaction().execute(async (tx) => {
    await lockWrites(tx)
    return write(tx)
  })
