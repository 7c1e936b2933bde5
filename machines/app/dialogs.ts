/** Shows confirmation dialogs one at a time. Each gets exactly one answer. */
import { type ActorRefFrom, type SnapshotFrom, assign, enqueueActions, setup } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { withEvent } from '../with-event.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    dialogs: { type: 'dialog.answered'; id: string; outcome: boolean }
  }
}

export interface ConfirmOptions {
  title: string
  body: string
  /** Set for a deletion: the resources, for a note about who sees that. */
  deleted?: readonly Iri[]
}

export interface QueuedDialog {
  id: string
  options: ConfirmOptions
}

export type DialogsEvent =
  | ({ type: 'dialog.opened' } & QueuedDialog)
  /** The answer is no longer needed, so the dialog closes. */
  | { type: 'dialog.withdrawn'; id: string }
  | { type: 'dialog.confirmed' }
  /** The dialog was canceled by its button, Escape or a click outside. */
  | { type: 'dialog.canceled' }

export const dialogsMachine = setup({
  types: {} as {
    /** The first one is open. */
    context: { queue: QueuedDialog[] }
    events: DialogsEvent
    emitted: EmittedBy<'dialogs'>
  },
  actions: {
    enqueue: assign(({ context }, { id, options }: QueuedDialog) => ({
      queue: [...context.queue, { id, options }],
    })),
    answer: enqueueActions(
      ({ context, enqueue }, { id, outcome }: { id: string; outcome: boolean }) => {
        enqueue.emit({ type: 'dialog.answered', id, outcome })
        enqueue.assign({ queue: context.queue.filter((other) => other.id !== id) })
      },
    ),
  },
  guards: {
    hasQueue: ({ context }) => context.queue.length > 0,
    isFirst: ({ context }, { id }: { id: string }) => context.queue[0]?.id === id,
    isQueued: ({ context }, { id }: { id: string }) =>
      context.queue.some((dialog) => dialog.id === id),
  },
  delays: {
    /** The duration of the close animation. */
    closeAnimation: 300,
  },
}).createMachine({
  id: 'dialogs',
  meta: {
    guards: {
      hasQueue: 'A question waits to be asked.',
      isFirst: 'The question is the one that is shown.',
      isQueued: 'The question is shown or waits.',
    },
  },
  context: { queue: [] },
  initial: 'closed',
  on: {
    'dialog.opened': {
      actions: withEvent('enqueue'),
    },
    'dialog.withdrawn': [
      {
        guard: withEvent('isFirst'),
        target: '.closed',
        actions: { type: 'answer', params: ({ event }) => ({ id: event.id, outcome: false }) },
      },
      {
        guard: withEvent('isQueued'),
        actions: { type: 'answer', params: ({ event }) => ({ id: event.id, outcome: false }) },
      },
    ],
  },
  states: {
    closed: { description: 'No dialog is shown.', always: { guard: 'hasQueue', target: 'open' } },
    open: {
      description: 'The first dialog of the queue asks its question.',
      on: {
        'dialog.confirmed': {
          target: 'closed',
          actions: {
            type: 'answer',
            params: ({ context }) => ({ id: context.queue[0]!.id, outcome: true }),
          },
        },
        'dialog.canceled': 'canceling',
      },
    },
    canceling: {
      description: 'The dialog was canceled, and is fading out before its answer is given.',
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
/** Returns the title and text of the open dialog, or null. */
export const selectOpenDialog = (snapshot: Snapshot) =>
  snapshot.matches('open') ? (snapshot.context.queue[0]?.options ?? null) : null
