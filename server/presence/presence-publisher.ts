/** Tells the editors who are subscribed to the hub when a presence has begun, changed or ended, in any process. */
import type { Iri } from '#content/model/iri.ts'
import type { Hub } from '../hub/hub.ts'
import { createRetryingTask } from '../hub/retrying-task.ts'
import type { Log } from '../log.ts'
import type { NewHubEvent } from '../store/events/new-hub-events.ts'
import type { Presences } from './presences.ts'

interface PresencePublisherOptions {
  presences: Pick<Presences, 'list'>
  hub: Pick<Hub, 'send'>
  log: Log
}

/** The time before the database is queried again after an error, in milliseconds. */
const retryDelay = 1_000

/** Returns a message about each presence that differs between two moments; those that have ended have their `@id` only. */
const messagesBetween = (before: ReadonlyMap<Iri, string>, now: ReadonlyMap<Iri, string>) => {
  const message = (topic: Iri, data: string): NewHubEvent => ({ topic, audience: 'editor', data })
  return [
    ...[...now].filter(([iri, data]) => before.get(iri) !== data),
    ...[...before.keys()]
      .filter((iri) => !now.has(iri))
      .map((iri) => [iri, JSON.stringify({ '@id': iri })] as const),
  ].map(([iri, data]) => message(iri, data))
}

/**
 * Creates the publisher. Call `wake` when presences may have changed; what has changed since the last time is sent. A
 * lease that ends is noticed with the next change: clients read the list whenever they renew their own.
 */
export const createPresencePublisher = ({ presences, hub, log }: PresencePublisherOptions) => {
  let known: ReadonlyMap<Iri, string> = new Map()
  const publish = async () => {
    const current = await presences.list()
    const now = new Map(current.map((one) => [one['@id'], JSON.stringify(one)] as const))
    const messages = messagesBetween(known, now)
    known = now
    if (messages.length) await hub.send(messages)
  }
  return createRetryingTask({
    run: publish,
    onSuccess: () => {},
    onError: (error) => log.error(error, 'presence'),
    retryDelay,
  })
}
