/**
 * Owns the current location: commits each navigation that is allowed, once the location is authorized. Each is allowed
 * while viewing; while editing, the editor's `navigationGuard` decides.
 */
import { type ActorRefFrom, type SnapshotFrom, assign, emit, raise, setup } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import { isAdminPath, isContentPath, isPublicPath } from '#content/navigation/path-patterns.ts'
import { type Location, locationOf, signInPath } from '#content/navigation/location.ts'
import {
  type AllowedEvent,
  type CommittedLocation,
  type InitialPage,
  type NavigationRequest,
  type RequestEvent,
  allowedRequestOf,
  commitOf,
  homeAfterSession,
  homeRequest,
  redirectOf,
  replacementOf,
  navigationRequestOf,
  returnFromSignIn,
} from '#content/navigation/navigation-request.ts'
import {
  type NavigationState,
  afterCommit,
  committedLocation,
  startNavigation,
} from '#content/navigation/navigation-state.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    navigation:
      | ({ type: 'location.committed' } & CommittedLocation)
      /** While editing, a navigation happens only if it is allowed. */
      | ({ type: 'navigation.requested' } & NavigationRequest)
      /** A screen is about to be left on which something is unsaved. Its guard requests the navigation again, or not. */
      | { type: 'leaving.requested'; request: NavigationRequest }
  }
}

export type NavigationEvent =
  | RequestEvent
  | Extract<EmittedBy<'navigationGuard'>, { type: `navigation.${string}` }>
  | { type: 'redirect.followed'; to: string }
  | EmittedBy<'errorPage'>
  | { type: 'session.started' }
  | { type: 'session.ended' }
  /** From now on, the screen is left only after its guard was asked. */
  | { type: 'guard.added' }
  | { type: 'guard.removed' }

interface Context extends NavigationState {
  /** True while the guard decides. */
  isRestricted: boolean
  /** True while something is unsaved on the current screen of the app. */
  isGuarded: boolean
}

const commitParams = ({ context }: { context: Context }) => commitOf(context.request)
/** Commits the location of the current request. */
const commit = [
  'setLocation',
  { type: 'commitLocation', params: commitParams },
  'emitCommitted',
] as const

const setRequest = withEvent('setRequest')
const requestParams = ({ event }: { event: RequestEvent }) => navigationRequestOf(event)
/** Lets a guard decide about a request while it does, and allows it otherwise. */
const decide = [
  {
    guard: { type: 'isGuarded', params: requestParams },
    actions: { type: 'askScreen', params: requestParams },
  },
  { guard: 'isRestricted', actions: { type: 'askGuard', params: requestParams } },
  { actions: { type: 'allow', params: requestParams } },
] as const

export const navigationMachine = setup({
  types: {} as {
    input: InitialPage
    context: Context
    events: NavigationEvent
    emitted: EmittedBy<'navigation'>
  },
  actors: {
    listener,
    /** Resolves with the path to redirect to, or null if the location is allowed. Rejects with 403 or 404. */
    authorize: promiseEffect<string | null, Location>(),
  },
  actions: {
    commitLocation: actionEffect<{ location: Location; replace: boolean }>(),
    setLocation: assign(({ context }) => afterCommit(context)),
    emitCommitted: emit(({ context, event }) => ({
      type: 'location.committed',
      ...committedLocation(context, 'error' in event ? Failure.from(event.error) : null),
    })),
    restrict: assign({ isRestricted: true }),
    unrestrict: assign({ isRestricted: false }),
    addGuard: assign({ isGuarded: true }),
    removeGuard: assign({ isGuarded: false }),
    askScreen: emit((_, request: NavigationRequest) => ({ type: 'leaving.requested', request })),
    askGuard: emit((_, request: NavigationRequest) => ({
      type: 'navigation.requested',
      ...request,
    })),
    requestHome: raise({ type: 'navigation.requested', ...homeRequest }),
    /** Goes to a location without asking the guard. */
    allow: raise((_, request: NavigationRequest) => ({ type: 'navigation.allowed', ...request })),
    setRequest: assign((_, event: AllowedEvent) => ({ request: allowedRequestOf(event) })),
    setBypassCache: assign(({ context }) => ({
      request: { ...context.request, bypassCache: true },
    })),
  },
  guards: {
    /** A screen of the app has nothing that is edited, so it may be left without the guard. */
    isRestricted: ({ context }) => context.isRestricted && isContentPath(context.location.path),
    isGuarded: ({ context }, { to }: { to: Location }) =>
      context.isGuarded && to.path !== context.location.path,
    needsAuthorization: ({ context }) => context.initialStatus === 'authorizing',
    isPublic: (_, { to }: { to: Location }) => isPublicPath(to.path),
    isOnSignIn: ({ context }) => context.location.path === signInPath,
    isOnAdminScreen: ({ context }) => isAdminPath(context.location.path),
    isRedirected: (_, { output }: { output: string | null }) => output !== null,
  },
}).createMachine({
  id: 'navigation',
  meta: {
    guards: {
      isRestricted: 'Edit mode is on, and a page is shown.',
      isGuarded: 'The screen has something unsaved, and another path was asked for.',
      needsAuthorization: 'The server has not decided whether the first location may be seen.',
      isPublic: 'Anybody may see the location.',
      isOnSignIn: 'The screen for signing in is shown.',
      isOnAdminScreen: 'A screen of the admin area is shown.',
      isRedirected: 'The user may not see the location, and is led to another one.',
    },
  },
  context: ({ input }) => ({ ...startNavigation(input), isRestricted: false, isGuarded: false }),
  invoke: listenTo<NavigationEvent>({
    navigationGuard: ['navigation.allowed', 'navigation.restricted', 'navigation.unrestricted'],
    pageRequest: ['redirect.followed'],
    auth: ['session.started', 'session.ended'],
    errorPage: ['home.requested', 'retry.requested'],
    editMode: ['home.requested'],
  }),
  initial: 'initializing',
  on: {
    'navigation.requested': decide,
    'history.popped': decide,
    'navigation.restricted': { actions: 'restrict' },
    'navigation.unrestricted': { actions: 'unrestrict' },
    'guard.added': { actions: 'addGuard' },
    'guard.removed': { actions: 'removeGuard' },
    'home.requested': { actions: 'requestHome' },
    // Leaves no page, so nobody is asked.
    'retry.requested': {
      actions: { type: 'allow', params: ({ context }) => replacementOf(context.location) },
    },
    'redirect.followed': {
      actions: { type: 'allow', params: ({ event }) => replacementOf(locationOf(event.to)) },
    },
    'navigation.allowed': [
      {
        guard: withEvent('isPublic'),
        target: '.idle',
        actions: [setRequest, ...commit],
      },
      { target: '.authorizing', actions: setRequest },
    ],
    'session.started': {
      guard: 'isOnSignIn',
      // A public page is authorized, too: somebody may have to set up a second factor first.
      target: '.authorizing',
      actions: {
        type: 'setRequest',
        params: ({ context }) => ({
          type: 'navigation.allowed',
          ...returnFromSignIn(context.location),
        }),
      },
    },
    'session.ended': {
      guard: 'isOnAdminScreen',
      actions: { type: 'allow', params: homeAfterSession },
    },
  },
  states: {
    initializing: {
      description: 'Looks whether the first location has to be authorized.',
      always: [{ guard: 'needsAuthorization', target: 'authorizing' }, { target: 'idle' }],
    },
    idle: { description: 'The location is settled.' },
    /** Keeps the current page and URL until the new location is authorized. */
    authorizing: {
      description: 'Asks whether the user may see the requested location.',
      invoke: {
        id: 'authorize',
        src: 'authorize',
        input: ({ context }) => context.request.to,
        onDone: [
          {
            guard: withEvent('isRedirected'),
            actions: {
              type: 'allow',
              params: ({ context, event }) => redirectOf(context.request, event.output!),
            },
          },
          { target: 'idle', actions: [...commit] },
        ],
        onError: { target: 'idle', actions: [...commit] },
      },
      on: {
        // The session has changed, so the location is authorized again.
        'session.started': { target: 'authorizing', reenter: true, actions: 'setBypassCache' },
        'session.ended': { target: 'authorizing', reenter: true, actions: 'setBypassCache' },
      },
    },
  },
})

export type NavigationRef = ActorRefFrom<typeof navigationMachine>
type Snapshot = SnapshotFrom<typeof navigationMachine>
export const selectLocation = (snapshot: Snapshot) => snapshot.context.location
export const isAuthorizing = (snapshot: Snapshot) => snapshot.matches('authorizing')
