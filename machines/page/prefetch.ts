/** Reads the pages that visible links lead to before anybody follows them, where that costs nobody anything. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import { callbackEffect, actionEffect, promiseEffect } from '../effects.ts'

export type PrefetchEvent =
  /** A link to a page of this site has come into view. */
  | { type: 'link.visible'; href: string }
  /** The network is slow or every byte is paid for. */
  | { type: 'saveData.enabled' }
  | { type: 'saveData.disabled' }
  /** Somebody follows a link: that comes first. */
  | { type: 'page.requested' }
  | { type: 'page.loaded' }
  | { type: 'page.failed' }
  | { type: 'page.unloaded' }
  | { type: 'message.received'; data: { '@id': Iri } }
  /** From now on nobody says what changes. */
  | { type: 'connection.lost' }
  /** What was read was for somebody else. */
  | { type: 'session.changed' }

/** How many are read at once; the rest waits (specification, section 9). */
export const pendingLimit = 4

export const prefetchMachine = setup({
  types: {} as {
    context: {
      queue: string[]
      /** On their way. */
      pending: string[]
    }
    events: PrefetchEvent
  },
  actors: {
    watchSaveData: callbackEffect<PrefetchEvent>('watchSaveData'),
    watchLinks: callbackEffect<PrefetchEvent>('watchLinks'),
    /** Puts each page where a navigation finds it. */
    prefetchPages: promiseEffect<void, { hrefs: string[] }>('prefetchPages'),
  },
  actions: {
    /** Pages with something in them that has changed are read anew when they are wanted. */
    evictChanged: actionEffect<{ iri: Iri }>('evictChanged'),
    evictAll: actionEffect('evictAll'),
    clearQueue: assign({ queue: [], pending: [] }),
  },
  guards: {
    hasQueue: ({ context }) => context.queue.length > 0,
    isNew: ({ context: { queue, pending } }, { href }: { href: string }) =>
      !queue.includes(href) && !pending.includes(href),
  },
  delays: {
    /** After the page is there (specification, section 9). */
    prefetchDelay: 1_000,
  },
}).createMachine({
  id: 'prefetch',
  context: { queue: [], pending: [] },
  invoke: { id: 'watchSaveData', src: 'watchSaveData', onError: '.saveDataOn' },
  initial: 'waiting',
  on: {
    'saveData.enabled': '.saveDataOn',
    'message.received': {
      actions: { type: 'evictChanged', params: ({ event }) => ({ iri: event.data['@id'] }) },
    },
    'connection.lost': { actions: 'evictAll' },
    'session.changed': { actions: 'evictAll' },
  },
  states: {
    waiting: {
      after: { prefetchDelay: 'watching' },
      on: { 'page.requested': 'paused' },
    },
    watching: {
      exit: 'clearQueue',
      invoke: { id: 'watchLinks', src: 'watchLinks', onError: 'saveDataOn' },
      on: {
        'page.requested': 'paused',
        'page.unloaded': 'waiting',
        'link.visible': {
          guard: { type: 'isNew', params: ({ event }) => event },
          actions: assign({ queue: ({ context, event }) => [...context.queue, event.href] }),
        },
      },
      initial: 'idle',
      states: {
        idle: { always: { guard: 'hasQueue', target: 'fetching' } },
        fetching: {
          entry: assign(({ context: { queue } }) => ({
            pending: queue.slice(0, pendingLimit),
            queue: queue.slice(pendingLimit),
          })),
          invoke: {
            id: 'prefetchPages',
            src: 'prefetchPages',
            input: ({ context }) => ({ hrefs: context.pending }),
            onDone: { target: 'idle', actions: assign({ pending: [] }) },
            onError: { target: 'idle', actions: assign({ pending: [] }) },
          },
        },
      },
    },
    paused: {
      on: { 'page.loaded': 'waiting', 'page.failed': 'waiting', 'page.unloaded': 'waiting' },
    },
    saveDataOn: { on: { 'saveData.enabled': undefined, 'saveData.disabled': 'waiting' } },
  },
})

export type PrefetchRef = ActorRefFrom<typeof prefetchMachine>
type Snapshot = SnapshotFrom<typeof prefetchMachine>
export const isReading = (snapshot: Snapshot) => snapshot.matches({ watching: 'fetching' })
