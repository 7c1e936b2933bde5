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
import { Failure } from '#content/failure.ts'
import {
  type Location,
  contentLocation,
  hasPage,
  isAdminPath,
  isOpen,
  isSamePage,
  locationOf,
  signInPath,
  wayBack,
  withoutForce,
} from '#content/location.ts'
import type { ShownPage } from '#content/page.ts'
import type { User } from '#content/resource.ts'
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
  /** There is nothing to be fetched here, or not for whoever is looking. */
  | { type: 'page.failed'; token: number; failure: Failure }
  | Exclude<LeavingEmitted, { type: 'navigation.allowed' }>

const anew = (to: Location): Wish => ({ to, source: 'code', replace: true, afresh: true })

/** What was hydrated says where it begins; an administrator's screen that was rendered for nobody was left undecided. */
const arrivalOf = ({ location: { path }, page, failure, user }: Input) => {
  if (failure) return 'failed'
  if (page) return 'settled'
  if (isAdminPath(path) && !user) return 'guarded'
  return hasPage(path) ? 'unknown' : 'settled'
}

interface Input {
  location: Location
  /** What was hydrated; with neither page nor failure the page is still to be fetched. */
  page: ShownPage | null
  failure: Failure | null
  user: User | null
}

interface Context {
  location: Location
  arrival: ReturnType<typeof arrivalOf>
  /** Where somebody is let in or not. */
  wish: Wish
  /** Grows with each page that is asked for; an answer with an older one is ignored. */
  token: number
  /** Where the page that was asked for has moved to. */
  redirect: string | null
}

interface Has<Part extends keyof Context> {
  context: Pick<Context, Part>
}

const committing = ({ context: { location, wish } }: Has<'location' | 'wish'>) => ({
  location,
  replace: wish.replace ?? wish.source === 'history',
})

/** To the place that is wished for. */
const move = ['go', { type: 'commitLocation', params: committing }, 'tellCommitted'] as const
const leave = [...move, 'tellLeft'] as const
const ask = [
  'want',
  { type: 'tellWanted', params: ({ context }: Has<'wish'>) => context.wish },
] as const
const askAnew = ['want', { type: 'tellWanted', params: { afresh: true } }] as const

export const navigationMachine = setup({
  types: {} as {
    input: Input
    context: Context
    events: NavigationEvent
    emitted: NavigationEmitted
    children: { leaving: 'leaving' }
    tags: 'busy'
  },
  actors: {
    leaving: leavingMachine,
    relay,
    /** Where whoever is looking has to go instead, or null; fails where there is nothing, or nothing for them. */
    admit: promised<string | null, Location>('admit'),
    /** Settles where the app may go there itself, fails where it may not: to another site, and on the server. */
    followRedirect: promised<void, { to: string }>('followRedirect'),
  },
  actions: {
    commitLocation: performed<{ location: Location; replace: boolean }>('commitLocation'),
    go: assign({ location: ({ context }) => withoutForce(context.wish.to) }),
    tellCommitted: emit(({ context: { location } }) => ({ type: 'location.committed', location })),
    passToLeaving: sendTo('leaving', ({ event }) => event),
    goHome: raise({ type: 'navigation.allowed', ...anew(locationOf('/')) }),
    goBack: raise(({ context }) => ({
      type: 'navigation.allowed',
      ...anew(wayBack(context.location)),
    })),
    turnAway: raise(({ context: { wish } }, { to }: { to: string }) => ({
      type: 'navigation.allowed',
      ...wish,
      to: locationOf(to),
    })),
    keepWish: assign({
      wish: ({ event }) => {
        assertEvent(event, 'navigation.allowed')
        const { type: _, ...wish } = event
        return wish
      },
    }),
    goOn: raise(({ context }) => ({
      type: 'navigation.allowed',
      to: locationOf(context.redirect!),
      source: 'code',
      replace: true,
    })),
    want: assign({ token: ({ context }) => context.token + 1 }),
    tellWanted: emit(({ context: { location, token } }, { afresh = false }: Partial<Wish>) => ({
      type: 'page.wanted',
      location: contentLocation(location),
      token,
      afresh,
    })),
    tellLeft: emit({ type: 'page.left' }),
    tellRefused: emit(({ context: { token } }, { error }: { error: unknown }) => ({
      type: 'page.failed',
      token,
      failure: Failure.from(error),
    })),
  },
  guards: {
    isCurrent: ({ context, event }) => 'token' in event && event.token === context.token,
    isSamePage: ({ context, event }) => {
      assertEvent(event, 'navigation.allowed')
      return isSamePage(withoutForce(event.to), context.location)
    },
    isOnPage: ({ context }) => hasPage(context.location.path),
    isOpen: ({ event }) => {
      assertEvent(event, 'navigation.allowed')
      return isOpen(event.to.path)
    },
    isOnSignIn: ({ context }) => context.location.path === signInPath,
    isOnAdminScreen: ({ context }) => isAdminPath(context.location.path),
  },
}).createMachine({
  id: 'navigation',
  context: ({ input }) => ({
    location: input.location,
    arrival: arrivalOf(input),
    wish: { to: input.location, source: 'code', replace: true },
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
      { guard: 'isOpen', target: '.fetching', actions: ['keepWish', ...move, ...ask] },
      { target: '.guarding', actions: 'keepWish' },
    ],
    'session.started': [
      { guard: 'isOnSignIn', actions: 'goBack' },
      { guard: 'isOnPage', target: '.fetching', actions: [...askAnew] },
    ],
    'session.ended': [
      { guard: 'isOnAdminScreen', actions: ['passToLeaving', 'goHome'] },
      { guard: 'isOnPage', target: '.fetching', actions: ['passToLeaving', ...askAnew] },
    ],
  },
  states: {
    arriving: {
      always: [
        { guard: ({ context }) => context.arrival === 'settled', target: 'settled' },
        { guard: ({ context }) => context.arrival === 'failed', target: 'failed' },
        { guard: ({ context }) => context.arrival === 'guarded', target: 'guarding' },
        { target: 'fetching', actions: [...ask] },
      ],
    },
    /** Nothing is gone to before it is known that it may be seen: what was shown stays, and so does the address. */
    guarding: {
      tags: 'busy',
      invoke: {
        id: 'admit',
        src: 'admit',
        input: ({ context }) => withoutForce(context.wish.to),
        onDone: [
          {
            guard: ({ event }) => event.output !== null,
            actions: { type: 'turnAway', params: ({ event }) => ({ to: event.output! }) },
          },
          {
            guard: ({ context }) => hasPage(context.wish.to.path),
            target: 'fetching',
            actions: [...move, ...ask],
          },
          { target: 'settled', actions: [...leave] },
        ],
        onError: {
          target: 'failed',
          actions: [
            ...leave,
            { type: 'tellRefused', params: ({ event }) => ({ error: event.error }) },
          ],
        },
      },
      on: {
        // Asked again for who is looking now.
        'session.started': {
          target: 'guarding',
          reenter: true,
          actions: assign({ wish: ({ context }) => ({ ...context.wish, afresh: true }) }),
        },
      },
    },
    settled: {
      on: { 'navigation.allowed': { guard: 'isSamePage', actions: ['keepWish', ...move] } },
    },
    fetching: {
      tags: 'busy',
      on: {
        'navigation.allowed': { guard: 'isSamePage', actions: ['keepWish', ...move] },
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
