/**
 * The tokens in the links of mails. Each is stored as a hash, and valid once, for a limited time and for one address.
 */
import { timingSafeEqual } from 'node:crypto'
import { clockSkew } from './clock-skew.ts'
import type { Database } from '../store/db/schema.ts'
import { nameKey } from '../users/name-keys.ts'
import { createToken, hashToken } from './tokens.ts'
import { isoDate } from '../store/db/iso-date.ts'

export type TokenPurpose = 'verify-email' | 'reset-password' | 'new-email' | 'setup'

const hour = 60 * 60 * 1000
const tokenLifetimes: Record<TokenPurpose, number> = {
  'verify-email': 7 * 24 * hour,
  'reset-password': hour,
  'new-email': 24 * hour,
  setup: 7 * 24 * hour,
}

/** The account, purpose and address that a token is valid for. */
export interface TokenUse {
  accountId: string
  purpose: TokenPurpose
  /** The address that the token was sent to. It is not valid once the account has another one. */
  address: string
}

/** True for equal hashes; compares them in constant time. */
const isSameHash = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Compared with where there is no token. */
const hashOfNone = hashToken('')

const find = (db: Database, { accountId, purpose }: Omit<TokenUse, 'address'>) =>
  db
    .selectFrom('token')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .executeTakeFirst()

const revoke = async (db: Database, accountId: string, purpose: TokenPurpose) => {
  await db
    .deleteFrom('token')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .execute()
}

/**
 * Stores a new token, which replaces any other for the same purpose, and returns it. Times in milliseconds since 1970.
 */
const issue = async (
  db: Database,
  { accountId, purpose, address }: TokenUse,
  { now, lifetime = tokenLifetimes[purpose] }: { now: number; lifetime?: number | undefined },
) => {
  const token = createToken()
  const expiresAt = now + lifetime
  await revoke(db, accountId, purpose)
  await db
    .insertInto('token')
    .values({
      account_id: accountId,
      purpose,
      address: nameKey(address) ?? '',
      hash: hashToken(token),
      created_at: isoDate(now),
      expires_at: isoDate(expiresAt),
    })
    .execute()
  return { token, expiresAt }
}

/** Creates the tokens in links of mails. The functions take the database, as they are called inside transactions. */
export const createEmailTokens = (clock: () => number) => {
  /** Takes as long without a token to compare with, and for an account that does not exist. */
  const isValid = async (db: Database, use: TokenUse, token: string) => {
    const row = await find(db, use)
    const isSame = isSameHash(row?.hash ?? hashOfNone, hashToken(token))
    return (
      row !== undefined &&
      isSame &&
      row.address === nameKey(use.address) &&
      row.expires_at > isoDate(clock())
    )
  }

  return {
    forget: revoke,
    isValid,

    /** Issues a token, which replaces any other for the same purpose. `lifetime` is in milliseconds. */
    issue: (db: Database, use: TokenUse, lifetime?: number) =>
      issue(db, use, { now: clock(), lifetime }),

    /** True when a token was issued within the last `span` milliseconds. */
    async wasIssuedWithin(db: Database, use: TokenUse, span: number) {
      const row = await find(db, use)
      if (!row || row.address !== nameKey(use.address)) return false
      const age = clock() - Date.parse(row.created_at)
      return age > -clockSkew && age < span
    },

    /**
     * Uses up a token. Resolves to true if it was valid, for only one of several concurrent calls. Call it inside a
     * locked transaction.
     */
    async use(tx: Database, use: TokenUse, token: string) {
      if (!(await isValid(tx, use, token))) return false
      await revoke(tx, use.accountId, use.purpose)
      return true
    },
  }
}

export type EmailTokens = ReturnType<typeof createEmailTokens>
