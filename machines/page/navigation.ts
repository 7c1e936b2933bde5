/** Owns the current location: commits each navigation that is allowed, once the location is authorized. */
import {
  type ActorRefFrom,
  type DoneActorEvent,
  type ErrorActorEvent,
  type SnapshotFrom,
  assertEvent,
  assign,
  emit,
  raise,
  sendTo,
  setup,
} from 'xstate'
import { Failure } from '#content/model/failure.ts'
import { isAdminPath, isPublicPath } from '#content/page/areas.ts'
import { type Location, locationOf, signInPath, withoutForce } from '#content/page/location.ts'
import {
  type InitialPage,
  type InitialStatus,
  type NavigationRequest,
  type Visit,
  commitOf,
  homeAfterSession,
  homeRequest,
  initialStatusOf,
  replacementOf,
  returnFromSignIn,
  visitOf,
} from '#content/page/navigation-request.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { type NavigationGuardEvent, navigationGuardMachine } from './navigation-guard.ts'

export type NavigationEvent =
  | Extract<NavigationGuardEvent, { type: 'navigation.requested' | 'history.popped' }>
  | Extract<EmittedBy<'navigationGuard'>, { type: 'navigation.allowed' }>
  | { type: 'redirect.followed'; to: string }
  | EmittedBy<'errorPage'>
  | { type: 'session.started' }
  | { type: 'session.ended' }

type AuthorizeEvent =
  DoneActorEvent<string | null, 'authorize'> | ErrorActorEvent<unknown, 'authorize'>

interface Context {
  initialStatus: InitialStatus
  location: Location
  /** How the location was reached. */
  visit: Visit
  /** The navigation that is being authorized or was committed last. */
  request: NavigationRequest
}

const commitParams = ({ context }: { context: Context }) => commitOf(context.request)
/** Commits the location of the current request. */
const commit = [
  'setLocation',
  { type: 'commitLocation', params: commitParams },
  'emitCommitted',
] as const

export const navigationMachine = setup({
  types: {} as {
    input: InitialPage
    context: Context
    events: NavigationEvent | AuthorizeEvent
    emitted: EmittedBy<'navigation'>
    children: { navigationGuard: 'navigationGuard' }
  },
  actors: {
    navigationGuard: navigationGuardMachine,
    listener,
    /** Resolves with the path to redirect to, or null if the location is allowed. Rejects with 403 or 404. */
    authorize: promiseEffect<string | null, Location>('authorize'),
  },
  actions: {
    commitLocation: actionEffect<{ location: Location; replace: boolean }>('commitLocation'),
    setLocation: assign(({ context }) => ({
      location: context.request.to,
      visit: visitOf(context.request, context.location),
    })),
    emitCommitted: emit(({ context: { location, visit, request }, event }) => ({
      type: 'location.committed',
      location,
      visit,
      bypassCache: request.bypassCache ?? false,
      failure: 'error' in event ? Failure.from(event.error) : null,
    })),
    forwardToGuard: sendTo('navigationGuard', ({ event }) => event),
    requestHome: sendTo('navigationGuard', { type: 'navigation.requested', ...homeRequest }),
    requestAgain: sendTo('navigationGuard', ({ context }) => ({
      type: 'navigation.requested',
      ...replacementOf(context.location),
    })),
    /** Goes to a location without asking the guard. */
    go: raise((_, request: NavigationRequest) => ({ type: 'navigation.allowed', ...request })),
    setRequest: assign(({ event }) => {
      assertEvent(event, 'navigation.allowed')
      const { type: _, to, ...request } = event
      return { request: { ...request, to: withoutForce(to) } }
    }),
    setBypassCache: assign(({ context }) => ({
      request: { ...context.request, bypassCache: true },
    })),
  },
  guards: {
    isUnauthorized: ({ context }) => context.initialStatus === 'authorizing',
    isPublic: (_, { to }: { to: Location }) => isPublicPath(to.path),
    isOnSignIn: ({ context }) => context.location.path === signInPath,
    isOnAdminScreen: ({ context }) => isAdminPath(context.location.path),
    isRedirected: (_, { output }: { output: string | null }) => output !== null,
  },
}).createMachine({
  id: 'navigation',
  context: ({ input }) => ({
    initialStatus: initialStatusOf(input),
    location: input.location,
    visit: 'entered',
    request: replacementOf(withoutForce(input.location)),
  }),
  invoke: [
    {
      src: 'listener',
      input: listenTo<NavigationEvent>({
        navigationGuard: ['navigation.allowed'],
        pageRequest: ['redirect.followed'],
        auth: ['session.started', 'session.ended'],
        errorPage: ['home.requested', 'retry.requested'],
      }),
    },
    { id: 'navigationGuard', systemId: 'navigationGuard', src: 'navigationGuard' },
  ],
  initial: 'initializing',
  on: {
    'navigation.requested': { actions: 'forwardToGuard' },
    'history.popped': { actions: 'forwardToGuard' },
    'home.requested': { actions: 'requestHome' },
    'retry.requested': { actions: 'requestAgain' },
    'redirect.followed': {
      actions: { type: 'go', params: ({ event }) => replacementOf(locationOf(event.to)) },
    },
    'navigation.allowed': [
      {
        guard: { type: 'isPublic', params: ({ event }) => event },
        target: '.idle',
        actions: ['setRequest', ...commit],
      },
      { target: '.authorizing', actions: 'setRequest' },
    ],
    'session.started': {
      guard: 'isOnSignIn',
      actions: { type: 'go', params: ({ context }) => returnFromSignIn(context.location) },
    },
    'session.ended': {
      guard: 'isOnAdminScreen',
      actions: { type: 'go', params: homeAfterSession },
    },
  },
  states: {
    initializing: {
      always: [{ guard: 'isUnauthorized', target: 'authorizing' }, { target: 'idle' }],
    },
    idle: {},
    /** Keeps the current page and URL until the new location is authorized. */
    authorizing: {
      invoke: {
        id: 'authorize',
        src: 'authorize',
        input: ({ context }) => context.request.to,
        onDone: [
          {
            guard: { type: 'isRedirected', params: ({ event }) => event },
            actions: {
              type: 'go',
              params: ({ context, event }) => ({
                ...context.request,
                to: locationOf(event.output!),
              }),
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
