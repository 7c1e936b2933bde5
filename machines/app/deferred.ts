/**
 * Loads the code that the first view does not need, once the page is hydrated and the browser is idle. Records the
 * state of the page until then, so that the loaded actors start with it.
 */
import { type ActorRefFrom, type SnapshotFrom, assign, emit, enqueueActions, setup } from 'xstate'
import type { Failure } from '#content/model/failure.ts'
import type { Location } from '#content/navigation/location.ts'
import type { Visit } from '#content/navigation/navigation-request.ts'
import type { AssembledPage } from '#content/page/page.ts'
import { pageKeyOf } from '#content/page/page-key.ts'
import { type SharedInput, loadedActor, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'
import { invokeThen } from '../invoke-then.ts'
import type { NavigationFocusEvent, RenderedPage } from '../page/navigation-focus.ts'
import type { LiveUpdatesEvent } from '../live/live-updates.ts'
import type { deferredActors } from './deferred-actors.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    deferred: { type: 'hub.discovered'; url: string }
  }
}

/** The actors that are loaded after the page. Only their types are known before. */
export type DeferredActors = typeof deferredActors

/** The code that is loaded after the page. */
export interface DeferredBundle {
  actors: DeferredActors
  /** The components, which `src/app` renders. Machines do not know React, so this has no type here. */
  views: unknown
}

export type DeferredEvent =
  | { type: 'location.committed'; visit: Visit }
  /** A response of the content API has named its hub. */
  | { type: 'hub.discovered'; url: string }
  | { type: 'page.loaded'; page: AssembledPage }
  | { type: 'page.unloaded' }
  | EmittedBy<'requestTracker'>

interface Input {
  location: Location
  /** The page that is shown. */
  page: AssembledPage | null
  failure: Failure | null
  hub: string | null
  /** The hub's newest event when the page was rendered. */
  lastEventId: string | null
}

/** The context, which the loaded actors get as their input. The page key and the location are those of the first page. */
interface Context extends Pick<Input, 'page' | 'hub' | 'lastEventId'>, RenderedPage {
  /** The way in which the current location was reached; null at the first one. */
  visit: Visit | null
  /** True while requests are pending. */
  isBusy: boolean
  /** Null until it is loaded. */
  bundle: DeferredBundle | null
}

export const deferredMachine = setup({
  types: {} as {
    input: Input
    context: Context
    events: DeferredEvent
    emitted: EmittedBy<'deferred'>
    children: { [Id in keyof DeferredActors]: Id }
  },
  actors: {
    ...({} as DeferredActors),
    /** Resolves once the page is hydrated and the browser is idle. */
    pageReady: promiseEffect<void>(),
    loadDeferred: promiseEffect<DeferredBundle>(),
    waitForIdle: promiseEffect<void>(),
    listener,
  },
  actions: {
    setHub: assign((_, { url }: { url: string }) => ({ hub: url })),
    emitHubDiscovered: emit((_, { url }: { url: string }) => ({ type: 'hub.discovered', url })),
    setPage: assign((_, { page }: { page: AssembledPage }) => ({ page })),
    clearPage: assign({ page: null }),
    /** A page that is entered stays a new one when its query is replaced while it is loading. */
    setVisit: assign(({ context }, { visit }: { visit: Visit }) => ({
      visit: visit === 'replaced' ? (context.visit ?? visit) : visit,
    })),
    setBusy: assign({ isBusy: true }),
    setIdle: assign({ isBusy: false }),
    setBundle: assign((_, { output }: { output: DeferredBundle }) => ({ bundle: output })),
    spawnDeferred: enqueueActions(({ enqueue, context }) => {
      for (const [id, machine] of Object.entries(context.bundle!.actors))
        enqueue.spawnChild(machine, loadedActor<SharedInput<DeferredActors>>(id, context))
      const { visit, isBusy } = context
      if (visit)
        enqueue.sendTo('navigationFocus', {
          type: 'location.committed',
          visit,
        } satisfies NavigationFocusEvent)
      if (isBusy)
        enqueue.sendTo('liveUpdates', { type: 'requests.busy' } satisfies LiveUpdatesEvent)
    }),
  },
  delays: {
    /** The delay before loading is retried. */
    retryDelay: 5_000,
  },
}).createMachine({
  id: 'deferred',
  context: ({ input: { hub, lastEventId, page, location, failure } }) => ({
    hub,
    lastEventId,
    page,
    pageKey: pageKeyOf({ path: location.path, page, failure }),
    location,
    visit: null,
    isBusy: false,
    bundle: null,
  }),
  invoke: listenTo<DeferredEvent>({
    fetcher: ['page.loaded'],
    navigation: ['location.committed'],
    pageRequest: ['page.unloaded'],
    requestTracker: ['requests.busy', 'requests.idle'],
  }),
  initial: 'waiting',
  on: {
    'hub.discovered': {
      actions: [withEvent('setHub'), withEvent('emitHubDiscovered')],
    },
    'location.committed': { actions: withEvent('setVisit') },
    'page.loaded': { actions: withEvent('setPage') },
    'page.unloaded': { actions: 'clearPage' },
    'requests.busy': { actions: 'setBusy' },
    'requests.idle': { actions: 'setIdle' },
  },
  states: {
    waiting: {
      description: 'The first page is being hydrated.',
      invoke: { id: 'pageReady', src: 'pageReady', onDone: 'loading', onError: 'loading' },
      // The first navigation needs the deferred actors at once.
      on: {
        'location.committed': {
          target: 'loading',
          actions: withEvent('setVisit'),
        },
      },
    },
    loading: {
      description: 'The code that can wait is being fetched.',
      invoke: {
        id: 'loadDeferred',
        src: 'loadDeferred',
        onDone: { target: 'waitingForIdle', actions: withEvent('setBundle') },
        onError: 'retrying',
      },
    },
    retrying: {
      description: 'The code could not be fetched, which is tried again in a moment.',
      after: { retryDelay: 'loading' },
    },
    // Running the loaded code and starting its actors are two tasks, which do not block a slow phone for long.
    waitingForIdle: {
      description: 'The code is there, and waits until the browser has nothing else to do.',
      ...invokeThen('waitForIdle', 'loaded'),
    },
    loaded: {
      description: 'The actors of the code that could wait are running.',
      entry: 'spawnDeferred',
    },
  },
})

export type DeferredRef = ActorRefFrom<typeof deferredMachine>
type Snapshot = SnapshotFrom<typeof deferredMachine>
/** Returns the components, of which the machine knows no type; null until their actors have started. */
export const selectDeferredViews = (snapshot: Snapshot) =>
  snapshot.matches('loaded') ? snapshot.context.bundle!.views : null
export const selectNavigationFocusRef = (snapshot: Snapshot) => snapshot.children.navigationFocus
export const selectLiveUpdatesRef = (snapshot: Snapshot) => snapshot.children.liveUpdates
export const selectEnhancementsRef = (snapshot: Snapshot) => snapshot.children.enhancements

/** Returns what is announced of a navigation. It is here because `navigationFocus` is loaded later. */
export const selectAnnouncement = (
  snapshot: SnapshotFrom<DeferredActors['navigationFocus']> | undefined,
) => snapshot?.context.announcement
