/** The events, context, actions and guards of `navigation`, and the effects it needs. */
import {
  type DoneActorEvent,
  type ErrorActorEvent,
  assertEvent,
  assign,
  emit,
  raise,
  sendTo,
  setup,
} from 'xstate'
import { Failure } from '#content/model/failure.ts'
import { isAdminPath, isContentPath, isPublicPath } from '#content/page/areas.ts'
import {
  type Location,
  contentLocation,
  isSamePage,
  locationOf,
  signInPath,
  withoutForce,
} from '#content/page/location.ts'
import {
  type InitialPage,
  type InitialStatus,
  type NavigationRequest,
  type Visit,
  commitOf,
  homeAfterSession,
  homeRequest,
  replacementOf,
  returnFromSignIn,
  visitOf,
} from '#content/page/navigation-request.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listener } from '../actor-listener.ts'
import { type NavigationGuardEvent, navigationGuardMachine } from './navigation-guard.ts'

export type NavigationEvent =
  | Extract<NavigationGuardEvent, { type: 'navigation.requested' | 'history.popped' }>
  | Extract<EmittedBy<'navigationGuard'>, { type: 'navigation.allowed' }>
  | EmittedBy<'fetcher'>
  | EmittedBy<'errorPage'>
  | { type: 'session.started' }
  | { type: 'session.ended' }

type AuthorizeEvent =
  DoneActorEvent<string | null, 'authorize'> | ErrorActorEvent<unknown, 'authorize'>

interface Context {
  location: Location
  /** How the location was reached. */
  visit: Visit
  initialStatus: InitialStatus
  /** The navigation that is being authorized or was committed last. */
  request: NavigationRequest
  /** Increases with each page request. Responses with another token are ignored. */
  token: number
  /** The redirect target of the requested page. */
  redirect: string | null
}

export const requestedLocation = ({ context }: { context: Context }) =>
  withoutForce(context.request.to)
export const redirectTarget = ({ context }: { context: Context }) => ({ to: context.redirect! })
export const commitParams = ({ context }: { context: Context }) => commitOf(context.request)
/** Returns the path that authorization redirects to, or null. */
const authorizedPath = (event: NavigationEvent | AuthorizeEvent) =>
  event.type === 'xstate.done.actor.authorize' ? event.output : null

export const navigationSetup = setup({
  types: {} as {
    input: InitialPage
    context: Context
    events: NavigationEvent | AuthorizeEvent
    emitted: EmittedBy<'navigation'>
    children: { navigationGuard: 'navigationGuard' }
    tags: 'busy'
  },
  actors: {
    navigationGuard: navigationGuardMachine,
    listener,
    /** Resolves with the path to redirect to, or null if the location is allowed. Rejects with 403 or 404. */
    authorize: promiseEffect<string | null, Location>('authorize'),
    /** Resolves where the app itself can follow the redirect. Rejects for another site, and on the server. */
    followRedirect: promiseEffect<void, { to: string }>('followRedirect'),
  },
  actions: {
    commitLocation: actionEffect<{ location: Location; replace: boolean }>('commitLocation'),
    setLocation: assign(({ context }) => ({
      location: requestedLocation({ context }),
      visit: visitOf(context.request, context.location),
    })),
    emitCommitted: emit(({ context: { location, visit } }) => ({
      type: 'location.committed',
      location,
      visit,
    })),
    forwardToGuard: sendTo('navigationGuard', ({ event }) => event),
    requestHome: sendTo('navigationGuard', { type: 'navigation.requested', ...homeRequest }),
    requestAgain: sendTo('navigationGuard', ({ context }) => ({
      type: 'navigation.requested',
      ...replacementOf(context.location),
    })),
    goHome: raise({ type: 'navigation.allowed', ...homeAfterSession }),
    goBack: raise(({ context }) => ({
      type: 'navigation.allowed',
      ...returnFromSignIn(context.location),
    })),
    goToAuthorized: raise(({ context: { request }, event }) => ({
      type: 'navigation.allowed',
      ...request,
      to: locationOf(authorizedPath(event)!),
    })),
    goToRedirect: raise(({ context }) => ({
      type: 'navigation.allowed',
      ...replacementOf(locationOf(context.redirect!)),
    })),
    setRequest: assign(({ event }) => {
      assertEvent(event, 'navigation.allowed')
      const { type: _, ...request } = event
      return { request }
    }),
    setBypassCache: assign(({ context }) => ({
      request: { ...context.request, bypassCache: true },
    })),
    setRedirect: assign(({ event }) => {
      assertEvent(event, 'page.redirected')
      return { redirect: event.to }
    }),
    nextToken: assign({ token: ({ context }) => context.token + 1 }),
    emitPageRequested: emit(({ context: { location, token, request } }) => ({
      type: 'page.requested',
      location: contentLocation(location),
      token,
      bypassCache: request.bypassCache ?? false,
    })),
    emitPageUnloaded: emit({ type: 'page.unloaded' }),
    emitFailed: emit(({ context: { token }, event }) => ({
      type: 'page.failed',
      token,
      failure: Failure.from('error' in event && event.error),
    })),
  },
  guards: {
    isInitially: ({ context }, { status }: { status: InitialStatus }) =>
      context.initialStatus === status,
    isCurrentToken: ({ context, event }) => 'token' in event && event.token === context.token,
    isSamePage: ({ context, event }) => {
      assertEvent(event, 'navigation.allowed')
      return isSamePage(withoutForce(event.to), context.location)
    },
    isOnPage: ({ context }) => isContentPath(context.location.path),
    isPublic: ({ event }) => {
      assertEvent(event, 'navigation.allowed')
      return isPublicPath(event.to.path)
    },
    isOnSignIn: ({ context }) => context.location.path === signInPath,
    isOnAdminScreen: ({ context }) => isAdminPath(context.location.path),
    isRedirected: ({ event }) => authorizedPath(event) !== null,
    isPageRequested: ({ context }) => isContentPath(context.request.to.path),
  },
})
