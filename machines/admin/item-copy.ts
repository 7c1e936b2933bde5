/** Copies an item of data and opens the copy. Undoes that, or another change of its list, by the notification about it. */
import { type ActorRefFrom, type SnapshotFrom, and, assign, setup } from 'xstate'
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
  /** The changes whose undoing was asked for, and has not ended. It waits while a copy runs. */
  awaited: readonly UndoableChange[]
  /** The copy whose screen is to be opened. */
  copied: CopiedItem | null
  /** True once something was undone that the screen does not show yet. */
  isUndone: boolean
  failure: Failure | null
}

const copyOf = ({ context: { listPath, copied } }: { context: Context }) => ({
  listPath,
  copied: copied!,
})
const openCopy = { type: 'openCopy', params: copyOf } as const
const awaitUndo = { guard: withEvent('isUndo'), actions: 'awaitUndo' } as const

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
    openCopy: actionEffect<{ listPath: string; copied: CopiedItem }>(),
    openList: actionEffect<{ listPath: string }>(),
    /** Offers to undo the copy once more, after another notification has taken the place of that. */
    announceCopy: actionEffect<{ listPath: string; copied: CopiedItem }>(),
    setCopied: assign((_, { output }: { output: CopiedItem }) => ({
      copied: output,
      undoable: output.undoable,
    })),
    awaitUndo: assign(({ context: { awaited, undoable } }) => ({
      awaited: [...awaited, undoable!],
      undoable: null,
    })),
    setUndone: assign(({ context: { awaited, copied } }) => ({
      awaited: awaited.slice(1),
      copied: copied?.undoable?.iri === awaited[0]!.iri ? null : copied,
      isUndone: true,
    })),
    setNotUndone: assign(({ context }) => ({ awaited: context.awaited.slice(1) })),
    clearCopied: assign({ copied: null, isUndone: false }),
    clearUndoable: assign({ undoable: null }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    clearFailure: assign({ failure: null }),
  },
  guards: {
    ...undoGuards,
    hasAwaited: ({ context }) => context.awaited.length > 0,
    hasCopied: ({ context }) => context.copied !== null,
    isUndone: ({ context }) => context.isUndone,
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
      hasAwaited: 'Something is still to be undone.',
      hasCopied: 'A copy was made, and was not undone.',
      isUndone: 'Something was undone.',
      isOtherChange: 'The notification is about another change than the copy.',
    },
  },
  context: ({ input }) => ({
    ...input,
    awaited: [],
    copied: null,
    isUndone: false,
    failure: null,
  }),
  invoke: listenTo<ItemCopyEvent>({
    notifications: ['notification.accepted', 'notification.shown'],
  }),
  initial: 'idle',
  states: {
    idle: {
      description: 'Nothing runs. A copy can be asked for, and the last one undone.',
      on: {
        'copy.requested': { target: 'copying', actions: 'clearFailure' },
        'notification.accepted': { ...awaitUndo, target: 'undoing' },
        'notification.shown': { guard: withEvent('isOtherChange'), actions: 'clearUndoable' },
      },
    },
    copying: {
      description: 'The copy is being saved. What is to be undone meanwhile waits for that.',
      on: { 'notification.accepted': awaitUndo },
      invoke: {
        id: 'copyItem',
        src: 'copyItem',
        input: ({ context: { iri, listPath } }) => ({ iri, listPath }),
        onDone: { target: 'settling', actions: withEvent('setCopied') },
        onError: { target: 'settling', actions: withEvent('setFailure') },
      },
    },
    undoing: {
      description: 'A change is being undone.',
      on: { 'notification.accepted': awaitUndo },
      invoke: {
        id: 'undoCopy',
        src: 'undoCopy',
        input: ({ context: { listPath, awaited } }) => ({ listPath, change: awaited[0]! }),
        onDone: { target: 'settling', actions: 'setUndone' },
        onError: { target: 'settling', actions: 'setNotUndone' },
      },
    },
    settling: {
      description: 'Decides what is still to be undone, and which screen is shown then.',
      always: [
        { guard: 'hasAwaited', target: 'undoing' },
        {
          guard: and(['hasCopied', 'isUndone']),
          target: 'idle',
          actions: [{ type: 'announceCopy', params: copyOf }, openCopy, 'clearCopied'],
        },
        { guard: 'hasCopied', target: 'idle', actions: [openCopy, 'clearCopied'] },
        {
          guard: 'isUndone',
          target: 'idle',
          actions: [
            { type: 'openList', params: ({ context: { listPath } }) => ({ listPath }) },
            'clearCopied',
          ],
        },
        { target: 'idle' },
      ],
    },
  },
})

export type ItemCopyRef = ActorRefFrom<typeof itemCopyMachine>
type Snapshot = SnapshotFrom<typeof itemCopyMachine>
export const isCopying = (snapshot: Snapshot) => snapshot.matches('copying')
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
