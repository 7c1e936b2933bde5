/** Questions, one at a time and with exactly one answer each. */
import { type ActorRefFrom, type SnapshotFrom, assign, enqueueActions, setup } from 'xstate'

export interface Question {
  title: string
  body: string
}

export interface Asked {
  id: string
  question: Question
}

export type DialogsEvent =
  | ({ type: 'dialog.asked' } & Asked)
  /** Whoever asked no longer wants to know. */
  | { type: 'dialog.withdrawn'; id: string }
  | { type: 'dialog.confirmed' }
  /** By button, Escape or a click outside. */
  | { type: 'dialog.cancelled' }

export type DialogsEmitted = { type: 'dialog.answered'; id: string; outcome: boolean }

export const dialogsMachine = setup({
  types: {} as {
    /** The first is the one on the screen. */
    context: { asked: Asked[] }
    events: DialogsEvent
    emitted: DialogsEmitted
  },
  actions: {
    answer: enqueueActions(
      ({ context, enqueue }, { id, outcome }: { id: string; outcome: boolean }) => {
        enqueue.emit({ type: 'dialog.answered', id, outcome })
        enqueue.assign({ asked: context.asked.filter((other) => other.id !== id) })
      },
    ),
  },
  guards: {
    isFirst: ({ context }, { id }: { id: string }) => context.asked[0]?.id === id,
    isAsked: ({ context }, { id }: { id: string }) =>
      context.asked.some((question) => question.id === id),
  },
  delays: {
    /** Time for the dialog to leave the screen. */
    farewell: 300,
  },
}).createMachine({
  id: 'dialogs',
  context: { asked: [] },
  initial: 'closed',
  on: {
    'dialog.asked': {
      actions: assign({
        asked: ({ context, event: { id, question } }) => [...context.asked, { id, question }],
      }),
    },
    'dialog.withdrawn': [
      {
        guard: { type: 'isFirst', params: ({ event }) => ({ id: event.id }) },
        target: '.closed',
        actions: { type: 'answer', params: ({ event }) => ({ id: event.id, outcome: false }) },
      },
      {
        guard: { type: 'isAsked', params: ({ event }) => ({ id: event.id }) },
        actions: { type: 'answer', params: ({ event }) => ({ id: event.id, outcome: false }) },
      },
    ],
  },
  states: {
    closed: { always: { guard: ({ context }) => context.asked.length > 0, target: 'open' } },
    open: {
      on: {
        'dialog.confirmed': {
          target: 'closed',
          actions: {
            type: 'answer',
            params: ({ context }) => ({ id: context.asked[0]!.id, outcome: true }),
          },
        },
        'dialog.cancelled': 'cancelling',
      },
    },
    cancelling: {
      after: {
        farewell: {
          target: 'closed',
          actions: {
            type: 'answer',
            params: ({ context }) => ({ id: context.asked[0]!.id, outcome: false }),
          },
        },
      },
    },
  },
})

export type DialogsRef = ActorRefFrom<typeof dialogsMachine>
type Snapshot = SnapshotFrom<typeof dialogsMachine>
/** The question on the screen. */
export const selectQuestion = (snapshot: Snapshot) =>
  snapshot.matches('open') ? (snapshot.context.asked[0]?.question ?? null) : null
