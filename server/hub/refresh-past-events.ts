/**
 * Replaces the data of past events by the current content before they are replayed, and drops what has been hidden
 * since.
 */
import type { Iri } from '#content/model/iri.ts'
import { type Audience, includes } from '../store/events/audience.ts'
import type { HubEvent } from '../store/events/event-log.ts'
import { eventSubjectOf, isDeletion } from './event-predicates.ts'
import type { ReplayCache } from './replay-cache.ts'
import type { Subscriber } from './subscriber.ts'

/** Returns the current data of events about several resources, by IRI, without those that the audience may not see. */
export type ReadCurrentEventData = (
  iris: readonly Iri[],
  audience: Audience,
) => Promise<ReadonlyMap<Iri, string>>

/**
 * Creates the function that refreshes past events. `cached` keeps their current data while it is valid: many clients
 * reconnect at the same time, with the same id.
 */
export const createPastEventRefresher = (
  read: ReadCurrentEventData,
  cached: ReplayCache<ReadonlyMap<Iri, string>>,
) => {
  const readCached = (past: readonly HubEvent[], audience: Audience) => {
    const key = `${audience} ${past[0]?.id} ${past.at(-1)?.id}`
    return cached(key, () => read([...new Set(past.map(eventSubjectOf))], audience))
  }

  /**
   * Returns a batch in which events from before the subscriber connected have the current content. Events about what
   * has been hidden since are left out, except deletions.
   */
  return async ({ audience, joinedAtId }: Subscriber, batch: readonly HubEvent[]) => {
    const isPast = (event: HubEvent) =>
      event.id <= joinedAtId && includes(event.audience, audience) && !isDeletion(event)
    const past = batch.filter(isPast)
    if (audience === 'editor' || !past.length) return batch
    const current = await readCached(past, audience)
    return batch.flatMap((event) => {
      if (!isPast(event)) return event
      const data = current.get(eventSubjectOf(event))
      return data === undefined ? [] : { ...event, data }
    })
  }
}
