/** Questions, one at a time and with exactly one answer each. */
import { type ActorRefFrom, type SnapshotFrom, assign, enqueueActions, setup } from 'xstate'

export interface ConfirmOptions {
  title: string
  body: string
}

export interface QueuedDialog {
  id: string
  options: ConfirmOptions
}

export type DialogsEvent =
  | ({ type: 'dialog.opened' } & QueuedDialog)
  /** Whoever queue no longer wants to know. */
  | { type: 'dialog.withdrawn'; id: string }
  | { type: 'dialog.confirmed' }
  /** By button, Escape or a click outside. */
  | { type: 'dialog.cancelled' }

export type DialogsEmitted = { type: 'dialog.answered'; id: string; outcome: boolean }

export const dialogsMachine = setup({
  types: {} as {
    /** The first is the one on the screen. */
    context: { queue: QueuedDialog[] }
    events: DialogsEvent
    emitted: DialogsEmitted
  },
  actions: {
    answer: enqueueActions(
      ({ context, enqueue }, { id, outcome }: { id: string; outcome: boolean }) => {
        enqueue.emit({ type: 'dialog.answered', id, outcome })
        enqueue.assign({ queue: context.queue.filter((other) => other.id !== id) })
      },
    ),
  },
  guards: {
    isFirst: ({ context }, { id }: { id: string }) => context.queue[0]?.id === id,
    isQueued: ({ context }, { id }: { id: string }) =>
      context.queue.some((question) => question.id === id),
  },
  delays: {
    /** Time for the dialog to leave the screen. */
    closeAnimation: 300,
  },
}).createMachine({
  id: 'dialogs',
  context: { queue: [] },
  initial: 'closed',
  on: {
    'dialog.opened': {
      actions: assign({
        queue: ({ context, event: { id, options } }) => [...context.queue, { id, options }],
      }),
    },
    'dialog.withdrawn': [
      {
        guard: { type: 'isFirst', params: ({ event }) => ({ id: event.id }) },
        target: '.closed',
        actions: { type: 'answer', params: ({ event }) => ({ id: event.id, outcome: false }) },
      },
      {
        guard: { type: 'isQueued', params: ({ event }) => ({ id: event.id }) },
        actions: { type: 'answer', params: ({ event }) => ({ id: event.id, outcome: false }) },
      },
    ],
  },
  states: {
    closed: { always: { guard: ({ context }) => context.queue.length > 0, target: 'open' } },
    open: {
      on: {
        'dialog.confirmed': {
          target: 'closed',
          actions: {
            type: 'answer',
            params: ({ context }) => ({ id: context.queue[0]!.id, outcome: true }),
          },
        },
        'dialog.cancelled': 'cancelling',
      },
    },
    cancelling: {
      after: {
        closeAnimation: {
          target: 'closed',
          actions: {
            type: 'answer',
            params: ({ context }) => ({ id: context.queue[0]!.id, outcome: false }),
          },
        },
      },
    },
  },
})

export type DialogsRef = ActorRefFrom<typeof dialogsMachine>
type Snapshot = SnapshotFrom<typeof dialogsMachine>
/** The question on the screen. */
export const selectOpenDialog = (snapshot: Snapshot) =>
  snapshot.matches('open') ? (snapshot.context.queue[0]?.options ?? null) : null
