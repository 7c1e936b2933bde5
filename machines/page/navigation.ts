/** Owns the current location and decides which page is requested for it. */
import {
  type ActorRefFrom,
  type SnapshotFrom,
  assertEvent,
  assign,
  emit,
  raise,
  sendTo,
  setup,
} from 'xstate'
import { Failure } from '#content/model/failure.ts'
import {
  type Location,
  contentLocation,
  isContentPath,
  isAdminPath,
  isPublicPath,
  isSamePage,
  locationOf,
  signInPath,
  returnLocation,
  withoutForce,
} from '#content/page/location.ts'
import type { AssembledPage } from '#content/page/page.ts'
import type { User } from '#content/model/resource.ts'
import { actionEffect, promiseEffect } from '../effects.ts'
import type { EmittedBy, NavigationRequest } from '../emitted-events.ts'
import { listenTo, listener } from '../listener.ts'
import { type NavigationGuardEvent, navigationGuardMachine } from './navigation-guard.ts'

export type NavigationEvent =
  | Extract<NavigationGuardEvent, { type: 'navigation.requested' | 'history.popped' }>
  | ({ type: 'navigation.allowed' } & NavigationRequest)
  | { type: 'session.started' }
  | { type: 'session.ended' }
  /** The error page asks for the home page, or for the failed page again. */
  | { type: 'home.requested' }
  | { type: 'retry.requested' }
  | { type: 'page.loaded'; token: number; page: AssembledPage }
  | { type: 'page.redirected'; token: number; to: string }
  | { type: 'page.failed'; token: number; failure: Failure }

const reloadOf = (to: Location): NavigationRequest => ({
  to,
  source: 'code',
  replace: true,
  bypassCache: true,
})

/**
 * Returns the state to start in after hydration. Administration screens are rendered without a user, so their
 * authorization is still to be checked.
 */
const initialStatusOf = ({ location: { path }, page, failure, user }: Input) => {
  if (failure) return 'failed'
  if (page) return 'idle'
  if (isAdminPath(path) && !user) return 'unauthorized'
  return isContentPath(path) ? 'unknown' : 'idle'
}

interface Input {
  location: Location
  /** The hydrated page. With neither page nor failure the page is still to be fetched. */
  page: AssembledPage | null
  failure: Failure | null
  user: User | null
}

interface Context {
  location: Location
  initialStatus: ReturnType<typeof initialStatusOf>
  /** The navigation that is being authorized or was committed last. */
  request: NavigationRequest
  /** Increases with each page request. Responses with another token are ignored. */
  token: number
  /** The redirect target of the requested page. */
  redirect: string | null
}

interface ContextWith<Part extends keyof Context> {
  context: Pick<Context, Part>
}

const commitParams = ({ context: { location, request } }: ContextWith<'location' | 'request'>) => ({
  location,
  replace: request.replace ?? request.source === 'history',
})

/** Commits the location of the current request. */
const commit = [
  'setLocation',
  { type: 'commitLocation', params: commitParams },
  'emitCommitted',
] as const
const commitScreen = [...commit, 'emitPageUnloaded'] as const
const requestPage = [
  'nextToken',
  { type: 'emitPageRequested', params: ({ context }: ContextWith<'request'>) => context.request },
] as const
const reloadPage = [
  'nextToken',
  { type: 'emitPageRequested', params: { bypassCache: true } },
] as const

export const navigationMachine = setup({
  types: {} as {
    input: Input
    context: Context
    events: NavigationEvent
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
    setLocation: assign({ location: ({ context }) => withoutForce(context.request.to) }),
    emitCommitted: emit(({ context: { location } }) => ({ type: 'location.committed', location })),
    forwardToGuard: sendTo('navigationGuard', ({ event }) => event),
    requestHome: sendTo('navigationGuard', {
      type: 'navigation.requested',
      to: locationOf('/'),
      source: 'code',
    } satisfies NavigationGuardEvent),
    requestAgain: sendTo(
      'navigationGuard',
      ({ context: { location: to } }) =>
        ({
          type: 'navigation.requested',
          to,
          source: 'code',
          replace: true,
        }) satisfies NavigationGuardEvent,
    ),
    goHome: raise({ type: 'navigation.allowed', ...reloadOf(locationOf('/')) }),
    goBack: raise(({ context }) => ({
      type: 'navigation.allowed',
      ...reloadOf(returnLocation(context.location)),
    })),
    redirectToAllowed: raise(({ context: { request } }, { to }: { to: string }) => ({
      type: 'navigation.allowed',
      ...request,
      to: locationOf(to),
    })),
    setRequest: assign({
      request: ({ event }) => {
        assertEvent(event, 'navigation.allowed')
        const { type: _, ...request } = event
        return request
      },
    }),
    followRedirectTarget: raise(({ context }) => ({
      type: 'navigation.allowed',
      to: locationOf(context.redirect!),
      source: 'code',
      replace: true,
    })),
    nextToken: assign({ token: ({ context }) => context.token + 1 }),
    emitPageRequested: emit(
      ({ context: { location, token } }, { bypassCache = false }: Partial<NavigationRequest>) => ({
        type: 'page.requested',
        location: contentLocation(location),
        token,
        bypassCache,
      }),
    ),
    emitPageUnloaded: emit({ type: 'page.unloaded' }),
    emitFailed: emit(({ context: { token } }, { error }: { error: unknown }) => ({
      type: 'page.failed',
      token,
      failure: Failure.from(error),
    })),
  },
  guards: {
    isCurrentToken: ({ context, event }) => 'token' in event && event.token === context.token,
    isSamePage: ({ context, event }) => {
      assertEvent(event, 'navigation.allowed')
      return isSamePage(withoutForce(event.to), context.location)
    },
    isOnPage: ({ context }) => isContentPath(context.location.path),
    isOpen: ({ event }) => {
      assertEvent(event, 'navigation.allowed')
      return isPublicPath(event.to.path)
    },
    isOnSignIn: ({ context }) => context.location.path === signInPath,
    isOnAdminScreen: ({ context }) => isAdminPath(context.location.path),
  },
}).createMachine({
  id: 'navigation',
  context: ({ input }) => ({
    location: input.location,
    initialStatus: initialStatusOf(input),
    request: { to: input.location, source: 'code', replace: true },
    token: 0,
    redirect: null,
  }),
  invoke: [
    {
      src: 'listener',
      input: listenTo<NavigationEvent>({
        navigationGuard: ['navigation.allowed'],
        fetcher: ['page.loaded', 'page.redirected', 'page.failed'],
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
    'navigation.allowed': [
      { guard: 'isOpen', target: '.fetching', actions: ['setRequest', ...commit, ...requestPage] },
      { target: '.authorizing', actions: 'setRequest' },
    ],
    'session.started': [
      { guard: 'isOnSignIn', actions: 'goBack' },
      { guard: 'isOnPage', target: '.fetching', actions: [...reloadPage] },
    ],
    'session.ended': [
      { guard: 'isOnAdminScreen', actions: 'goHome' },
      { guard: 'isOnPage', target: '.fetching', actions: [...reloadPage] },
    ],
  },
  states: {
    initializing: {
      always: [
        { guard: ({ context }) => context.initialStatus === 'idle', target: 'idle' },
        { guard: ({ context }) => context.initialStatus === 'failed', target: 'failed' },
        { guard: ({ context }) => context.initialStatus === 'unauthorized', target: 'authorizing' },
        { target: 'fetching', actions: [...requestPage] },
      ],
    },
    /** Keeps the current page and URL until the new location is authorized. */
    authorizing: {
      tags: 'busy',
      invoke: {
        id: 'authorize',
        src: 'authorize',
        input: ({ context }) => withoutForce(context.request.to),
        onDone: [
          {
            guard: ({ event }) => event.output !== null,
            actions: { type: 'redirectToAllowed', params: ({ event }) => ({ to: event.output! }) },
          },
          {
            guard: ({ context }) => isContentPath(context.request.to.path),
            target: 'fetching',
            actions: [...commit, ...requestPage],
          },
          { target: 'idle', actions: [...commitScreen] },
        ],
        onError: {
          target: 'failed',
          actions: [
            ...commitScreen,
            { type: 'emitFailed', params: ({ event }) => ({ error: event.error }) },
          ],
        },
      },
      on: {
        // The session has changed, so the location is authorized again for the new user.
        'session.started': {
          target: 'authorizing',
          reenter: true,
          actions: assign({
            request: ({ context }) => ({ ...context.request, bypassCache: true }),
          }),
        },
      },
    },
    idle: {
      on: { 'navigation.allowed': { guard: 'isSamePage', actions: ['setRequest', ...commit] } },
    },
    fetching: {
      tags: 'busy',
      on: {
        'navigation.allowed': { guard: 'isSamePage', actions: ['setRequest', ...commit] },
        'page.loaded': { guard: 'isCurrentToken', target: 'idle' },
        'page.redirected': {
          guard: 'isCurrentToken',
          target: 'redirecting',
          actions: assign({ redirect: ({ event }) => event.to }),
        },
        'page.failed': { guard: 'isCurrentToken', target: 'failed' },
      },
    },
    redirecting: {
      tags: 'busy',
      invoke: {
        id: 'followRedirect',
        src: 'followRedirect',
        input: ({ context }) => ({ to: context.redirect! }),
        onDone: { actions: 'followRedirectTarget' },
        onError: 'failed',
      },
    },
    failed: {},
  },
})

export type NavigationRef = ActorRefFrom<typeof navigationMachine>
type Snapshot = SnapshotFrom<typeof navigationMachine>
export const selectLocation = (snapshot: Snapshot) => snapshot.context.location
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
