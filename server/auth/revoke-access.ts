/** Revokes all access to an account after its password, address, roles or status have changed. */
import type { Database } from '../store/db/schema.ts'

/**
 * Deletes all sessions, sign-ins that wait for a code, and tokens of an account, and its queued mails with tokens. `keptSession` is the hash of the
 * session that stays, that of a user who changes their own account.
 */
export const revokeAccess = async (
  tx: Database,
  accountId: string,
  keptSession?: string | null,
) => {
  await tx
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('token_hash', '!=', keptSession ?? '')
    .execute()
  await tx.deleteFrom('sign_in_challenge').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('token').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('mail').where('account_id', '=', accountId).execute()
}
