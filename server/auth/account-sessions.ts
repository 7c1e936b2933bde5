/** Lists and ends the sessions of one account. */
import type { Actor } from '../audit/actor.ts'
import { logSignOut } from '../audit/session-entry.ts'
import { lockedTransaction } from '../store/db/locked-transaction.ts'
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

/** Ends sessions of an account but that with the id `kept`, or one by its id, and logs it. Returns their number. */
const end = (
  { db, clock }: SessionContext,
  accountId: string,
  actor: Actor,
  which: { id: string } | { kept: string | undefined },
) =>
  lockedTransaction(db, async (tx) => {
    const ended = await tx
      .deleteFrom('session')
      .where('account_id', '=', accountId)
      .where('id', 'id' in which ? '=' : '!=', 'id' in which ? which.id : (which.kept ?? ''))
      .returning('user_agent')
      .execute()
    const userAgents = ended.map(({ user_agent }) => user_agent)
    if (ended.length) await logSignOut(tx, actor, { accountId, userAgents }, clock())
    return ended.length
  })

/** Creates the functions that list and end the sessions of an account, which is named by its id. */
export const createAccountSessions = (context: SessionContext) => ({
  list: (accountId: string) => list(context, accountId),

  /** Ends one session. Resolves to false if the account has none with this id. */
  end: async (accountId: string, id: string, actor: Actor) =>
    (await end(context, accountId, actor, { id })) > 0,

  /** Ends all sessions but the one with the id `kept`. */
  endOthers: async (accountId: string, kept: string | undefined, actor: Actor) => {
    await end(context, accountId, actor, { kept })
  },
})
