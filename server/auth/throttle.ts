/**
 * How often something may be tried that is worth trying often: passwords, registrations, requests for mail (api,
 * section 10.23). It is counted in the database, so that several processes on one count together, and a restart does
 * not begin anew.
 */
import { createHash, randomUUID } from 'node:crypto'
import { clockSkew } from './clock-skew.ts'
import { problem } from '../http/problem.ts'
import type { Database } from '../store/db/schema.ts'
import { lockedTransaction } from '../store/db/locked-transaction.ts'

const span = 10 * 60 * 1_000

/** How many in that time, for one account and from one address. */
const defaultLimits = {
  /** Failures alone: who succeeds may do so again. */
  password: { account: 10, address: 30 },
  /** There is no account yet. */
  register: { account: 10, address: 10 },
  mail: { account: 5, address: 20 },
  /** Questions whether a name or an address is taken, as a form asks while it is filled in. */
  names: { account: 30, address: 30 },
}

export type ThrottleLimits = typeof defaultLimits
type Purpose = keyof ThrottleLimits

/** For whom something is tried. */
export interface ThrottleSubject {
  /** An account's id, or a name that is nobody's; null where there is no account yet. */
  account: string | null
  /**
   * What tells its owner from everybody else: a session, or a network that was signed in from. Its attempts count for
   * the account, but only its own are held against it, so that nobody can lock an owner out from elsewhere.
   */
  knownSource?: string | null
}

interface Key {
  /** Says nothing about anybody to whoever reads the database. */
  key: string
  limit: number
}

/** A home or an office has as many addresses of the sixth version as it likes, all with the same first half. */
export const networkOf = (address: string) => {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [before = '', after] = address.toLowerCase().split('::')
  const [first, last] = [before, after ?? ''].map((part) => part.split(':').filter(Boolean))
  const zeros = after === undefined ? 0 : 8 - first!.length - last!.length
  return [...first!, ...Array<string>(Math.max(0, zeros)).fill('0'), ...last!].slice(0, 4).join(':')
}

const keyOf = (...words: string[]) =>
  createHash('sha256').update(JSON.stringify(words)).digest('base64url')

/** What is said to whoever has to wait: for so many seconds. */
export const tooManyAttempts = (wait: number) =>
  problem(429, {
    detail: 'Too many attempts. Please wait a few minutes and try again.',
    headers: { 'Retry-After': `${wait}` },
  })

export const createThrottle = (db: Database, clock: () => number, limits = defaultLimits) => {
  const iso = (at: number) => new Date(at).toISOString()

  const keysOf = (
    purpose: Purpose,
    { account, knownSource = null }: ThrottleSubject,
    address: string,
  ) => {
    const limit = limits[purpose]
    const own: Key[] = []
    if (account !== null)
      own.push({ key: keyOf(purpose, 'account', account), limit: limit.account })
    if (account !== null && knownSource !== null) {
      own.push({ key: keyOf(purpose, 'familiar', account, knownSource), limit: limit.account })
    }
    const from: Key = { key: keyOf(purpose, 'address', networkOf(address)), limit: limit.address }
    return { own, from, decisive: [...own.slice(-1), from] }
  }

  /**
   * Milliseconds until the oldest of as many as are allowed no longer counts: never more than the span. What is written
   * later than now was written before the clock was set back, but for the little by which processes differ.
   */
  const waitFor = async (at: Database, { key, limit }: Key) => {
    const oldest = await at
      .selectFrom('attempt')
      .select('at')
      .where('key', '=', key)
      .where('at', '>', iso(clock() - span))
      .where('at', '<=', iso(clock() + clockSkew))
      .orderBy('at', 'desc')
      .offset(limit - 1)
      .limit(1)
      .executeTakeFirst()
    return oldest ? Math.min(Date.parse(oldest.at), clock()) + span - clock() : 0
  }

  return {
    /**
     * Counts an attempt before its outcome is known, so that many at once are not one; throws where there were too
     * many. What it gives is for one that is not to be counted after all.
     */
    async attempt(purpose: Purpose, subject: ThrottleSubject, address: string) {
      const { own, from, decisive } = keysOf(purpose, subject, address)
      const refuse = async (at: Database) => {
        const wait = Math.max(...(await Promise.all(decisive.map((key) => waitFor(at, key)))))
        if (wait > 0) throw tooManyAttempts(Math.ceil(wait / 1_000))
      }
      // Those who are refused anyway keep nobody from writing.
      await refuse(db)
      const rows = [...own, from].map(({ key }) => ({ id: randomUUID(), key, at: iso(clock()) }))
      await lockedTransaction(db, async (tx) => {
        await refuse(tx)
        await tx
          .deleteFrom('attempt')
          .where(({ or, eb }) =>
            or([eb('at', '<=', iso(clock() - span)), eb('at', '>', iso(clock() + clockSkew))]),
          )
          .execute()
        await tx.insertInto('attempt').values(rows).execute()
      })
      return {
        /** The account's failures are forgiven; the address keeps those with other names. */
        succeed: () =>
          lockedTransaction(db, async (tx) => {
            const keys = own.map(({ key }) => key)
            if (keys.length) await tx.deleteFrom('attempt').where('key', 'in', keys).execute()
            await tx.deleteFrom('attempt').where('id', '=', rows.at(-1)!.id).execute()
          }),
        /** It was none: nobody has looked at what was tried. */
        cancel: async () => {
          const ids = rows.map(({ id }) => id)
          await db.deleteFrom('attempt').where('id', 'in', ids).execute()
        },
      }
    },
  }
}

export type Throttle = ReturnType<typeof createThrottle>
