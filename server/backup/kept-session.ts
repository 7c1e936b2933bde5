/** Keeps one session while all accounts are replaced, which ends the others. */
import type { Database } from '../store/db/schema.ts'

/**
 * Reads a session before it is deleted, and returns a function that stores it again. That resolves to true if its account
 * is there and may sign in.
 */
export const keepSession = async (tx: Database, hash: string | null) => {
  const session =
    hash === null
      ? undefined
      : await tx.selectFrom('session').selectAll().where('token_hash', '=', hash).executeTakeFirst()
  return {
    restore: async () => {
      if (!session) return false
      const account = await tx
        .selectFrom('account')
        .select('id')
        .where('id', '=', session.account_id)
        .where('enabled', '=', 1)
        .where('verified', '=', 1)
        .executeTakeFirst()
      if (!account) return false
      await tx.insertInto('session').values(session).execute()
      return true
    },
  }
}
