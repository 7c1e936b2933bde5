/** Undoes the deletion of a route, or of a redirect, on the screen of its page, as often as that is tried, until it is done. */
import { setup } from 'xstate'
import type { UndoableChange } from '#content/admin/bulk-change.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { withEvent } from '../with-event.ts'
import { undoGuards, undoGuardDescriptions } from './undo-guards.ts'

type NotificationAccepted = Extract<EmittedBy<'notifications'>, { type: 'notification.accepted' }>

type RouteUndoEvent = NotificationAccepted | { type: 'undo.requested' }

interface RouteUndoInput {
  /** The deletion; null if there was none, or none that can be undone. */
  undoable: UndoableChange | null
}

export const routeUndoMachine = setup({
  types: {} as { input: RouteUndoInput; context: RouteUndoInput; events: RouteUndoEvent },
  actors: {
    listener,
    /** Undoes a deletion, and notifies of that, or of the reason why it cannot be undone. */
    undoDeletion: promiseEffect<void, { change: UndoableChange }>(),
  },
  guards: undoGuards,
}).createMachine({
  id: 'routeUndo',
  meta: {
    guards: {
      ...undoGuardDescriptions,
    },
  },
  context: ({ input }) => input,
  invoke: listenTo<RouteUndoEvent>({ notifications: ['notification.accepted'] }),
  initial: 'waiting',
  states: {
    waiting: {
      description: 'The deletion can be undone.',
      on: {
        'undo.requested': { guard: 'canUndo', target: 'undoing' },
        'notification.accepted': { guard: withEvent('isUndo'), target: 'undoing' },
      },
    },
    undoing: {
      description: 'The server is asked to undo the deletion.',
      invoke: {
        id: 'undoDeletion',
        src: 'undoDeletion',
        input: ({ context }) => ({ change: context.undoable! }),
        onDone: 'undone',
        onError: 'waiting',
      },
    },
    undone: { description: 'The route is there again.', type: 'final' },
  },
})
