/** Sends an event that somebody has written to an actor, and asks first where it might destroy something. */
import { type ActorRefFrom, type SnapshotFrom, assertEvent, assign, setup } from 'xstate'
import { actionEffect } from '../declare-effects.ts'

/** An event, and the session id of the actor that it is for. */
interface WrittenEvent {
  actor: string
  event: { type: string }
}

type SenderEvent =
  /** `destroys` has the sentences about what it might destroy. */
  | { type: 'send.requested'; written: WrittenEvent; destroys: readonly string[] }
  | { type: 'send.confirmed' | 'send.canceled' }

interface Context {
  /** The event that is asked about. */
  written: WrittenEvent | null
  destroys: readonly string[]
}

export const eventSenderMachine = setup({
  types: {} as { context: Context; events: SenderEvent },
  actions: {
    setWritten: assign(({ event }) => {
      assertEvent(event, 'send.requested')
      return { written: event.written, destroys: event.destroys }
    }),
    clearWritten: assign({ written: null, destroys: [] }),
    /** Sends an event to a machine of the page; nothing if that has ended meanwhile. */
    sendWritten: actionEffect<WrittenEvent>(),
  },
  guards: {
    isDestructive: ({ event }) => 'destroys' in event && event.destroys.length > 0,
  },
}).createMachine({
  id: 'eventSender',
  meta: { guards: { isDestructive: 'The event might destroy something.' } },
  context: { written: null, destroys: [] },
  initial: 'idle',
  states: {
    idle: {
      description: 'An event can be written and sent.',
      on: {
        'send.requested': [
          { guard: 'isDestructive', target: 'asking', actions: 'setWritten' },
          { actions: { type: 'sendWritten', params: ({ event }) => event.written } },
        ],
      },
    },
    asking: {
      description:
        'The user is told what the event might destroy, and is asked whether to send it.',
      on: {
        'send.confirmed': {
          target: 'idle',
          actions: [
            { type: 'sendWritten', params: ({ context }) => context.written! },
            'clearWritten',
          ],
        },
        'send.canceled': { target: 'idle', actions: 'clearWritten' },
      },
    },
  },
})

export type EventSenderRef = ActorRefFrom<typeof eventSenderMachine>
type Snapshot = SnapshotFrom<typeof eventSenderMachine>
export const isAsking = (snapshot: Snapshot) => snapshot.matches('asking')
export const selectDestroys = ({ context }: Snapshot) => context.destroys
