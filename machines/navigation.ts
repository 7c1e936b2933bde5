/** Where we are and where we are going: the only one who decides on the address. */
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
import type { Failure } from '#content/failure.ts'
import {
  type Location,
  hasPage,
  isAdminPath,
  isAuthPath,
  isSamePage,
  locationOf,
  withoutForce,
} from '#content/location.ts'
import type { ShownPage } from '#content/page.ts'
import { performed, promised } from './effects.ts'
import { type LeavingEmitted, type LeavingEvent, type Wish, leavingMachine } from './leaving.ts'
import { relay } from './relay.ts'

export type NavigationEvent =
  | LeavingEvent
  | LeavingEmitted
  | { type: 'session.started' }
  | { type: 'page.settled'; token: number; page: ShownPage }
  | { type: 'page.redirected'; token: number; to: string }
  | { type: 'page.failed'; token: number; failure: Failure }

export type NavigationEmitted =
  | { type: 'page.wanted'; location: Location; token: number; afresh: boolean }
  /** One of the app's own screens is shown instead of a page. */
  | { type: 'page.left' }
  | { type: 'location.committed'; location: Location }
  | Exclude<LeavingEmitted, { type: 'navigation.allowed' }>

const home: Wish = { to: locationOf('/'), source: 'code', replace: true, afresh: true }

const navigation = setup({
  types: {} as {
    /** What was hydrated; with neither page nor failure the page is still to be fetched. */
    input: { location: Location; page: ShownPage | null; failure: Failure | null }
    context: {
      location: Location
      arrival: 'settled' | 'failed' | 'unknown'
      /** Grows with each page that is asked for; an answer with an older one is ignored. */
      token: number
      /** Where the page that was asked for has moved to. */
      redirect: string | null
    }
    events: NavigationEvent
    emitted: NavigationEmitted
    children: { leaving: 'leaving' }
    tags: 'busy'
  },
  actors: {
    leaving: leavingMachine,
    relay,
    /** Settles where the app may go there itself, fails where it may not: to another site, and on the server. */
    followRedirect: promised<void, { to: string }>('followRedirect'),
  },
  actions: {
    commitLocation: performed<{ location: Location; replace: boolean }>('commitLocation'),
    passToLeaving: sendTo('leaving', ({ event }) => event),
    goHome: raise({ type: 'navigation.allowed', ...home }),
    goOn: raise(({ context }) => ({
      type: 'navigation.allowed',
      to: locationOf(context.redirect!),
      source: 'code',
      replace: true,
    })),
    want: assign({ token: ({ context }) => context.token + 1 }),
    tellWanted: emit(({ context: { location, token } }, { afresh }: { afresh: boolean }) => ({
      type: 'page.wanted',
      location,
      token,
      afresh,
    })),
  },
  guards: {
    isCurrent: ({ context, event }) => 'token' in event && event.token === context.token,
    isSamePage: ({ context, event }) => {
      assertEvent(event, 'navigation.allowed')
      return isSamePage(withoutForce(event.to), context.location)
    },
    isOnPage: ({ context }) => hasPage(context.location.path),
    isOnAuthScreen: ({ context }) => isAuthPath(context.location.path),
    isOnAdminScreen: ({ context }) => isAdminPath(context.location.path),
  },
})

/** To the place an event names. */
const move = navigation.enqueueActions(({ enqueue, event }) => {
  assertEvent(event, 'navigation.allowed')
  const { to, source, replace = source === 'history' } = event
  const location = withoutForce(to)
  enqueue.assign({ location })
  enqueue({ type: 'commitLocation', params: { location, replace } })
  enqueue.emit({ type: 'location.committed', location })
})

export const navigationMachine = navigation.createMachine({
  id: 'navigation',
  context: ({ input: { location, page, failure } }) => ({
    location,
    arrival: page || !hasPage(location.path) ? 'settled' : failure ? 'failed' : 'unknown',
    token: 0,
    redirect: null,
  }),
  invoke: [
    { src: 'relay', input: { from: 'leaving' } },
    { id: 'leaving', systemId: 'leaving', src: 'leaving' },
  ],
  initial: 'arriving',
  on: {
    'navigation.requested': { actions: 'passToLeaving' },
    'history.popped': { actions: 'passToLeaving' },
    'edit.*': { actions: 'passToLeaving' },
    'add.started': { actions: 'passToLeaving' },
    'add.ended': { actions: 'passToLeaving' },
    'navigation.refused': { actions: emit(({ event }) => event) },
    'add.discarded': { actions: emit(({ event }) => event) },
    'navigation.allowed': [
      {
        guard: ({ event }) => !hasPage(event.to.path),
        target: '.settled',
        actions: [move, emit({ type: 'page.left' })],
      },
      {
        target: '.fetching',
        actions: [
          move,
          'want',
          { type: 'tellWanted', params: ({ event: { afresh = false } }) => ({ afresh }) },
        ],
      },
    ],
    'session.started': [
      { guard: 'isOnAuthScreen', actions: 'goHome' },
      {
        guard: 'isOnPage',
        target: '.fetching',
        actions: ['want', { type: 'tellWanted', params: { afresh: true } }],
      },
    ],
    'session.ended': [
      { guard: 'isOnAdminScreen', actions: ['passToLeaving', 'goHome'] },
      {
        guard: 'isOnPage',
        target: '.fetching',
        actions: ['passToLeaving', 'want', { type: 'tellWanted', params: { afresh: true } }],
      },
    ],
  },
  states: {
    arriving: {
      always: [
        { guard: ({ context }) => context.arrival === 'settled', target: 'settled' },
        { guard: ({ context }) => context.arrival === 'failed', target: 'failed' },
        {
          target: 'fetching',
          actions: ['want', { type: 'tellWanted', params: { afresh: false } }],
        },
      ],
    },
    settled: { on: { 'navigation.allowed': { guard: 'isSamePage', actions: move } } },
    fetching: {
      tags: 'busy',
      on: {
        'navigation.allowed': { guard: 'isSamePage', actions: move },
        'page.settled': { guard: 'isCurrent', target: 'settled' },
        'page.redirected': {
          guard: 'isCurrent',
          target: 'redirecting',
          actions: assign({ redirect: ({ event }) => event.to }),
        },
        'page.failed': { guard: 'isCurrent', target: 'failed' },
      },
    },
    redirecting: {
      tags: 'busy',
      invoke: {
        id: 'followRedirect',
        src: 'followRedirect',
        input: ({ context }) => ({ to: context.redirect! }),
        onDone: { actions: 'goOn' },
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
