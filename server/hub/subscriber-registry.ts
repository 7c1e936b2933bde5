/**
 * Keeps the connected subscribers of the hub, disconnects those whose access was revoked, and calls a function for many
 * of them in batches.
 */
import { setImmediate } from 'node:timers/promises'
import type { Sessions } from '../auth/sessions.ts'
import { audienceOf } from '../store/events/audience.ts'
import { viewerOf } from '../users/account-row.ts'
import type { Subscriber } from './subscriber.ts'

type AccountsOf = Pick<Sessions, 'accountsOf'>

/** Creates the registry, empty at first. */
export const createSubscriberRegistry = (sessions: AccountsOf) => {
  const connected = new Set<Subscriber>()
  /** The subscribers that have every event up to the newest, and are sent the next one directly. */
  const caughtUp = new Set<Subscriber>()

  const remove = (subscriber: Subscriber) => {
    connected.delete(subscriber)
    caughtUp.delete(subscriber)
  }

  const disconnect = (subscriber: Subscriber) => {
    remove(subscriber)
    subscriber.response.destroy()
  }

  return {
    connected,
    caughtUp,
    disconnect,

    /** Adds a subscriber until its connection is closed. */
    add(subscriber: Subscriber) {
      connected.add(subscriber)
      subscriber.response.on('error', ignore)
      subscriber.response.on('close', () => remove(subscriber))
    },

    /** Disconnects the subscribers whose session has ended or whose role has changed. */
    async disconnectRevoked(among: Iterable<Subscriber>) {
      for (const subscriber of await findRevoked(among, sessions)) disconnect(subscriber)
    },
  }
}

export type SubscriberRegistry = ReturnType<typeof createSubscriberRegistry>

/** Ignores the error of a connection, which is closed then; that is handled elsewhere. */
const ignore = () => {}

/** Returns the subscribers whose session has ended or whose role has changed, in this process or another. */
const findRevoked = async (among: Iterable<Subscriber>, sessions: AccountsOf) => {
  const signedIn = [...among].filter(({ sessionHash }) => sessionHash)
  const hashes = [...new Set(signedIn.map(({ sessionHash }) => sessionHash!))]
  const accounts = await sessions.accountsOf(hashes)
  return signedIn.filter(({ sessionHash, audience }) => {
    const account = accounts.get(sessionHash!)
    return !account || audienceOf(viewerOf(account)) !== audience
  })
}

/** The number of subscribers that are written to before the event loop gets a turn. */
const batchSize = 1_000

/**
 * Calls `act` for every subscriber, in batches with a pause for other requests. `finish` is called synchronously after
 * the last, so that nobody joins unnoticed in between.
 */
export const forEachInBatches = async (
  among: Iterable<Subscriber>,
  act: (subscriber: Subscriber) => void,
  finish = ignore,
) => {
  let count = 0
  for (const subscriber of among) {
    act(subscriber)
    count += 1
    if (count % batchSize === 0) await setImmediate()
  }
  finish()
}
