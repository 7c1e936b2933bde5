/**
 * Throttles what an attacker would try often: passwords, registrations, requests for mail. Attempts are counted in the
 * database, so that several processes count together and a restart does not reset them. The library
 * rate-limiter-flexible would need tables of its own, which the migrations do not know.
 */
import { createHash, randomUUID } from 'node:crypto'
import { clockSkew } from './clock-skew.ts'
import { TooManyAttemptsError } from '../domain-errors.ts'
import type { Database } from '../store/db/schema.ts'
import { lockedTransaction } from '../store/db/locked-transaction.ts'
import { isoDate } from '../store/db/iso-date.ts'

const timeWindow = 10 * 60 * 1_000

/** The maximum number of attempts within `timeWindow`, for one account and from one address. */
const defaultLimits = {
  /** Counts failed attempts only. */
  password: { account: 10, address: 30 },
  /** Counts wrong codes of the second factor. They are short, so fewer attempts are allowed than at passwords. */
  code: { account: 5, address: 30 },
  /** Counts registrations. The limit for an account has no effect, as there is no account yet. */
  register: { account: 10, address: 10 },
  mail: { account: 5, address: 20 },
  /** Counts the mails that somebody who may know of the account has sent again. */
  resend: { account: 3, address: 20 },
  /** Counts the requests that tell whether a name or an address is taken. A form sends them while it is filled in. */
  names: { account: 30, address: 30 },
  /** Counts what visitors send by the forms of the site. The limit for an account has no effect. */
  submission: { account: 30, address: 30 },
}

type ThrottleLimits = typeof defaultLimits
type ThrottledAction = keyof ThrottleLimits

/** The account that an attempt counts for. */
export interface ThrottleSubject {
  /** The id of the account, or the unknown name; null when there is no account yet. */
  account: string | null
  /**
   * Names something that only the owner has: a session, or a network that they have signed in from. Attempts with it
   * count for the account, but are limited by their own number alone, so that nobody can lock an owner out from
   * elsewhere.
   */
  knownSource?: string | null
}

interface ThrottleKey {
  /** A hash of what is counted, so that the database does not reveal names and addresses. */
  key: string
  limit: number
}

interface AttemptRow {
  id: string
  key: string
  at: string
}

/**
 * Returns the network of an IP address: IPv4 addresses as they are, the first half of IPv6 ones, since one household
 * has all addresses that begin with it.
 */
export const networkOf = (address: string) => {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [before = '', after] = address.toLowerCase().split('::')
  const [first, last] = [before, after ?? ''].map((part) => part.split(':').filter(Boolean))
  const zeros = after === undefined ? 0 : 8 - first!.length - last!.length
  return [...first!, ...Array<string>(Math.max(0, zeros)).fill('0'), ...last!].slice(0, 4).join(':')
}

const keyOf = (...parts: string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

const tooManyAttempts = 'Too many attempts. Please wait a few minutes and try again.'

/** Returns the keys under which an attempt is counted, and those whose limits apply to it. */
const keysOf = (
  limits: ThrottleLimits,
  purpose: ThrottledAction,
  { account, knownSource = null }: ThrottleSubject,
  address: string,
) => {
  const limit = limits[purpose]
  const own: ThrottleKey[] = []
  if (account !== null) own.push({ key: keyOf(purpose, 'account', account), limit: limit.account })
  if (account !== null && knownSource !== null) {
    own.push({ key: keyOf(purpose, 'familiar', account, knownSource), limit: limit.account })
  }
  const from: ThrottleKey = {
    key: keyOf(purpose, 'address', networkOf(address)),
    limit: limit.address,
  }
  return { own, from, decisive: [...own.slice(-1), from] }
}

/**
 * Returns the milliseconds until the oldest of the allowed attempts no longer counts, at most the window. Rows dated
 * in the future were written before the clock was set back, apart from small differences between processes.
 */
const waitFor = async (at: Database, clock: () => number, { key, limit }: ThrottleKey) => {
  const oldest = await at
    .selectFrom('attempt')
    .select('at')
    .where('key', '=', key)
    .where('at', '>', isoDate(clock() - timeWindow))
    .where('at', '<=', isoDate(clock() + clockSkew))
    .orderBy('at', 'desc')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst()
  return oldest ? Math.min(Date.parse(oldest.at), clock()) + timeWindow - clock() : 0
}

/** Returns the rows of an attempt: one for each key under which it is counted. */
const rowsOf = (keys: readonly ThrottleKey[], now: number): AttemptRow[] =>
  keys.map(({ key }) => ({ id: randomUUID(), key, at: isoDate(now) }))

/** Stores an attempt, and deletes those that no longer count. */
const insertAttempts = async (tx: Database, now: number, rows: readonly AttemptRow[]) => {
  await tx
    .deleteFrom('attempt')
    .where(({ or, eb }) =>
      or([eb('at', '<=', isoDate(now - timeWindow)), eb('at', '>', isoDate(now + clockSkew))]),
    )
    .execute()
  await tx.insertInto('attempt').values(rows).execute()
}

/** Creates the limits on repeated attempts, which all processes of a database share. */
export const createThrottle = (db: Database, clock: () => number, limits = defaultLimits) => {
  const refuseBeyondLimit = async (at: Database, decisive: readonly ThrottleKey[]) => {
    const waits = await Promise.all(decisive.map((key) => waitFor(at, clock, key)))
    const wait = Math.max(...waits)
    if (wait > 0) throw new TooManyAttemptsError(tooManyAttempts, Math.ceil(wait / 1_000))
  }

  return {
    /**
     * Counts an attempt before its outcome is known, so that concurrent ones cannot exceed the limit. Throws a
     * `TooManyAttemptsError` after too many. Returns functions for attempts that should not count.
     */
    async attempt(purpose: ThrottledAction, subject: ThrottleSubject, address: string) {
      const { own, from, decisive } = keysOf(limits, purpose, subject, address)
      // Checked without the write lock first, so that rejected attempts do not block writes.
      await refuseBeyondLimit(db, decisive)
      const rows = rowsOf([...own, from], clock())
      await lockedTransaction(db, async (tx) => {
        await refuseBeyondLimit(tx, decisive)
        await insertAttempts(tx, clock(), rows)
      })
      return {
        /** Deletes the account's attempts; the address keeps those for other accounts. */
        succeed: () =>
          lockedTransaction(db, async (tx) => {
            const keys = own.map(({ key }) => key)
            if (keys.length) await tx.deleteFrom('attempt').where('key', 'in', keys).execute()
            await tx.deleteFrom('attempt').where('id', '=', rows.at(-1)!.id).execute()
          }),
        /** Deletes this attempt: it was never checked. */
        cancel: async () => {
          const ids = rows.map(({ id }) => id)
          await db.deleteFrom('attempt').where('id', 'in', ids).execute()
        },
      }
    },
  }
}

export type Throttle = ReturnType<typeof createThrottle>
