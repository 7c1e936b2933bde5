/**
 * Loads what a reader can do without at first, once the page is hydrated and the browser is idle. Records the state of
 * the page until then, so that the loaded actors start with it.
 */
import { type SnapshotFrom, assign, emit, enqueueActions, sendTo, setup } from 'xstate'
import type { AssembledPage } from '#content/page/page.ts'
import type { ReaderEnhancementsEmitted, readerEnhancementsMachine } from './reader-enhancements.ts'
import { lazyActor, promiseEffect } from '../effects.ts'
import type { LiveUpdatesEvent, liveUpdatesMachine } from '../live/live-updates.ts'
import { relay } from '../relay.ts'

/** The actors that are loaded after the page, by id. */
export interface DeferredActors {
  liveUpdates: typeof liveUpdatesMachine
  readerEnhancements: typeof readerEnhancementsMachine
}

export type DeferredEvent =
  | LiveUpdatesEvent
  | ReaderEnhancementsEmitted
  /** The page is hydrated and the browser is idle. */
  | { type: 'browser.idle' }

export type DeferredEmitted = Extract<ReaderEnhancementsEmitted, { type: 'server.reachable' }>

interface PageContext {
  hub: string | null
  /** The hub's newest event when the page was rendered. */
  lastEventId: string | null
  /** The page that is shown. */
  page: AssembledPage | null
  /** True while requests are pending. */
  isBusy: boolean
}

export const deferredMachine = setup({
  types: {} as {
    input: Omit<PageContext, 'isBusy'>
    context: PageContext
    events: DeferredEvent
    emitted: DeferredEmitted
    children: { [Id in keyof DeferredActors]: Id }
  },
  actors: {
    liveUpdates: lazyActor<DeferredActors['liveUpdates']>('liveUpdates'),
    readerEnhancements: lazyActor<DeferredActors['readerEnhancements']>('readerEnhancements'),
    loadDeferred: promiseEffect<DeferredActors>('loadDeferred'),
    relay,
  },
  actions: {
    forwardToLiveUpdates: sendTo('liveUpdates', ({ event }) => event as LiveUpdatesEvent),
  },
  delays: {
    /** The delay before loading is retried. */
    retryDelay: 5_000,
  },
}).createMachine({
  id: 'deferred',
  context: ({ input: { hub, lastEventId, page } }) => ({ hub, lastEventId, page, isBusy: false }),
  initial: 'waiting',
  on: {
    'hub.discovered': { actions: assign({ hub: ({ event }) => event.url }) },
    'page.loaded': { actions: assign({ page: ({ event }) => event.page }) },
    'page.unloaded': { actions: assign({ page: null }) },
    'requests.busy': { actions: assign({ isBusy: true }) },
    'requests.idle': { actions: assign({ isBusy: false }) },
  },
  states: {
    waiting: { on: { 'browser.idle': 'loading' } },
    loading: {
      invoke: {
        id: 'loadDeferred',
        src: 'loadDeferred',
        onDone: {
          target: 'loaded',
          // XState honors the id of logic that is passed as a value, although its types only allow ids for named logic.
          actions: enqueueActions(({ enqueue, context, event: { output } }) => {
            enqueue.spawnChild(output.liveUpdates, {
              id: 'liveUpdates' as never,
              systemId: 'liveUpdates',
              input: context,
            })
            if (context.isBusy) enqueue.sendTo('liveUpdates', { type: 'requests.busy' })
            enqueue.spawnChild(output.readerEnhancements, {
              id: 'readerEnhancements' as never,
              systemId: 'readerEnhancements',
            })
            enqueue.spawnChild('relay', { input: { from: 'readerEnhancements' } })
          }),
        },
        onError: 'retrying',
      },
    },
    retrying: { after: { retryDelay: 'loading' } },
    loaded: {
      on: {
        'hub.discovered': { actions: 'forwardToLiveUpdates' },
        'network.restored': { actions: 'forwardToLiveUpdates' },
        'session.changed': { actions: 'forwardToLiveUpdates' },
        'page.loaded': { actions: 'forwardToLiveUpdates' },
        'page.unloaded': { actions: 'forwardToLiveUpdates' },
        'requests.*': { actions: 'forwardToLiveUpdates' },
        'change.saved': { actions: 'forwardToLiveUpdates' },
        'resource.removed': { actions: 'forwardToLiveUpdates' },
        'server.reachable': { actions: emit(({ event }) => event) },
      },
    },
  },
})

type Snapshot = SnapshotFrom<typeof deferredMachine>
export const selectLiveUpdatesRef = (snapshot: Snapshot) => snapshot.children.liveUpdates
export const selectReaderEnhancementsRef = (snapshot: Snapshot) =>
  snapshot.children.readerEnhancements
