/** Switches between viewing and editing, and runs the actions that need all edits saved first. */
import { type ActorRefFrom, type SnapshotFrom, assertEvent, assign, emit, setup } from 'xstate'
import type { InsertionPoint } from '#content/model/insertion-point.ts'
import type { ConfirmOptions } from '../app/dialogs.ts'
import { promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { invokeAll } from '../invoke-all.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { eventOf } from '../event-of.ts'
import { confirmationOf } from './action-confirmation.ts'
import { addResourceMachine } from './changes/add-resource.ts'
import { editingActors, lastingActors } from './edit-mode-actors.ts'
import { type FollowUp, pendingActionMachine } from './pending-action.ts'
import type { PendingAction } from './pending-action-intent.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    editMode:
      | { type: 'edit.entered' }
      | { type: 'edit.exited' }
      /** Editing is to end, which needs a new resource to be discarded. */
      | { type: 'leave.requested' }
      /** Sent once all edits are saved, because saving needs the session. */
      | { type: 'signOut.requested' }
  }
}

export type EditModeEvent =
  | PendingAction
  | { type: 'edit.requested' }
  | { type: 'add.requested'; insertionPoint: InsertionPoint }
  | { type: 'edit.resumed' }
  | { type: 'discard.canceled' }

type ActorId =
  keyof typeof lastingActors | keyof typeof editingActors | 'addResource' | 'pendingAction'

const act = { target: 'acting', actions: 'setPendingAction' } as const
const ask = { target: '.confirming', reenter: true, actions: 'setPendingAction' } as const
/** A copy that visitors would see at once is asked about. */
const copy = [{ ...ask, guard: { type: 'isPublic', params: eventOf } }, act] as const

export const editModeMachine = setup({
  types: {} as {
    context: { pendingAction: PendingAction | null }
    events: EditModeEvent
    emitted: EmittedBy<'editMode'>
    children: { [Id in ActorId]: Id }
  },
  actors: {
    ...lastingActors,
    ...editingActors,
    addResource: addResourceMachine,
    pendingAction: pendingActionMachine,
    confirm: promiseEffect<boolean, ConfirmOptions>('confirm'),
    listener,
  },
  actions: {
    setPendingAction: assign(({ event }) => ({ pendingAction: event as PendingAction })),
    clearPendingAction: assign({ pendingAction: null }),
    emitLeaveRequested: emit({ type: 'leave.requested' }),
    emitEditEntered: emit({ type: 'edit.entered' }),
    emitEditExited: emit({ type: 'edit.exited' }),
    emitSignOut: emit({ type: 'signOut.requested' }),
  },
  guards: {
    isConfirmed: (_, { output }: { output: boolean }) => output,
    isPublic: (_, { isPublic }: { isPublic: boolean }) => isPublic,
    hasPendingAction: ({ context }) => context.pendingAction !== null,
    isExit: (_, { output }: { output: FollowUp }) => output === 'exit.requested',
    isSignOut: (_, { output }: { output: FollowUp }) => output === 'signOut.requested',
  },
}).createMachine({
  id: 'editMode',
  context: { pendingAction: null },
  invoke: [
    {
      src: 'listener',
      input: listenTo<EditModeEvent>({
        editModeMemory: ['edit.resumed'],
        stagedResource: ['discard.canceled'],
        linkPreview: ['open.requested'],
        clipboard: ['delete.requested', 'deleteAll.requested'],
      }),
    },
    ...invokeAll(lastingActors),
  ],
  initial: 'viewing',
  states: {
    viewing: {
      entry: 'clearPendingAction',
      on: {
        'edit.requested': 'editing',
        'edit.resumed': 'editing',
        'signOut.requested': { actions: 'emitSignOut' },
      },
    },
    editing: {
      entry: 'emitEditEntered',
      exit: 'emitEditExited',
      invoke: invokeAll(editingActors),
      initial: 'free',
      states: {
        free: {
          initial: 'browsing',
          on: {
            'add.requested': 'adding',
            'delete.requested': ask,
            'deleteAll.requested': ask,
            'moveAll.requested': act,
            'paste.requested': copy,
            'duplicate.requested': copy,
            'publish.requested': act,
            'publishAll.requested': act,
            'schedule.requested': act,
            'undo.requested': act,
            'redo.requested': act,
            'jump.requested': act,
            'open.requested': act,
            'exit.requested': act,
            'signOut.requested': act,
          },
          states: {
            browsing: { entry: 'clearPendingAction' },
            /** The dialog is modal: a request comes after it was canceled, before its answer has arrived. */
            confirming: {
              invoke: {
                id: 'confirm',
                src: 'confirm',
                input: ({ context }) => confirmationOf(context.pendingAction),
                onDone: [
                  {
                    guard: { type: 'isConfirmed', params: eventOf },
                    target: '#editMode.editing.acting',
                  },
                  { target: 'browsing' },
                ],
                onError: 'browsing',
              },
            },
          },
        },
        adding: {
          // The action of a question that was canceled just now does not run.
          entry: 'clearPendingAction',
          invoke: {
            id: 'addResource',
            systemId: 'addResource',
            src: 'addResource',
            input: ({ event }) => {
              assertEvent(event, 'add.requested')
              return { insertionPoint: event.insertionPoint }
            },
            onDone: [{ guard: 'hasPendingAction', target: 'acting' }, { target: 'free' }],
          },
          on: {
            // The addResource actor asks whether the new resource may be discarded.
            'open.requested': { actions: ['setPendingAction', 'emitLeaveRequested'] },
            'exit.requested': { actions: ['setPendingAction', 'emitLeaveRequested'] },
            'signOut.requested': { actions: ['setPendingAction', 'emitLeaveRequested'] },
            'discard.canceled': { actions: 'clearPendingAction' },
          },
        },
        acting: {
          invoke: {
            id: 'pendingAction',
            systemId: 'pendingAction',
            src: 'pendingAction',
            input: ({ context }) => ({ action: context.pendingAction! }),
            onDone: [
              {
                guard: { type: 'isSignOut', params: eventOf },
                target: '#editMode.viewing',
                actions: 'emitSignOut',
              },
              { guard: { type: 'isExit', params: eventOf }, target: '#editMode.viewing' },
              { target: 'free' },
            ],
          },
        },
      },
    },
  },
})

export type EditModeRef = ActorRefFrom<typeof editModeMachine>
type Snapshot = SnapshotFrom<typeof editModeMachine>
export const isEditing = (snapshot: Snapshot) => snapshot.matches('editing')
export const selectEditorChromeRef = (snapshot: Snapshot) => snapshot.children.editorChrome!
/* Each returns undefined while there is no such actor: while viewing, or without a pending action or a new resource. */
export const selectSelectionRef = (snapshot: Snapshot) => snapshot.children.selection
export const selectMultipleSelectionRef = (snapshot: Snapshot) =>
  snapshot.children.multipleSelection
export const selectHoverRef = (snapshot: Snapshot) => snapshot.children.hover
export const selectPageInputRef = (snapshot: Snapshot) => snapshot.children.pageInput
export const selectLinkPreviewRef = (snapshot: Snapshot) => snapshot.children.linkPreview
export const selectClipboardRef = (snapshot: Snapshot) => snapshot.children.clipboard
export const selectDraftsListRef = (snapshot: Snapshot) => snapshot.children.draftsList
export const selectDragRef = (snapshot: Snapshot) => snapshot.children.drag
export const selectPendingEditsRef = (snapshot: Snapshot) => snapshot.children.pendingEdits
export const selectPendingActionRef = (snapshot: Snapshot) => snapshot.children.pendingAction
export const selectAddResourceRef = (snapshot: Snapshot) => snapshot.children.addResource
/** True while a resource can be added, published or deleted, and a change undone or redone. */
export const canAct = (snapshot: Snapshot) => snapshot.can({ type: 'undo.requested' })
