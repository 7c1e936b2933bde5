/** Copies an item of data and opens the copy. Undoes that, or another change of its list, by the notification about it. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import { type UndoableChange, bulkNotification } from '#content/admin/bulk-change.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { withEvent } from '../with-event.ts'
import { undoGuards, undoGuardDescriptions } from './undo-guards.ts'

type ItemCopyEvent = EmittedBy<'notifications'> | { type: 'copy.requested' }
type NotificationShown = Extract<ItemCopyEvent, { type: 'notification.shown' }>

interface ItemCopyInput {
  iri: Iri
  /** The path of the list in which it is, on whose screen the copy can be undone, too. */
  listPath: string
  /** The change on this list that the notification is about, and that can be undone. */
  undoable: UndoableChange | null
}

export interface CopiedItem {
  copy: Iri
  undoable: UndoableChange | null
}

interface Context extends ItemCopyInput {
  failure: Failure | null
}

export const itemCopyMachine = setup({
  types: {} as { input: ItemCopyInput; context: Context; events: ItemCopyEvent },
  actors: {
    listener,
    /** Copies the item, and notifies of it. */
    copyItem: promiseEffect<CopiedItem, { iri: Iri; listPath: string }>(),
    /** Undoes a change, and notifies of that, or of the reason why it cannot be undone. */
    undoCopy: promiseEffect<void, { listPath: string; change: UndoableChange }>(),
  },
  actions: {
    openCopy: actionEffect<{ listPath: string; copy: Iri }>(),
    openList: actionEffect<{ listPath: string }>(),
    setUndoable: assign((_, { output }: { output: CopiedItem }) => ({ undoable: output.undoable })),
    clearUndoable: assign({ undoable: null }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    clearFailure: assign({ failure: null }),
  },
  guards: {
    ...undoGuards,
    /** True for a notification about another change, which takes the place of that about the copy. */
    isOtherChange: ({ context: { undoable } }, { notification }: NotificationShown) =>
      undoable !== null &&
      notification.key === bulkNotification &&
      notification.heading !== undoable.label,
  },
}).createMachine({
  id: 'itemCopy',
  meta: {
    guards: {
      ...undoGuardDescriptions,
      isOtherChange: 'The notification is about another change than the copy.',
    },
  },
  context: ({ input }) => ({ ...input, failure: null }),
  invoke: listenTo<ItemCopyEvent>({
    notifications: ['notification.accepted', 'notification.shown'],
  }),
  initial: 'idle',
  states: {
    idle: {
      description: 'Nothing runs. A copy can be asked for, and the last one undone.',
      on: {
        'copy.requested': { target: 'copying', actions: 'clearFailure' },
        'notification.accepted': { guard: withEvent('isUndo'), target: 'undoing' },
        'notification.shown': { guard: withEvent('isOtherChange'), actions: 'clearUndoable' },
      },
    },
    copying: {
      description: 'The copy is being saved.',
      invoke: {
        id: 'copyItem',
        src: 'copyItem',
        input: ({ context: { iri, listPath } }) => ({ iri, listPath }),
        onDone: {
          target: 'idle',
          actions: [
            withEvent('setUndoable'),
            {
              type: 'openCopy',
              params: ({ context: { listPath }, event }) => ({ listPath, copy: event.output.copy }),
            },
          ],
        },
        onError: { target: 'idle', actions: withEvent('setFailure') },
      },
    },
    undoing: {
      description: 'The copy is being deleted again.',
      invoke: {
        id: 'undoCopy',
        src: 'undoCopy',
        input: ({ context: { listPath, undoable } }) => ({ listPath, change: undoable! }),
        onDone: {
          target: 'idle',
          actions: [
            'clearUndoable',
            { type: 'openList', params: ({ context: { listPath } }) => ({ listPath }) },
          ],
        },
        onError: 'idle',
      },
    },
  },
})

export type ItemCopyRef = ActorRefFrom<typeof itemCopyMachine>
type Snapshot = SnapshotFrom<typeof itemCopyMachine>
export const isCopying = (snapshot: Snapshot) => snapshot.matches('copying')
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
