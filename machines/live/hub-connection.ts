/** Keeps a connection to the hub open, and reconnects when it is lost. */
import { assign, emit, setup, spawnChild, stopChild } from 'xstate'
import { actionEffect, callbackEffect } from '../declare-effects.ts'
import type { HubMessage } from '#content/page/update-queue.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    hubConnection:
      | ({ type: 'message.received' } & HubMessage)
      /** Emitted after each connect, including reconnects. */
      | { type: 'connection.opened' }
      | { type: 'connection.lost' }
  }
}

/** An event of the stream by which the hub sends its messages. */
export type HubStreamEvent = EmittedBy<'hubConnection'>

export type HubConnectionEvent =
  | HubStreamEvent
  | { type: 'hub.discovered'; url: string }
  /** The user has changed, and with it the topics the hub authorizes. */
  | { type: 'session.started' }
  | { type: 'session.ended' }
  | { type: 'session.renewed' }
  | { type: 'network.restored' }

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
    emitted: EmittedBy<'hubConnection'>
  },
  actors: { openHub: callbackEffect<HubStreamEvent, HubAddress>(), listener },
  actions: {
    connect: spawnChild('openHub', {
      id: 'openHub',
      input: ({ context: { url, lastEventId } }) => ({ url: url!, lastEventId }),
    }),
    disconnect: stopChild('openHub'),
    /** Writes that the page has named no hub. */
    logMissingHub: actionEffect(),
    setUrl: assign((_, { url }: { url: string }) => ({ url })),
    setLastEventId: assign((_, { id }: { id: string }) => ({ lastEventId: id })),
    countLoss: assign({ losses: ({ context }) => context.losses + 1 }),
    resetLosses: assign({ losses: 0 }),
    emitOpened: emit({ type: 'connection.opened' }),
    emitLost: emit({ type: 'connection.lost' }),
    emitMessage: emit((_, { id, data }: HubMessage) => ({ type: 'message.received', id, data })),
  },
  guards: {
    hasHub: ({ context }) => context.url !== null,
    isNewUrl: ({ context }, { url }: { url: string }) => context.url !== url,
  },
  delays: {
    /** Exponential backoff, up to 30 seconds. */
    retryDelay: ({ context }) => Math.min(500 * 2 ** context.losses, 30_000),
  },
}).createMachine({
  id: 'hubConnection',
  meta: {
    guards: {
      hasHub: 'The address of the hub is known.',
      isNewUrl: 'The response names another hub than the one in use.',
    },
  },
  context: ({ input: { hub, lastEventId } }) => ({ url: hub, lastEventId, losses: 0 }),
  invoke: listenTo<HubConnectionEvent>({
    deferred: ['hub.discovered'],
    auth: ['session.started', 'session.ended'],
    network: ['network.restored'],
    sessionRenewal: ['session.renewed'],
    screenRenewal: ['session.renewed'],
  }),
  initial: 'initializing',
  on: {
    'hub.discovered': {
      guard: withEvent('isNewUrl'),
      actions: withEvent('setUrl'),
    },
    'session.started': '.connecting',
    'session.ended': '.connecting',
    'session.renewed': '.connecting',
    'connection.lost': '.retrying',
  },
  states: {
    initializing: {
      description: 'Looks whether the address of the hub is known already.',
      always: [
        { guard: 'hasHub', target: 'connecting' },
        { target: 'waiting', actions: 'logMissingHub' },
      ],
    },
    waiting: {
      description: 'No response has named a hub yet.',
      always: { guard: 'hasHub', target: 'connecting' },
      on: {
        'session.started': { actions: 'logMissingHub' },
        'session.ended': { actions: 'logMissingHub' },
        'session.renewed': undefined,
        'connection.lost': undefined,
      },
    },
    connecting: {
      description: 'The connection is being opened.',
      entry: ['disconnect', 'connect'],
      on: { 'connection.opened': 'open' },
    },
    open: {
      description: 'Messages arrive.',
      entry: ['resetLosses', 'emitOpened'],
      on: {
        'message.received': {
          actions: [withEvent('setLastEventId'), withEvent('emitMessage')],
        },
      },
    },
    retrying: {
      description: 'The connection is lost, and is opened again after a growing delay.',
      entry: ['disconnect', 'countLoss', 'emitLost'],
      after: { retryDelay: 'connecting' },
      on: { 'network.restored': 'connecting', 'connection.lost': undefined },
    },
  },
})
