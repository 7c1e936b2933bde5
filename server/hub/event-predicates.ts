/** Determines what an event of the hub is about, and whether everybody may receive it. */
import type { Iri } from '#content/model/iri.ts'
import type { HubEvent } from '../store/events/event-log.ts'

/** Returns the resource that an event is about. */
export const eventSubjectOf = ({ topic }: HubEvent): Iri => topic.replace(/\?draft=1$/, '')

/** True for the event of a deletion, whose data contains only the resource's IRI. */
export const isDeletion = (event: HubEvent) =>
  event.data === JSON.stringify({ '@id': eventSubjectOf(event) })

/** True for events that not every client may receive. */
export const isRestricted = ({ audience }: Pick<HubEvent, 'audience'>) => audience !== 'public'
