/** Owns the current location and decides which page is requested for it. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { initialStatusOf, replacementOf } from '#content/page/navigation-request.ts'
import { listenTo } from '../actor-listener.ts'
import {
  type NavigationEvent,
  commitParams,
  navigationSetup,
  redirectTarget,
  requestedLocation,
} from './navigation-setup.ts'

/** Commits the location of the current request. */
const commit = [
  'setLocation',
  { type: 'commitLocation', params: commitParams },
  'emitCommitted',
] as const
const commitScreen = [...commit, 'emitPageUnloaded'] as const
const requestPage = ['nextToken', 'emitPageRequested'] as const
const commitPage = [...commit, ...requestPage] as const
const reloadPage = ['setBypassCache', ...requestPage] as const

export const navigationMachine = navigationSetup.createMachine({
  id: 'navigation',
  context: ({ input }) => ({
    location: input.location,
    visit: 'entered',
    initialStatus: initialStatusOf(input),
    request: replacementOf(input.location),
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
      { guard: 'isPublic', target: '.fetching', actions: ['setRequest', ...commitPage] },
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
        { guard: { type: 'isInitially', params: { status: 'idle' } }, target: 'idle' },
        { guard: { type: 'isInitially', params: { status: 'failed' } }, target: 'failed' },
        {
          guard: { type: 'isInitially', params: { status: 'authorizing' } },
          target: 'authorizing',
        },
        { target: 'fetching', actions: [...requestPage] },
      ],
    },
    /** Keeps the current page and URL until the new location is authorized. */
    authorizing: {
      tags: 'busy',
      invoke: {
        id: 'authorize',
        src: 'authorize',
        input: requestedLocation,
        onDone: [
          { guard: 'isRedirected', actions: 'goToAuthorized' },
          { guard: 'isPageRequested', target: 'fetching', actions: [...commitPage] },
          { target: 'idle', actions: [...commitScreen] },
        ],
        onError: { target: 'failed', actions: [...commitScreen, 'emitFailed'] },
      },
      on: {
        // The session has changed, so the location is authorized again for the new user.
        'session.started': { target: 'authorizing', reenter: true, actions: 'setBypassCache' },
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
          actions: 'setRedirect',
        },
        'page.failed': { guard: 'isCurrentToken', target: 'failed' },
      },
    },
    redirecting: {
      tags: 'busy',
      invoke: {
        id: 'followRedirect',
        src: 'followRedirect',
        input: redirectTarget,
        onDone: { actions: 'goToRedirect' },
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
