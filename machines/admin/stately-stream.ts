/** Sends what the machines of a page do to Stately's inspector in a window, once it is confirmed that it may leave this site. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import { callbackEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

export type StatelyStreamEvent =
  | { type: 'stream.requested' | 'stream.confirmed' | 'stream.canceled' | 'stream.dismissed' }
  /** The browser has not opened the window. */
  | { type: 'window.refused' }
  /** The user has closed the window. */
  | { type: 'window.closed' }
  /** The code of the inspector or of the charts could not be loaded. */
  | { type: 'stream.failed'; error: unknown }

interface Context {
  /** The reason why nothing can be sent. */
  failure: Failure | null
}

export const statelyStreamMachine = setup({
  types: {} as { context: Context; events: StatelyStreamEvent },
  actors: {
    /** Opens the window and sends to it, until it is closed. */
    sendToInspector: callbackEffect<StatelyStreamEvent>(),
  },
  actions: {
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'statelyStream',
  context: { failure: null },
  initial: 'off',
  states: {
    off: {
      description: 'Nothing leaves this site.',
      on: { 'stream.requested': 'confirming' },
    },
    confirming: {
      description: 'The user is told what is sent to whom, and is asked whether to begin.',
      entry: 'clearFailure',
      on: { 'stream.confirmed': 'sending', 'stream.canceled': 'off' },
    },
    sending: {
      description: 'What happens is sent to the window of the inspector.',
      invoke: {
        id: 'sendToInspector',
        src: 'sendToInspector',
        onError: { target: 'failed', actions: withEvent('setFailure') },
      },
      on: {
        'stream.dismissed': 'off',
        'window.closed': 'off',
        'window.refused': 'refused',
        'stream.failed': { target: 'failed', actions: withEvent('setFailure') },
      },
    },
    refused: {
      description: 'The browser has not opened the window.',
      on: { 'stream.requested': 'confirming' },
    },
    failed: {
      description: 'The code that sends could not be loaded.',
      on: { 'stream.requested': 'confirming' },
    },
  },
})

export type StatelyStreamRef = ActorRefFrom<typeof statelyStreamMachine>
type Snapshot = SnapshotFrom<typeof statelyStreamMachine>
export const isConfirming = (snapshot: Snapshot) => snapshot.matches('confirming')
export const isSending = (snapshot: Snapshot) => snapshot.matches('sending')
export const isRefused = (snapshot: Snapshot) => snapshot.matches('refused')
/** Returns the reason why nothing could be sent, or null. */
export const selectFailure = ({ context }: Snapshot) => context.failure
