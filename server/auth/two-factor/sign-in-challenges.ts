/** Remembers for a few minutes whose password was right, until the code follows. */
import { lockedTransaction } from '../../store/db/locked-transaction.ts'
import { isoDate } from '../../store/db/iso-date.ts'
import type { AccountTable, Database } from '../../store/db/schema.ts'
import { createToken, hashToken } from '../tokens.ts'

const challengeLifetime = 5 * 60 * 1_000
/** The number of wrong codes after which the password has to be entered again. */
const maxFailures = 5

const remove = async (db: Database, tokenHash: string) => {
  await db.deleteFrom('sign_in_challenge').where('token_hash', '=', tokenHash).execute()
}

/**
 * Issues a challenge and returns its token; null when the account's password has changed since it was checked: such a change
 * has revoked all challenges, and none may begin afterwards with what was valid before.
 */
const issue = (db: Database, clock: () => number, { id, password }: AccountTable) => {
  const token = createToken()
  return lockedTransaction(db, async (tx) => {
    const current = await tx
      .selectFrom('account')
      .select('id')
      .where('id', '=', id)
      .where('password', '=', password)
      .executeTakeFirst()
    if (!current) return null
    const now = clock()
    await tx.deleteFrom('sign_in_challenge').where('expires_at', '<=', isoDate(now)).execute()
    const row = { token_hash: hashToken(token), account_id: id, failures: 0 }
    const expires_at = isoDate(now + challengeLifetime)
    await tx
      .insertInto('sign_in_challenge')
      .values({ ...row, expires_at })
      .execute()
    return token
  })
}

/** Creates the challenges of sign-ins whose password was right. */
export const createSignInChallenges = (db: Database, clock: () => number) => ({
  issue: (account: AccountTable) => issue(db, clock, account),

  /** Returns the account that a token stands for; undefined for a token that is not valid (any more). */
  findAccount: (token: string) =>
    db
      .selectFrom('sign_in_challenge')
      .innerJoin('account', 'account.id', 'sign_in_challenge.account_id')
      .selectAll('account')
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', isoDate(clock()))
      .where('failures', '<', maxFailures)
      .executeTakeFirst(),

  /** Counts a code before it is checked. Resolves to false when there were too many, also of concurrent ones. */
  async countAttempt(token: string) {
    const { numUpdatedRows } = await db
      .updateTable('sign_in_challenge')
      .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
      .where('token_hash', '=', hashToken(token))
      .where('failures', '<', maxFailures)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  remove: (token: string) => remove(db, hashToken(token)),
})
