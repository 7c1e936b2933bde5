/** Revokes access to an account after its password, address, roles, status or second factor have changed. */
import type { Database } from '../store/db/schema.ts'

/** Ends all sessions of an account but that with the hash `kept`, of a user who changes their own account. */
export const endSessions = async (tx: Database, accountId: string, kept?: string | null) => {
  await tx
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('token_hash', '!=', kept ?? '')
    .execute()
}

/**
 * Ends all sessions of an account but the kept one, and deletes its sign-ins that wait for a code, its tokens, and its queued
 * mails with tokens.
 */
export const revokeAccess = async (
  tx: Database,
  accountId: string,
  keptSession?: string | null,
) => {
  await endSessions(tx, accountId, keptSession)
  for (const table of ['sign_in_challenge', 'token', 'mail'] as const)
    await tx.deleteFrom(table).where('account_id', '=', accountId).execute()
}
