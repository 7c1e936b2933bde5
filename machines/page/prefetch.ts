/** Fetches the pages behind visible links in advance, unless the user saves data. */
import { assign, setup } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import { callbackEffect, actionEffect, promiseEffect } from '../declare-effects.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'

export type PrefetchEvent =
  /** A link to a page of this site has scrolled into view. */
  | { type: 'link.visible'; href: string }
  /** The browser saves data, or the network is slow. */
  | { type: 'saveData.enabled' }
  | { type: 'saveData.disabled' }
  /** A navigation has started and takes precedence. */
  | { type: 'page.requested' }
  | { type: 'page.loaded' }
  | { type: 'page.failed' }
  | { type: 'page.unloaded' }
  | { type: 'message.received'; data: { '@id': Iri } }
  /** The hub connection is lost, so changes of prefetched pages would go unnoticed. */
  | { type: 'connection.lost' }
  /** The prefetched pages were fetched for another user. */
  | { type: 'session.started' }
  | { type: 'session.ended' }

/**
 * The number of pages that are fetched at the same time.
 * @internal Exported for tests.
 */
export const pendingLimit = 4

export const prefetchMachine = setup({
  types: {} as {
    context: {
      queue: string[]
      /** Links that are being fetched. */
      pending: string[]
    }
    events: PrefetchEvent
  },
  actors: {
    watchSaveData: callbackEffect<PrefetchEvent>(),
    watchLinks: callbackEffect<PrefetchEvent>(),
    /** Fetches the pages and stores each where the next navigation finds it. */
    prefetchPages: promiseEffect<void, { hrefs: string[] }>(),
    listener,
  },
  actions: {
    /** Removes prefetched pages that contain a changed resource. */
    evictChanged: actionEffect<{ iri: Iri }>(),
    evictAll: actionEffect(),
    clearQueue: assign({ queue: [], pending: [] }),
    enqueue: assign(({ context }, { href }: { href: string }) => ({
      queue: [...context.queue, href],
    })),
    dequeue: assign(({ context: { queue } }) => ({
      pending: queue.slice(0, pendingLimit),
      queue: queue.slice(pendingLimit),
    })),
    clearPending: assign({ pending: [] }),
  },
  guards: {
    hasQueue: ({ context }) => context.queue.length > 0,
    isNew: ({ context: { queue, pending } }, { href }: { href: string }) =>
      !queue.includes(href) && !pending.includes(href),
  },
  delays: {
    /** The delay after a page has loaded. */
    prefetchDelay: 1_000,
  },
}).createMachine({
  id: 'prefetch',
  meta: {
    guards: {
      hasQueue: 'Some links have come into view whose pages are not read yet.',
      isNew: 'The page behind the link is neither noted nor being read.',
    },
  },
  context: { queue: [], pending: [] },
  invoke: [
    listenTo<PrefetchEvent>({
      pageRequest: ['page.requested', 'page.failed', 'page.unloaded'],
      fetcher: ['page.loaded', 'page.failed'],
      hubConnection: ['message.received', 'connection.lost'],
      auth: ['session.started', 'session.ended'],
    }),
    { id: 'watchSaveData', src: 'watchSaveData', onError: '.saveDataOn' },
  ],
  initial: 'waiting',
  on: {
    'saveData.enabled': '.saveDataOn',
    'message.received': {
      actions: { type: 'evictChanged', params: ({ event }) => ({ iri: event.data['@id'] }) },
    },
    'connection.lost': { actions: 'evictAll' },
    'session.started': { actions: 'evictAll' },
    'session.ended': { actions: 'evictAll' },
  },
  states: {
    waiting: {
      description: 'A page has just loaded, and is left alone for a second.',
      after: { prefetchDelay: 'watching' },
      on: { 'page.requested': 'paused' },
    },
    watching: {
      description: 'Links that come into view are noted.',
      exit: 'clearQueue',
      invoke: { id: 'watchLinks', src: 'watchLinks', onError: 'saveDataOn' },
      on: {
        'page.requested': 'paused',
        'page.unloaded': 'waiting',
        'link.visible': {
          guard: withEvent('isNew'),
          actions: withEvent('enqueue'),
        },
      },
      initial: 'idle',
      states: {
        idle: {
          description: 'No link waits to be followed.',
          always: { guard: 'hasQueue', target: 'fetching' },
        },
        fetching: {
          description: 'The pages behind the noted links are being read.',
          entry: 'dequeue',
          invoke: {
            id: 'prefetchPages',
            src: 'prefetchPages',
            input: ({ context }) => ({ hrefs: context.pending }),
            onDone: { target: 'idle', actions: 'clearPending' },
            onError: { target: 'idle', actions: 'clearPending' },
          },
        },
      },
    },
    paused: {
      description: 'The visitor has asked for a page, which has the network to itself.',
      on: { 'page.loaded': 'waiting', 'page.failed': 'waiting', 'page.unloaded': 'waiting' },
    },
    saveDataOn: {
      description: 'The visitor saves data, so nothing is read in advance.',
      on: { 'saveData.enabled': undefined, 'saveData.disabled': 'waiting' },
    },
  },
})
