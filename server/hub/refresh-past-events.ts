/** Replaces the data of past events by today's content before they are replayed, and drops what has been hidden since. */
import type { Iri } from '#content/model/iri.ts'
import { type Audience, includes } from '../store/events/audience.ts'
import type { HubEvent } from '../store/events/event-log.ts'
import { eventSubjectOf, isDeletion } from './hub-events.ts'
import type { ReplayCache } from './replay-cache.ts'
import type { Subscriber } from './subscriber.ts'

/** Returns messages about several resources with today's content, without those that the audience may not know of. */
export type ReadCurrentMessages = (
  iris: readonly Iri[],
  audience: Audience,
) => Promise<ReadonlyMap<Iri, string>>

/** `cached` keeps messages while they are valid: many clients reconnect at the same time, with the same id. */
export const createPastEventRefresher = (
  read: ReadCurrentMessages,
  cached: ReplayCache<ReadonlyMap<Iri, string>>,
) => {
  const readCached = (past: readonly HubEvent[], audience: Audience) => {
    const key = `${audience} ${past[0]?.id} ${past.at(-1)?.id}`
    return cached(key, () => read([...new Set(past.map(eventSubjectOf))], audience))
  }

  /**
   * Replaces the content of events from before a subscriber connected by today's. Events about what has been hidden
   * since, the resource itself or one it refers to, are left out. Deletions are not.
   */
  return async ({ audience, joinedAtId }: Subscriber, batch: readonly HubEvent[]) => {
    const isPast = (event: HubEvent) =>
      event.id <= joinedAtId && includes(event.audience, audience) && !isDeletion(event)
    const past = batch.filter(isPast)
    if (audience === 'editor' || !past.length) return batch
    const messages = await readCached(past, audience)
    return batch.flatMap((event) => {
      if (!isPast(event)) return event
      const data = messages.get(eventSubjectOf(event))
      return data === undefined ? [] : { ...event, data }
    })
  }
}
