/** Who is signed in: a session is a row, and its token is known to one browser alone. */
import { createHash, randomBytes } from 'node:crypto'
import { isBusy, isFull } from './store/database-errors.ts'
import type { AccountTable, Database } from './store/schema.ts'

const day = 24 * 60 * 60 * 1_000
/** How long somebody stays signed in without coming by. */
export const lifetime = 7 * day

export interface Session {
  /** What the row is found by; worth nothing to whoever reads the database. */
  hash: string
  account: AccountTable
  /** When its password was given, in milliseconds since 1970. */
  signedInAt: number
  /** Lasts longer than its cookie says. */
  isRenewed: boolean
}

interface StartOptions {
  replaced?: string | undefined
  signedInAt?: number | undefined
}

const tokenPattern = /^[\w-]{43}$/
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

export const createSessions = (db: Database, clock: () => number) => {
  const iso = (at = clock()) => new Date(at).toISOString()

  const end = async (token: string) => {
    if (!tokenPattern.test(token)) return
    await db.deleteFrom('session').where('token_hash', '=', hashOf(token)).execute()
  }

  /** Once a day is often enough to write down that somebody came by. */
  const renew = async (hash: string, expiresAt: string) => {
    if (Date.parse(expiresAt) - clock() > lifetime - day) return false
    try {
      await db
        .updateTable('session')
        .set({ expires_at: iso(clock() + lifetime) })
        .where('token_hash', '=', hash)
        .execute()
      return true
    } catch (error) {
      // Whoever only reads need not wait for those who write: the next request renews it as well.
      if (isBusy(error) || isFull(error)) return false
      throw error
    }
  }

  return {
    /**
     * Gives the token. `replaced` is the browser's older one, of no use to anybody from now on; `signedInAt` is when
     * the password was given where a session takes the place of another, in milliseconds since 1970.
     */
    async start(accountId: string, { replaced, signedInAt = clock() }: StartOptions = {}) {
      if (replaced) await end(replaced)
      await db.deleteFrom('session').where('expires_at', '<=', iso()).execute()
      const token = randomBytes(32).toString('base64url')
      await db
        .insertInto('session')
        .values({
          token_hash: hashOf(token),
          account_id: accountId,
          created_at: iso(signedInAt),
          expires_at: iso(clock() + lifetime),
        })
        .execute()
      return token
    },

    /** Null where the token is nobody's, or no longer. */
    async read(token: string): Promise<Session | null> {
      if (!tokenPattern.test(token)) return null
      const hash = hashOf(token)
      const found = await db
        .selectFrom('session')
        .innerJoin('account', 'account.id', 'session.account_id')
        .selectAll('account')
        .select(['expires_at', 'session.created_at as signed_in_at'])
        .where('token_hash', '=', hash)
        .where('expires_at', '>', iso())
        .where('enabled', '=', 1)
        .executeTakeFirst()
      if (!found) return null
      const { expires_at, signed_in_at, ...account } = found
      const signedInAt = Date.parse(signed_in_at)
      return { hash, account, signedInAt, isRenewed: await renew(hash, expires_at) }
    },

    /** The accounts behind those of these sessions that still hold. */
    async accountsOf(hashes: readonly string[]): Promise<Map<string, AccountTable>> {
      if (!hashes.length) return new Map()
      const rows = await db
        .selectFrom('session')
        .innerJoin('account', 'account.id', 'session.account_id')
        .selectAll('account')
        .select('token_hash')
        .where('token_hash', 'in', hashes)
        .where('expires_at', '>', iso())
        .where('enabled', '=', 1)
        .execute()
      return new Map(rows.map(({ token_hash, ...account }) => [token_hash, account]))
    },

    end,
  }
}

export type Sessions = ReturnType<typeof createSessions>
