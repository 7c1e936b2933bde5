/** Counts the writes that run, and says so once they have taken longer than 200 ms. */
import { type SnapshotFrom, assign, setup } from 'xstate'
import { callbackEffect } from '../declare-effects.ts'

/** A write is sent to the API, or has its answer. */
export type WriteTrackerEvent = { type: 'write.started' } | { type: 'write.finished' }

export const writeTrackerMachine = setup({
  types: {} as { context: { running: number }; events: WriteTrackerEvent },
  actors: {
    /** Reports all writes, whoever sends them. */
    watchWrites: callbackEffect<WriteTrackerEvent>(),
  },
  actions: {
    increment: assign({ running: ({ context }) => context.running + 1 }),
    decrement: assign({ running: ({ context }) => context.running - 1 }),
  },
  guards: { isLast: ({ context }) => context.running === 1 },
  delays: {
    /** Avoids a flash for writes that end sooner. */
    showDelay: 200,
  },
}).createMachine({
  id: 'writeTracker',
  meta: { guards: { isLast: 'No other write runs.' } },
  context: { running: 0 },
  // Without it, nothing is shown.
  invoke: { id: 'watchWrites', src: 'watchWrites', onError: {} },
  initial: 'idle',
  states: {
    idle: {
      description: 'Nothing is being written.',
      on: { 'write.started': { target: 'writing', actions: 'increment' } },
    },
    writing: {
      description: 'Something is being written.',
      initial: 'waiting',
      on: {
        'write.started': { actions: 'increment' },
        'write.finished': [
          { guard: 'isLast', target: 'idle', actions: 'decrement' },
          { actions: 'decrement' },
        ],
      },
      states: {
        waiting: {
          description: 'It may end before anybody needs to see it.',
          after: { showDelay: 'visible' },
        },
        visible: { description: 'It takes long enough to be shown.' },
      },
    },
  },
})

type Snapshot = SnapshotFrom<typeof writeTrackerMachine>
export const isVisible = (snapshot: Snapshot) => snapshot.matches({ writing: 'visible' })
