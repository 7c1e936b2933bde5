/** Requests to navigate, and the state in which navigation starts. */
import type { Failure } from '../model/failure.ts'
import type { User } from '../model/resource.ts'
import { isAdminPath, isContentPath } from './path-patterns.ts'
import {
  type Location,
  forceParameter,
  locationOf,
  returnLocation,
  withoutForce,
} from './location.ts'
import type { AssembledPage } from '../page/page.ts'

/** A request for a location, which may still be refused. */
export interface NavigationRequest {
  to: Location
  /** A link that was followed, a call from code, or the Back and Forward buttons. */
  source: 'link' | 'code' | 'history'
  /** Replaces the current history entry instead of adding one. */
  replace?: boolean
  /** For Back and Forward: the number of entries by which the browser has left the committed one, negative for Back. */
  delta?: number
  /** The session has changed: nothing in the cache may be reused. */
  bypassCache?: boolean
}

/** The events that ask for a location. */
export type RequestEvent =
  | ({ type: 'navigation.requested' } & NavigationRequest)
  /** The browser has gone back or forward by `delta` entries from the committed one. */
  | { type: 'history.popped'; to: Location; delta: number }

/** Returns the navigation that an event asks for. */
export const navigationRequestOf = ({ type, ...request }: RequestEvent): NavigationRequest => ({
  source: 'history',
  ...request,
})

/** The event that lets a navigation happen. */
export type AllowedEvent = { type: 'navigation.allowed' } & NavigationRequest

/** Returns the navigation that an event allows, without the marker that has forced it. */
export const allowedRequestOf = ({ type: _, to, ...request }: AllowedEvent): NavigationRequest => ({
  ...request,
  to: withoutForce(to),
})

export interface InitialPage {
  location: Location
  /** The hydrated page. With neither page nor failure the page is still to be fetched. */
  page: AssembledPage | null
  failure: Failure | null
  user: User | null
}

export type InitialStatus = 'idle' | 'failed' | 'authorizing' | 'unknown'

/**
 * Returns the status to start with after hydration. Administration screens are rendered without a user, so their
 * authorization is still to be checked.
 */
export const initialStatusOf = ({ location, page, failure, user }: InitialPage): InitialStatus => {
  if (failure) return 'failed'
  if (page) return 'idle'
  if (isAdminPath(location.path) && !user) return 'authorizing'
  return isContentPath(location.path) ? 'unknown' : 'idle'
}

/** Returns a request of the app itself that replaces the current history entry. */
export const replacementOf = (to: Location): NavigationRequest => ({
  to,
  source: 'code',
  replace: true,
})

/** Returns the request for the location that a request is redirected to. */
export const redirectOf = (request: NavigationRequest, href: string): NavigationRequest => ({
  ...request,
  to: locationOf(href),
})

const reloadOf = (to: Location) => ({ ...replacementOf(to), bypassCache: true })

/** The request for the home page by a user who asks for it on the error page, also while editing. */
export const homeRequest: NavigationRequest = {
  to: locationOf(`/?${forceParameter}=true`),
  source: 'code',
}

/** The request for the home page when a session ends on a screen that needs one. */
export const homeAfterSession = reloadOf(homeRequest.to)

/** Returns the request that leads back from the sign-in screen. */
export const returnFromSignIn = (location: Location) => reloadOf(returnLocation(location))

/**
 * The way in which a location was reached, which decides where its page is scrolled to: as a new entry of the history,
 * by going back or forward to an older one, or with another query or hash in place of those of the same page.
 */
export type Visit = 'entered' | 'revisited' | 'replaced'

/** A location that the URL has changed to. */
export interface CommittedLocation {
  location: Location
  visit: Visit
  /** The session has changed: nothing in the cache may be reused. */
  bypassCache: boolean
  /** The reason why the location was refused, or null. */
  failure: Failure | null
}

/** Returns how the location of a request is reached from the current one. */
export const visitOf = (request: NavigationRequest, current: Location): Visit => {
  if (request.delta) return 'revisited'
  const { location, replace } = commitOf(request)
  return replace && location.path === current.path ? 'replaced' : 'entered'
}

/** Returns the location of a request as it is shown in the URL, and whether it replaces the history entry. */
export const commitOf = ({ to, replace, source }: NavigationRequest) => ({
  location: withoutForce(to),
  replace: replace ?? source === 'history',
})
