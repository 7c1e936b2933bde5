/** Reads the pages that visible links lead to before anybody follows them, where that costs nobody anything. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import type { Iri } from '#content/iri.ts'
import { listened, performed, promised } from './effects.ts'

export type PrefetchEvent =
  /** A link to a page of this site has come into view. */
  | { type: 'link.seen'; href: string }
  /** The network is slow or every byte is paid for. */
  | { type: 'thrift.began' }
  | { type: 'thrift.ended' }
  /** Somebody follows a link: that comes first. */
  | { type: 'page.wanted' }
  | { type: 'page.settled' }
  | { type: 'page.failed' }
  | { type: 'page.left' }
  | { type: 'message.received'; data: { '@id': Iri } }
  /** From now on nobody says what changes. */
  | { type: 'line.lost' }
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
    watchThrift: listened<PrefetchEvent>('watchThrift'),
    watchLinks: listened<PrefetchEvent>('watchLinks'),
    /** Puts each page where a navigation finds it. */
    readAhead: promised<void, { hrefs: string[] }>('readAhead'),
  },
  actions: {
    /** Pages with something in them that has changed are read anew when they are wanted. */
    dropChanged: performed<{ iri: Iri }>('dropChanged'),
    dropAll: performed('dropAll'),
    forget: assign({ queue: [], pending: [] }),
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
  invoke: { id: 'watchThrift', src: 'watchThrift', onError: '.thrifty' },
  initial: 'waiting',
  on: {
    'thrift.began': '.thrifty',
    'message.received': {
      actions: { type: 'dropChanged', params: ({ event }) => ({ iri: event.data['@id'] }) },
    },
    'line.lost': { actions: 'dropAll' },
    'session.changed': { actions: 'dropAll' },
  },
  states: {
    waiting: {
      after: { prefetchDelay: 'watching' },
      on: { 'page.wanted': 'yielding' },
    },
    watching: {
      exit: 'forget',
      invoke: { id: 'watchLinks', src: 'watchLinks', onError: 'thrifty' },
      on: {
        'page.wanted': 'yielding',
        'page.left': 'waiting',
        'link.seen': {
          guard: { type: 'isNew', params: ({ event }) => event },
          actions: assign({ queue: ({ context, event }) => [...context.queue, event.href] }),
        },
      },
      initial: 'idle',
      states: {
        idle: { always: { guard: 'hasQueue', target: 'reading' } },
        reading: {
          entry: assign(({ context: { queue } }) => ({
            pending: queue.slice(0, pendingLimit),
            queue: queue.slice(pendingLimit),
          })),
          invoke: {
            id: 'readAhead',
            src: 'readAhead',
            input: ({ context }) => ({ hrefs: context.pending }),
            onDone: { target: 'idle', actions: assign({ pending: [] }) },
            onError: { target: 'idle', actions: assign({ pending: [] }) },
          },
        },
      },
    },
    yielding: {
      on: { 'page.settled': 'waiting', 'page.failed': 'waiting', 'page.left': 'waiting' },
    },
    thrifty: { on: { 'thrift.began': undefined, 'thrift.ended': 'waiting' } },
  },
})

export type PrefetchRef = ActorRefFrom<typeof prefetchMachine>
type Snapshot = SnapshotFrom<typeof prefetchMachine>
export const isReading = (snapshot: Snapshot) => snapshot.matches({ watching: 'reading' })
