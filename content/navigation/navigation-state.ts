/**
 * The state of navigation: the location that is shown, and the navigation that has led there or is being authorized.
 */
import type { Failure } from '../model/failure.ts'
import { type Location, withoutForce } from './location.ts'
import {
  type CommittedLocation,
  type InitialPage,
  type InitialStatus,
  type NavigationRequest,
  type Visit,
  initialStatusOf,
  replacementOf,
  visitOf,
} from './navigation-request.ts'

export interface NavigationState {
  initialStatus: InitialStatus
  location: Location
  /** The way in which the location was reached. */
  visit: Visit
  /** The navigation that is being authorized or was committed last. */
  request: NavigationRequest
}

/** Returns the state in which the app starts. */
export const startNavigation = (page: InitialPage): NavigationState => ({
  initialStatus: initialStatusOf(page),
  location: page.location,
  visit: 'entered',
  request: replacementOf(withoutForce(page.location)),
})

/** Returns what changes with the commit of the request. */
export const afterCommit = ({ request, location }: NavigationState) => ({
  location: request.to,
  visit: visitOf(request, location),
})

/** Returns the report of the committed location; `failure` says why it was refused. */
export const committedLocation = (
  { location, visit, request }: NavigationState,
  failure: Failure | null,
): CommittedLocation => ({
  location,
  visit,
  bypassCache: request.bypassCache ?? false,
  failure,
})
