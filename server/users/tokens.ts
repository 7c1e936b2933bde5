/** Keys that are sent by mail: known here by their hash alone, good for one use and a while. */
import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../store/schema.ts'

export type Purpose = 'verify-email' | 'reset-password' | 'new-email'

const hour = 60 * 60 * 1000
const lifetime: Record<Purpose, number> = {
  'verify-email': 7 * 24 * hour,
  'reset-password': hour,
  'new-email': 24 * hour,
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

export const createTokens = (clock: () => number) => {
  const iso = (at = clock()) => new Date(at).toISOString()

  const forget = async (db: Database, accountId: string, purpose: Purpose) => {
    await db
      .deleteFrom('token')
      .where('account_id', '=', accountId)
      .where('purpose', '=', purpose)
      .execute()
  }

  return {
    forget,

    /** The only one of its purpose that counts from now on. */
    async issue(db: Database, accountId: string, purpose: Purpose) {
      const token = randomBytes(32).toString('base64url')
      await forget(db, accountId, purpose)
      await db
        .insertInto('token')
        .values({
          account_id: accountId,
          purpose,
          hash: hashOf(token),
          created_at: iso(),
          expires_at: iso(clock() + lifetime[purpose]),
        })
        .execute()
      return token
    },

    /** Whether one was issued so recently that another would be a nuisance. */
    async wasIssuedWithin(db: Database, accountId: string, purpose: Purpose, span: number) {
      const token = await db
        .selectFrom('token')
        .select('created_at')
        .where('account_id', '=', accountId)
        .where('purpose', '=', purpose)
        .executeTakeFirst()
      return token !== undefined && Date.parse(token.created_at) > clock() - span
    },

    async isValid(db: Database, accountId: string, purpose: Purpose, token: string) {
      const valid = await db
        .selectFrom('token')
        .select('purpose')
        .where('account_id', '=', accountId)
        .where('purpose', '=', purpose)
        .where('hash', '=', hashOf(token))
        .where('expires_at', '>', iso())
        .executeTakeFirst()
      return valid !== undefined
    },

    /** True for one caller alone, however many come at once. */
    async use(db: Database, accountId: string, purpose: Purpose, token: string) {
      const used = await db
        .deleteFrom('token')
        .where('account_id', '=', accountId)
        .where('purpose', '=', purpose)
        .where('hash', '=', hashOf(token))
        .where('expires_at', '>', iso())
        .returning('account_id')
        .executeTakeFirst()
      return used !== undefined
    },
  }
}

export type Tokens = ReturnType<typeof createTokens>
