/** Keeps sessions: rows in the database that are found by the hash of a token which only one browser has. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { isBusy, isFull } from '../store/db/database-errors.ts'
import type { AccountTable, Database } from '../store/db/schema.ts'
import { lockedTransaction } from '../store/db/locked-transaction.ts'
import { statement } from '../store/db/sql-dialect.ts'
import { createAccountSessions } from './account-sessions.ts'
import { logSignIn, logSignOut } from '../audit/session-entry.ts'
import {
  type RequirementColumns,
  applyRequirement,
  hasTwoFactorSql,
  twoFactorSettingSql,
} from './two-factor/two-factor-requirement.ts'
import { createToken, hashToken } from './tokens.ts'
import { day, sessionLifetime } from './session-lifetime.ts'
import { isoDate } from '../store/db/iso-date.ts'

export interface Session {
  /** The public id, by which the session is listed and ended. */
  id: string
  /** The hash of the token, which is useless to someone who reads the database. */
  hash: string
  /** The account, without the roles that need a second factor if that is missing. */
  account: AccountTable
  /** True for an editor who has to set up a second factor before anything else. */
  isTwoFactorMissing: boolean
  /** The time of signing in, in milliseconds since 1970. */
  signedInAt: number
  /** The time at which it ends unless it is renewed, in milliseconds since 1970. */
  expiresAt: number
}

const tokenPattern = /^[\w-]{43}$/

/** Resolves to true while the session exists. Call it inside the transaction of a write. */
export const isActiveSession = async (db: Database, hash: string) => {
  const row = await db
    .selectFrom('session')
    .select('token_hash')
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  return row !== undefined
}

/** The maximum length of a `User-Agent` header that is stored, in characters. */
const maxUserAgentLength = 400

interface SessionContext {
  db: Database
  clock: () => number
}

/** Returns the time at which a session ends that is used now, as an ISO date. */
const endOf = (clock: () => number) => isoDate(clock() + sessionLifetime)

const end = async (at: Database, token: string) => {
  if (!tokenPattern.test(token)) return undefined
  return at
    .deleteFrom('session')
    .where('token_hash', '=', hashToken(token))
    .returning(['account_id', 'user_agent'])
    .executeTakeFirst()
}

/** Ends the session of a browser whose user signs out, and logs that. */
const signOut = ({ db, clock }: SessionContext, token: string, address: string) =>
  lockedTransaction(db, async (tx) => {
    const ended = await end(tx, token)
    const account =
      ended &&
      (await tx
        .selectFrom('account')
        .select(['id', 'username'])
        .where('id', '=', ended.account_id)
        .executeTakeFirst())
    if (!account) return
    const actor = { userId: account.id, username: account.username, place: address }
    await logSignOut(tx, actor, { accountId: account.id, userAgents: [ended.user_agent] }, clock())
  })

/** The details that a browser sends when it signs in. */
export interface SigningInBrowser {
  /** The browser's previous token, the session of which ends. */
  replaced?: string | undefined
  userAgent?: string | undefined
  /** The client's IP address, for the audit log. Without one, the start is not logged. */
  address?: string | undefined
}

interface NewSession {
  clock: () => number
  token: string
  accountId: string
  userAgent: string | undefined
}

const sessionRowOf = ({ clock, token, accountId, userAgent }: NewSession) => ({
  id: randomUUID(),
  token_hash: hashToken(token),
  account_id: accountId,
  created_at: isoDate(clock()),
  expires_at: endOf(clock),
  user_agent: userAgent?.slice(0, maxUserAgentLength) ?? null,
})

/**
 * Starts a session and returns its token. Returns null when the account's password has changed since it was checked or
 * the account may not sign in: such a change has ended all sessions, and none may start afterwards with what was valid
 * before.
 */
const startSession = async (
  { db, clock }: SessionContext,
  { id, username, password }: AccountTable,
  { replaced, userAgent, address }: SigningInBrowser,
) => {
  const token = createToken()
  return lockedTransaction(db, async (tx) => {
    const current = await tx
      .selectFrom('account')
      .select('id')
      .where('id', '=', id)
      .where('password', '=', password)
      .where('enabled', '=', 1)
      .where('verified', '=', 1)
      .executeTakeFirst()
    if (!current) return null
    if (replaced) await end(tx, replaced)
    // A site that somebody has signed in to is no longer a new one.
    await tx.deleteFrom('token').where('purpose', '=', 'setup').execute()
    await tx.deleteFrom('session').where('expires_at', '<=', isoDate(clock())).execute()
    await tx
      .insertInto('session')
      .values(sessionRowOf({ clock, token, accountId: id, userAgent }))
      .execute()
    if (address !== undefined) {
      const actor = { userId: id, username, place: address }
      await logSignIn(tx, actor, { accountId: id, userAgents: [userAgent] }, clock())
    }
    return token
  })
}

/** Gives a session a new token and returns that; null when the session has ended. */
const rotateToken = async ({ db, clock }: SessionContext, hash: string) => {
  const token = createToken()
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ token_hash: hashToken(token), expires_at: endOf(clock) })
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? null : token
}

/** Selects a session with its account. It is built once, because it is read with every request of a signed-in user. */
const sessionByHash = statement(
  ({ value }) => `
    select account.*, session.id as session_id, session.expires_at,
      session.created_at as signed_in_at,
      ${hasTwoFactorSql} as has_two_factor, ${twoFactorSettingSql} as two_factor_setting
    from session join account on account.id = session.account_id
    where session.token_hash = ${value} and account.enabled = 1`,
)

interface SessionRow extends AccountTable, RequirementColumns {
  session_id: string
  expires_at: string
  signed_in_at: string
}

/** Returns the session of a token; null when there is none or it has ended. */
const readSession = async (
  { db, clock }: SessionContext,
  token: string,
): Promise<Session | null> => {
  if (!tokenPattern.test(token)) return null
  const hash = hashToken(token)
  const { rows } = await db.executeQuery<SessionRow>(sessionByHash(db, hash))
  const [row] = rows
  if (!row || row.expires_at <= isoDate(clock())) return null
  const { session_id: id, expires_at, signed_in_at, ...rest } = row
  const { isTwoFactorMissing, ...account } = applyRequirement(rest)
  const [signedInAt, expiresAt] = [Date.parse(signed_in_at), Date.parse(expires_at)]
  return { id, hash, account, isTwoFactorMissing, signedInAt, expiresAt }
}

/**
 * Extends a session to its full lifetime, at most once a day. Resolves to true if it did: then the response has to
 * renew the cookie too, or the browser would drop it after the first lifetime.
 */
const renewSession = async ({ db, clock }: SessionContext, { hash, expiresAt }: Session) => {
  if (expiresAt - clock() > sessionLifetime - day) return false
  try {
    await db
      .updateTable('session')
      .set({ expires_at: endOf(clock) })
      .where('token_hash', '=', hash)
      .execute()
    return true
  } catch (error) {
    // Readers do not wait for writers: the next request renews it.
    if (isBusy(error) || isFull(error)) return false
    throw error
  }
}

const hasTwoFactor = sql.raw<RequirementColumns['has_two_factor']>(hasTwoFactorSql)
const twoFactorSetting = sql.raw<RequirementColumns['two_factor_setting']>(twoFactorSettingSql)

/** Returns the accounts of those sessions that have not ended, by session hash. */
const accountsOf = async (
  { db, clock }: SessionContext,
  hashes: readonly string[],
): Promise<Map<string, AccountTable>> => {
  if (!hashes.length) return new Map()
  const rows = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .selectAll('account')
    .select('token_hash')
    .select([hasTwoFactor.as('has_two_factor'), twoFactorSetting.as('two_factor_setting')])
    .where('token_hash', 'in', hashes)
    .where('expires_at', '>', isoDate(clock()))
    .where('enabled', '=', 1)
    .execute()
  return new Map(
    rows.map(({ token_hash, ...row }) => {
      const { isTwoFactorMissing: _, ...account } = applyRequirement(row)
      return [token_hash, account]
    }),
  )
}

/** Creates the sessions of a database. */
export const createSessions = (db: Database, clock: () => number) => {
  const context = { db, clock }
  return {
    start: (account: AccountTable, browser: SigningInBrowser = {}) =>
      startSession(context, account, browser),
    rotateToken: (hash: string) => rotateToken(context, hash),
    read: (token: string) => readSession(context, token),
    renew: (session: Session) => renewSession(context, session),
    accountsOf: (hashes: readonly string[]) => accountsOf(context, hashes),
    signOut: (token: string, address: string) => signOut(context, token, address),
    ofAccount: createAccountSessions(context),
    isSession: (hash: string) => isActiveSession(db, hash),
  }
}

export type Sessions = ReturnType<typeof createSessions>
