/** Samples for the tests of navigation and of the requests that follow from it. */
import type { Failure } from '#content/model/failure.ts'
import { locationOf } from '#content/navigation/location.ts'

/** Returns the input of a page that is not loaded yet. */
export const startAt = (href: string) => ({
  location: locationOf(href),
  page: null,
  failure: null,
  user: null,
})

/** Returns the event of a location that was committed; with a failure if its authorization was refused. */
export const committed = (href: string, refusal: Failure | null = null) => ({
  type: 'location.committed' as const,
  location: locationOf(href),
  visit: 'entered' as const,
  bypassCache: false,
  failure: refusal,
})
