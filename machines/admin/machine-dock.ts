/** Shows the viewer of machines beside the page, and tells a second window what the machines of this one do. */
import { type SnapshotFrom, setup } from 'xstate'
import { callbackEffect } from '../declare-effects.ts'

export type MachineDockEvent =
  | { type: 'watch.requested' | 'watch.dismissed' | 'window.requested' }
  /** The browser has not opened the window. */
  | { type: 'window.refused' }

export const machineDockMachine = setup({
  types: {} as { events: MachineDockEvent },
  actors: {
    /** Opens a window with the viewer, and tells it what happens here. */
    shareSystem: callbackEffect<MachineDockEvent>(),
  },
}).createMachine({
  id: 'machineDock',
  type: 'parallel',
  states: {
    dock: {
      description: 'Shows the viewer at the side of the page.',
      initial: 'closed',
      states: {
        closed: {
          description: 'The viewer is not shown.',
          on: { 'watch.requested': 'open' },
        },
        open: { description: 'The viewer is shown.', on: { 'watch.dismissed': 'closed' } },
      },
    },
    window: {
      description: 'Shows the viewer in a window of its own.',
      initial: 'unshared',
      states: {
        unshared: {
          description: 'No other window is told anything.',
          on: { 'window.requested': 'shared' },
        },
        shared: {
          description:
            'A second window was opened, and follows this one for as long as both are there.',
          invoke: { id: 'shareSystem', src: 'shareSystem', onError: 'refused' },
          on: {
            // Another one takes its place.
            'window.requested': { target: 'shared', reenter: true },
            'window.refused': 'refused',
          },
        },
        refused: {
          description: 'The browser has not opened the window.',
          on: { 'window.requested': 'shared' },
        },
      },
    },
  },
})

type Snapshot = SnapshotFrom<typeof machineDockMachine>
export const isOpen = (snapshot: Snapshot) => snapshot.matches({ dock: 'open' })
export const isWindowRefused = (snapshot: Snapshot) => snapshot.matches({ window: 'refused' })
