/** Short messages in a corner: each stays six seconds, longer while it is being read. */
import { type ActorRefFrom, type SnapshotFrom, assign, cancel, enqueueActions, setup } from 'xstate'
import type { Failure } from '#content/failure.ts'

export interface Note {
  /** What it is about; a newer note about the same thing takes its place. */
  key: string
  tone: 'problem' | 'info'
  heading: string
  lines: string[]
}

/** A refusal as a note: what was wrong with each property where that is known, else why. */
export const refusal = (key: string, heading: string, { message, violations }: Failure): Note => ({
  key,
  tone: 'problem',
  heading,
  lines:
    violations.length > 0
      ? violations.map((one) => [one.propertyPath, one.message].filter(Boolean).join(': '))
      : [message],
})

export type NotificationsEvent =
  | ({ type: 'note.raised' } & Note)
  /** By a person, by the clock, or because what it was about is no longer so. */
  | { type: 'note.dismissed'; key: string }
  /** Under the pointer or in focus. */
  | { type: 'note.held'; key: string }
  | { type: 'note.released'; key: string }

export const notificationsMachine = setup({
  types: {} as { context: { notes: Note[] }; events: NotificationsEvent },
  actions: {
    drop: assign({
      notes: ({ context, event }) => context.notes.filter(({ key }) => key !== event.key),
    }),
    startClock: enqueueActions(({ enqueue, event: { key } }) => {
      // Two clocks of one name would both run.
      enqueue.cancel(key)
      enqueue.raise({ type: 'note.dismissed', key }, { id: key, delay: 'lifetime' })
    }),
    stopClock: cancel(({ event }) => event.key),
  },
  guards: {
    isShown: ({ context, event }) => context.notes.some(({ key }) => key === event.key),
    isLast: ({ context: { notes }, event }) => notes.length === 1 && notes[0]?.key === event.key,
  },
  delays: { lifetime: 6_000 },
}).createMachine({
  id: 'notifications',
  context: { notes: [] },
  initial: 'empty',
  on: {
    'note.raised': {
      target: '.showing',
      actions: [
        assign({
          notes: ({ context, event: { type: _, ...note } }) => [
            ...context.notes.filter(({ key }) => key !== note.key),
            note,
          ],
        }),
        'startClock',
      ],
    },
  },
  states: {
    empty: {},
    showing: {
      on: {
        'note.held': { guard: 'isShown', actions: 'stopClock' },
        'note.released': { guard: 'isShown', actions: 'startClock' },
        'note.dismissed': [
          { guard: 'isLast', target: 'empty', actions: ['stopClock', 'drop'] },
          { guard: 'isShown', actions: ['stopClock', 'drop'] },
        ],
      },
    },
  },
})

export type NotificationsRef = ActorRefFrom<typeof notificationsMachine>
type Snapshot = SnapshotFrom<typeof notificationsMachine>
export const selectNotes = (snapshot: Snapshot) => snapshot.context.notes
