/** Predicates about events of the hub. */
import type { Iri } from '#content/model/iri.ts'
import type { HubEvent } from '../store/events/event-log.ts'

/** Returns the resource that an event is about. */
export const eventSubjectOf = ({ topic }: HubEvent): Iri => topic.replace(/\?draft=1$/, '')

/** True for the message of a deletion, which contains only the resource's IRI. */
export const isDeletion = (event: HubEvent) =>
  event.data === JSON.stringify({ '@id': eventSubjectOf(event) })

/** True for events that not every client may receive. */
export const isRestricted = ({ audience }: HubEvent) => audience !== 'public'
