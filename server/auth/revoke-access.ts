/** Ends every way into an account that its password, address, roles or being enabled has opened. */
import type { Database } from '../store/db/schema.ts'

/**
 * All sessions, all keys that were sent by mail, and the mails with keys that are still to be sent. `kept` is the session
 * of whoever changes their own account.
 */
export const revokeAccess = async (tx: Database, accountId: string, kept?: string | null) => {
  await tx
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('token_hash', '!=', kept ?? '')
    .execute()
  await tx.deleteFrom('token').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('mail').where('account_id', '=', accountId).execute()
}
