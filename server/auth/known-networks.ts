/**
 * Remembers the networks from which the owner of an account has signed in. From there the owner may still try when
 * someone elsewhere has used up the attempts for the account.
 */
import { createHash } from 'node:crypto'
import type { Database } from '../store/db/schema.ts'
import { networkOf } from './throttle.ts'
import { isoDate } from '../store/db/iso-date.ts'

/** The time for which a network stays known after the last sign-in, in milliseconds. */
const networkLifetime = 90 * 24 * 60 * 60 * 1_000

/** Returns the hash of a network, which is stored instead, so that the database does not reveal addresses. */
const hashOf = (accountId: string, address: string) =>
  createHash('sha256')
    .update(JSON.stringify([accountId, networkOf(address)]))
    .digest('base64url')

/** Creates the record of the networks that accounts have signed in from. */
export const createKnownNetworks = (db: Database, clock: () => number) => {
  const oldest = () => isoDate(clock() - networkLifetime)
  return {
    /** Returns the network's hash if it is known, or null. */
    async find(accountId: string, address: string) {
      const row = await db
        .selectFrom('known_network')
        .select('network')
        .where('account_id', '=', accountId)
        .where('network', '=', hashOf(accountId, address))
        .where('at', '>', oldest())
        .executeTakeFirst()
      return row?.network ?? null
    },

    async remember(accountId: string, address: string) {
      const at = isoDate(clock())
      await db.deleteFrom('known_network').where('at', '<=', oldest()).execute()
      await db
        .insertInto('known_network')
        .values({ account_id: accountId, network: hashOf(accountId, address), at })
        .onConflict((conflict) => conflict.columns(['account_id', 'network']).doUpdateSet({ at }))
        .execute()
    },
  }
}

export type KnownNetworks = ReturnType<typeof createKnownNetworks>
