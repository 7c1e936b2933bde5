/**
 * How often something may be tried that is worth trying often: passwords, registrations, requests for mail (api,
 * section 10.23). It is counted in the database, so that several processes on one count together, and a restart does
 * not begin anew.
 */
import { createHash, randomUUID } from 'node:crypto'
import { problem } from './problem.ts'
import type { Database } from './store/schema.ts'
import { writing } from './users/writing.ts'

const span = 10 * 60 * 1_000

/** How many in that time, for one account and from one address. */
const defaultLimits = {
  /** Failures alone: who succeeds may do so again. */
  password: { account: 10, address: 30 },
  /** There is no account yet. */
  register: { account: 10, address: 10 },
  mail: { account: 5, address: 20 },
}

export type Limits = typeof defaultLimits
type Purpose = keyof Limits

interface Key {
  /** Says nothing about anybody to whoever reads the database. */
  key: string
  limit: number
}

/** A home or an office has as many addresses of the sixth version as it likes, all with the same first half. */
const networkOf = (address: string) => {
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
export const tooMany = (wait: number) =>
  problem(429, {
    detail: 'Too many attempts. Please wait a few minutes and try again.',
    headers: { 'Retry-After': `${wait}` },
  })

export const createThrottle = (db: Database, clock: () => number, limits = defaultLimits) => {
  const iso = (at: number) => new Date(at).toISOString()

  const keysOf = (purpose: Purpose, name: string | null, address: string) => {
    const { account, address: fromAddress } = limits[purpose]
    const own: Key | null =
      name === null
        ? null
        : { key: keyOf(purpose, 'account', name.toLowerCase().slice(0, 200)), limit: account }
    const from: Key = { key: keyOf(purpose, 'address', networkOf(address)), limit: fromAddress }
    return { own, from }
  }

  /** Milliseconds until the oldest of as many as are allowed no longer counts. */
  const waitFor = async (at: Database, { key, limit }: Key) => {
    const oldest = await at
      .selectFrom('attempt')
      .select('at')
      .where('key', '=', key)
      .where('at', '>', iso(clock() - span))
      .orderBy('at', 'desc')
      .offset(limit - 1)
      .limit(1)
      .executeTakeFirst()
    return oldest ? Date.parse(oldest.at) + span - clock() : 0
  }

  return {
    /**
     * Counts an attempt before its outcome is known, so that many at once are not one; throws where there were too
     * many. What it gives is to be called for one that is not to be counted after all.
     */
    async attempt(purpose: Purpose, name: string | null, address: string) {
      const { own, from } = keysOf(purpose, name, address)
      const keys = own ? [own, from] : [from]
      const refuse = async (at: Database) => {
        const wait = Math.max(...(await Promise.all(keys.map((key) => waitFor(at, key)))))
        if (wait > 0) throw tooMany(Math.ceil(wait / 1_000))
      }
      // Those who are refused anyway keep nobody from writing.
      await refuse(db)
      const rows = keys.map(({ key }) => ({ id: randomUUID(), key, at: iso(clock()) }))
      await writing(db, async (tx) => {
        await refuse(tx)
        await tx
          .deleteFrom('attempt')
          .where('at', '<=', iso(clock() - span))
          .execute()
        await tx.insertInto('attempt').values(rows).execute()
      })
      return {
        /** The account's failures are forgiven; the address keeps those with other names. */
        succeeded: () =>
          writing(db, async (tx) => {
            if (own) await tx.deleteFrom('attempt').where('key', '=', own.key).execute()
            await tx.deleteFrom('attempt').where('id', '=', rows.at(-1)!.id).execute()
          }),
      }
    },
  }
}

export type Throttle = ReturnType<typeof createThrottle>
