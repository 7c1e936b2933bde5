/** Whether the site can be reached: by what the browser says of its network, and by whether the hub's line holds. */
import { type ActorRefFrom, type SnapshotFrom, emit, setup } from 'xstate'
import { listened } from './effects.ts'

export type NetworkEvent =
  | { type: 'network.lost' }
  | { type: 'network.returned' }
  /** Said by the connection, each time. */
  | { type: 'line.lost' }
  | { type: 'line.opened' }

export type NetworkEmitted = { type: 'network.returned' }

export const networkMachine = setup({
  types: {} as { events: NetworkEvent; emitted: NetworkEmitted },
  actors: { watchNetwork: listened<NetworkEvent>('watchNetwork') },
  delays: {
    /** A line that is back at once is not worth a word. */
    patience: 3_000,
  },
}).createMachine({
  id: 'network',
  invoke: { id: 'watchNetwork', src: 'watchNetwork', onError: '.reachable' },
  initial: 'reachable',
  on: { 'network.lost': '.offline' },
  states: {
    reachable: { on: { 'line.lost': 'faltering' } },
    faltering: {
      after: { patience: 'reconnecting' },
      on: { 'line.opened': 'reachable' },
    },
    reconnecting: { on: { 'line.opened': 'reachable' } },
    offline: {
      on: {
        'network.lost': undefined,
        'network.returned': {
          target: 'reachable',
          actions: emit({ type: 'network.returned' }),
        },
      },
    },
  },
})

export type NetworkRef = ActorRefFrom<typeof networkMachine>
type Snapshot = SnapshotFrom<typeof networkMachine>
export const isOffline = (snapshot: Snapshot) => snapshot.matches('offline')
export const isReconnecting = (snapshot: Snapshot) => snapshot.matches('reconnecting')
