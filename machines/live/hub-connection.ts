/** Keeps a connection to the hub open, and reconnects when it is lost. */
import { type SnapshotFrom, assign, emit, setup, spawnChild, stopChild } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import { actionEffect, callbackEffect } from '../effects.ts'

/** One message of the hub: a resource as it is now, or only its `@id` if it was deleted. */
export interface Message {
  id: string
  data: { '@id': Iri; [property: string]: unknown }
}

export type HubEvent =
  | { type: 'connection.opened' }
  | { type: 'connection.lost' }
  | ({ type: 'message.received' } & Message)

export type HubConnectionEvent =
  | HubEvent
  | { type: 'hub.discovered'; url: string }
  /** The user has changed, and with it the topics the hub authorizes. */
  | { type: 'session.changed' }
  | { type: 'network.restored' }

export type HubConnectionEmitted =
  | ({ type: 'message.received' } & Message)
  /** Emitted after each connect, including reconnects. */
  | { type: 'connection.opened' }
  | { type: 'connection.lost' }

export interface HubAddress {
  url: string
  lastEventId: string | null
}

export const hubConnectionMachine = setup({
  types: {} as {
    /**
     * `lastEventId`: the hub's newest event when the page was rendered, so that none is missed before the connection
     * opens.
     */
    input: { hub: string | null; lastEventId: string | null }
    context: {
      url: string | null
      lastEventId: string | null
      /** The number of consecutive connection losses. */
      losses: number
    }
    events: HubConnectionEvent
    emitted: HubConnectionEmitted
  },
  actors: { openHub: callbackEffect<HubEvent, HubAddress>('openHub') },
  actions: {
    disconnect: stopChild('openHub'),
    logMissingHub: actionEffect('logMissingHub'),
  },
  guards: { hasHub: ({ context }) => context.url !== null },
  delays: {
    /** Exponential backoff, up to 30 seconds. */
    retryDelay: ({ context }) => Math.min(500 * 2 ** context.losses, 30_000),
  },
}).createMachine({
  id: 'hubConnection',
  context: ({ input: { hub, lastEventId } }) => ({ url: hub, lastEventId, losses: 0 }),
  initial: 'initializing',
  on: {
    'hub.discovered': {
      guard: ({ context, event }) => context.url !== event.url,
      actions: assign({ url: ({ event }) => event.url }),
    },
    'session.changed': '.connecting',
    'connection.lost': '.retrying',
  },
  states: {
    initializing: {
      always: [
        { guard: 'hasHub', target: 'connecting' },
        { target: 'waiting', actions: 'logMissingHub' },
      ],
    },
    waiting: {
      always: { guard: 'hasHub', target: 'connecting' },
      on: { 'session.changed': { actions: 'logMissingHub' }, 'connection.lost': undefined },
    },
    connecting: {
      entry: [
        'disconnect',
        spawnChild('openHub', {
          id: 'openHub',
          input: ({ context: { url, lastEventId } }) => ({ url: url!, lastEventId }),
        }),
      ],
      on: { 'connection.opened': 'open' },
    },
    open: {
      entry: [assign({ losses: 0 }), emit({ type: 'connection.opened' })],
      on: {
        'message.received': {
          actions: [assign({ lastEventId: ({ event }) => event.id }), emit(({ event }) => event)],
        },
      },
    },
    retrying: {
      entry: [
        'disconnect',
        assign({ losses: ({ context }) => context.losses + 1 }),
        emit({ type: 'connection.lost' }),
      ],
      after: { retryDelay: 'connecting' },
      on: { 'network.restored': 'connecting', 'connection.lost': undefined },
    },
  },
})

type Snapshot = SnapshotFrom<typeof hubConnectionMachine>
/**
 * True while messages of the hub are received.
 * @internal Exported for tests.
 */
export const isOpen = (snapshot: Snapshot) => snapshot.matches('open')
