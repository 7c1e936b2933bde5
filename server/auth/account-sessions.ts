/** Lists and ends the sessions of one account. */
import { isoDate } from '../store/db/iso-date.ts'
import type { Database } from '../store/db/schema.ts'
import { sessionLifetime } from './session-lifetime.ts'

interface SessionContext {
  db: Database
  clock: () => number
}

/** The maximum number of sessions that are listed; older ones are not. */
const maxListedSessions = 100

export interface AccountSession {
  id: string
  /** The time of signing in, in milliseconds since 1970. */
  signedInAt: number
  /** The time of the last request, in milliseconds since 1970. It is noted once a day. */
  usedAt: number
  userAgent: string | null
}

const list = async (
  { db, clock }: SessionContext,
  accountId: string,
): Promise<AccountSession[]> => {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'created_at', 'expires_at', 'user_agent'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', isoDate(clock()))
    .orderBy('expires_at', 'desc')
    .orderBy('id')
    .limit(maxListedSessions)
    .execute()
  return rows.map(({ id, created_at, expires_at, user_agent }) => ({
    id,
    signedInAt: Date.parse(created_at),
    usedAt: Date.parse(expires_at) - sessionLifetime,
    userAgent: user_agent,
  }))
}

/** Creates the functions that list and end the sessions of an account, which is named by its id. */
export const createAccountSessions = (context: SessionContext) => ({
  list: (accountId: string) => list(context, accountId),

  /** Ends one session. Resolves to false if the account has none with this id. */
  async end(accountId: string, id: string) {
    const { numDeletedRows } = await context.db
      .deleteFrom('session')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },

  /** Ends all sessions but the one with the id `kept`. */
  async endOthers(accountId: string, kept: string | undefined) {
    await context.db
      .deleteFrom('session')
      .where('account_id', '=', accountId)
      .where('id', '!=', kept ?? '')
      .execute()
  },
})
