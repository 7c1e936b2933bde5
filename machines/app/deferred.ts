/**
 * Loads the code that the first view does not need, once the page is hydrated and the browser is idle. Records the
 * state of the page until then, so that the loaded actors start with it.
 */
import { type ActorRefFrom, type SnapshotFrom, assign, emit, enqueueActions, setup } from 'xstate'
import type { AssembledPage } from '#content/page/page.ts'
import { lazyActor, loadedActor, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import type { liveUpdatesMachine } from '../live/live-updates.ts'
import type { readerEnhancementsMachine } from './reader-enhancements.ts'

/** The actors that are loaded after the page, by id. */
export interface DeferredActors {
  liveUpdates: typeof liveUpdatesMachine
  readerEnhancements: typeof readerEnhancementsMachine
}

/** What is loaded after the page. */
export interface DeferredBundle {
  actors: DeferredActors
  /** The components, which `src/app` renders. Machines do not know React, so this has no type here. */
  views: unknown
}

export type DeferredEvent =
  /** The page is hydrated and the browser is idle. */
  | { type: 'browser.idle' }
  /** A response of the content API has named its hub. */
  | { type: 'hub.discovered'; url: string }
  | { type: 'page.loaded'; page: AssembledPage }
  | { type: 'page.unloaded' }
  | EmittedBy<'requestTracker'>

interface PageContext {
  hub: string | null
  /** The hub's newest event when the page was rendered. */
  lastEventId: string | null
  /** The page that is shown. */
  page: AssembledPage | null
  /** True while requests are pending. */
  isBusy: boolean
  /** Null until they are loaded. */
  views: unknown
}

export const deferredMachine = setup({
  types: {} as {
    input: Omit<PageContext, 'isBusy' | 'views'>
    context: PageContext
    events: DeferredEvent
    emitted: EmittedBy<'deferred'>
    children: { [Id in keyof DeferredActors]: Id }
  },
  actors: {
    liveUpdates: lazyActor<DeferredActors['liveUpdates']>('liveUpdates'),
    readerEnhancements: lazyActor<DeferredActors['readerEnhancements']>('readerEnhancements'),
    loadDeferred: promiseEffect<DeferredBundle>('loadDeferred'),
    listener,
  },
  actions: {
    setHub: assign((_, { url }: { url: string }) => ({ hub: url })),
    emitHubDiscovered: emit((_, { url }: { url: string }) => ({ type: 'hub.discovered', url })),
    setPage: assign((_, { page }: { page: AssembledPage }) => ({ page })),
    clearPage: assign({ page: null }),
    setBusy: assign({ isBusy: true }),
    setIdle: assign({ isBusy: false }),
    spawnDeferred: enqueueActions(
      ({ enqueue, context }, { output: { actors, views } }: { output: DeferredBundle }) => {
        enqueue.assign({ views })
        enqueue.spawnChild(actors.liveUpdates, loadedActor('liveUpdates', context))
        if (context.isBusy) enqueue.sendTo('liveUpdates', { type: 'requests.busy' })
        enqueue.spawnChild(actors.readerEnhancements, loadedActor('readerEnhancements'))
      },
    ),
  },
  delays: {
    /** The delay before loading is retried. */
    retryDelay: 5_000,
  },
}).createMachine({
  id: 'deferred',
  context: ({ input: { hub, lastEventId, page } }) => ({
    hub,
    lastEventId,
    page,
    isBusy: false,
    views: null,
  }),
  invoke: {
    src: 'listener',
    input: listenTo<DeferredEvent>({
      fetcher: ['page.loaded'],
      navigation: ['page.unloaded'],
      requestTracker: ['requests.busy', 'requests.idle'],
    }),
  },
  initial: 'waiting',
  on: {
    'hub.discovered': {
      actions: [
        { type: 'setHub', params: ({ event }) => event },
        { type: 'emitHubDiscovered', params: ({ event }) => event },
      ],
    },
    'page.loaded': { actions: { type: 'setPage', params: ({ event }) => event } },
    'page.unloaded': { actions: 'clearPage' },
    'requests.busy': { actions: 'setBusy' },
    'requests.idle': { actions: 'setIdle' },
  },
  states: {
    waiting: { on: { 'browser.idle': 'loading' } },
    loading: {
      invoke: {
        id: 'loadDeferred',
        src: 'loadDeferred',
        onDone: {
          target: 'loaded',
          actions: { type: 'spawnDeferred', params: ({ event }) => event },
        },
        onError: 'retrying',
      },
    },
    retrying: { after: { retryDelay: 'loading' } },
    loaded: {},
  },
})

export type DeferredRef = ActorRefFrom<typeof deferredMachine>
type Snapshot = SnapshotFrom<typeof deferredMachine>
export const selectLiveUpdatesRef = (snapshot: Snapshot) => snapshot.children.liveUpdates
export const selectReaderEnhancementsRef = (snapshot: Snapshot) =>
  snapshot.children.readerEnhancements
