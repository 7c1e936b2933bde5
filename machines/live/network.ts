/** Tracks whether the site can be reached, from the browser's network status and the hub connection. */
import { type ActorRefFrom, type SnapshotFrom, emit, setup } from 'xstate'
import { callbackEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    network: { type: 'network.restored' }
  }
}

export type NetworkEvent =
  | { type: 'network.lost' }
  | { type: 'network.restored' }
  /** Emitted by hubConnection each time. */
  | { type: 'connection.lost' }
  | { type: 'connection.opened' }

export const networkMachine = setup({
  types: {} as { events: NetworkEvent; emitted: EmittedBy<'network'> },
  actors: { watchNetwork: callbackEffect<NetworkEvent>(), listener },
  actions: { emitRestored: emit({ type: 'network.restored' }) },
  delays: {
    /** Ignores short losses of the connection. */
    gracePeriod: 3_000,
  },
}).createMachine({
  id: 'network',
  invoke: [
    listenTo<NetworkEvent>({ hubConnection: ['connection.lost', 'connection.opened'] }),
    { id: 'watchNetwork', src: 'watchNetwork', onError: '.online' },
  ],
  initial: 'online',
  on: { 'network.lost': '.offline' },
  states: {
    online: {
      description: 'The site can be reached, as far as is known.',
      on: { 'connection.lost': 'degraded' },
    },
    degraded: {
      description: 'The connection to the hub was lost a moment ago, which may be short.',
      after: { gracePeriod: 'reconnecting' },
      on: { 'connection.opened': 'online' },
    },
    reconnecting: {
      description: 'The connection to the hub has been away for seconds, and the user is told.',
      on: { 'connection.opened': 'online' },
    },
    offline: {
      description: 'The browser has no network.',
      on: {
        'network.lost': undefined,
        'network.restored': { target: 'online', actions: 'emitRestored' },
      },
    },
  },
})

export type NetworkRef = ActorRefFrom<typeof networkMachine>
type Snapshot = SnapshotFrom<typeof networkMachine>
export const isOffline = (snapshot: Snapshot) => snapshot.matches('offline')
export const isReconnecting = (snapshot: Snapshot) => snapshot.matches('reconnecting')
