/** The line to the hub, opened as soon as one is known, and opened again whenever it is lost. */
import { type SnapshotFrom, assign, emit, setup, spawnChild, stopChild } from 'xstate'
import type { Iri } from '#content/iri.ts'
import { listened } from './effects.ts'

/** One event of the hub: a resource as it is now, or its `@id` alone once it is gone. */
export interface Message {
  id: string
  data: { '@id': Iri; [property: string]: unknown }
}

export type HubEvent =
  | { type: 'connection.opened' }
  | { type: 'connection.lost' }
  | ({ type: 'message.received' } & Message)

export type ConnectionEvent =
  | HubEvent
  | { type: 'hub.found'; url: string }
  /** Somebody else is looking now, who may hear more or less. */
  | { type: 'session.changed' }
  | { type: 'network.returned' }

export type ConnectionEmitted =
  | ({ type: 'message.received' } & Message)
  /** Each time anew. */
  | { type: 'line.opened' }
  | { type: 'line.lost' }

export interface Line {
  url: string
  lastEventId: string | null
}

export const connectionMachine = setup({
  types: {} as {
    /** `lastEventId`: the hub's newest event when the page was made, so that none is missed until we listen. */
    input: { hub: string | null; lastEventId: string | null }
    context: {
      url: string | null
      lastEventId: string | null
      /** Connections lost in a row. */
      losses: number
    }
    events: ConnectionEvent
    emitted: ConnectionEmitted
  },
  actors: { openHub: listened<HubEvent, Line>('openHub') },
  actions: { hangUp: stopChild('openHub') },
  guards: { hasHub: ({ context }) => context.url !== null },
  delays: {
    /** A hub that is down is asked less and less often. */
    retryDelay: ({ context }) => Math.min(500 * 2 ** context.losses, 30_000),
  },
}).createMachine({
  id: 'connection',
  context: ({ input: { hub, lastEventId } }) => ({ url: hub, lastEventId, losses: 0 }),
  initial: 'waiting',
  on: {
    'hub.found': {
      guard: ({ context, event }) => context.url !== event.url,
      actions: assign({ url: ({ event }) => event.url }),
    },
    'session.changed': '.connecting',
    'connection.lost': '.retrying',
  },
  states: {
    waiting: {
      always: { guard: 'hasHub', target: 'connecting' },
      on: { 'session.changed': undefined, 'connection.lost': undefined },
    },
    connecting: {
      entry: [
        'hangUp',
        spawnChild('openHub', {
          id: 'openHub',
          input: ({ context: { url, lastEventId } }) => ({ url: url!, lastEventId }),
        }),
      ],
      on: { 'connection.opened': 'open' },
    },
    open: {
      entry: [assign({ losses: 0 }), emit({ type: 'line.opened' })],
      on: {
        'message.received': {
          actions: [assign({ lastEventId: ({ event }) => event.id }), emit(({ event }) => event)],
        },
      },
    },
    retrying: {
      entry: [
        'hangUp',
        assign({ losses: ({ context }) => context.losses + 1 }),
        emit({ type: 'line.lost' }),
      ],
      after: { retryDelay: 'connecting' },
      on: { 'network.returned': 'connecting', 'connection.lost': undefined },
    },
  },
})

type Snapshot = SnapshotFrom<typeof connectionMachine>
/** Whether what others change is heard. */
export const isOpen = (snapshot: Snapshot) => snapshot.matches('open')
