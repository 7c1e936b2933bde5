/** Switches between viewing and editing, and runs the actions that need all edits saved first. */
import { type ActorRefFrom, type SnapshotFrom, assertEvent, assign, emit, setup } from 'xstate'
import type { InsertionPoint } from '#content/model/insertion-point.ts'
import type { SelectedKind } from '#content/model/kind.ts'
import type { ConfirmOptions } from '../app/dialogs.ts'
import { promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { invokeAll } from '../invoke-all.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'
import { confirmationOf, confirmedActions } from './action-confirmation.ts'
import { addResourceMachine } from './changes/add-resource.ts'
import { editingActors, lastingActors } from './edit-mode-actors.ts'
import { type FollowUp, type PendingActionInput, pendingActionMachine } from './pending-action.ts'
import type { HistoryAction, PendingAction } from './pending-action-intent.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    editMode:
      | { type: 'edit.entered' }
      | { type: 'edit.exited' }
      /** Editing is to end, or another page to be opened, for which a new resource is to be discarded first. */
      | { type: 'discard.needed' }
      /** Sent once all edits are saved, because saving needs the session. */
      | { type: 'signOut.requested' }
      /** A screen with something unsaved is to be left before one signs out, which asks. */
      | { type: 'home.requested' }
      /** No action runs, so that another one can begin. */
      | { type: 'actions.allowed' }
  }
}

export type EditModeEvent =
  | PendingAction
  | { type: 'edit.requested' }
  /** The kind is asked for if it is absent. */
  | { type: 'add.requested'; insertionPoint: InsertionPoint; kind?: SelectedKind }
  | Extract<EmittedBy<'resumedAddition'>, { type: 'add.resumed' }>
  | Extract<EmittedBy<'waitingActions'>, { type: 'action.resumed' }>
  | { type: 'edit.resumed' }
  | { type: 'discard.canceled' }

type ActorId =
  keyof typeof lastingActors | keyof typeof editingActors | 'addResource' | 'pendingAction'

const act = { target: 'acting', actions: 'setPendingAction' } as const
const confirmFirst = { target: '.confirming', reenter: true, actions: 'setPendingAction' } as const
/** A copy that visitors would see at once is confirmed first. */
const copy = [{ ...confirmFirst, guard: withEvent('isPublic') }, act] as const

export const editModeMachine = setup({
  types: {} as {
    context: {
      pendingAction: PendingActionInput | null
      /** Undos and redos that were asked for while another action runs. */
      queue: readonly HistoryAction[]
    }
    events: EditModeEvent
    emitted: EmittedBy<'editMode'>
    children: { [Id in ActorId]: Id }
  },
  actors: {
    ...lastingActors,
    ...editingActors,
    addResource: addResourceMachine,
    pendingAction: pendingActionMachine,
    confirm: promiseEffect<boolean, ConfirmOptions>(),
    listener,
  },
  actions: {
    setPendingAction: assign(({ event }) => ({
      pendingAction:
        event.type === 'action.resumed' ? event.waiting : { action: event as PendingAction },
    })),
    clearPendingAction: assign({ pendingAction: null }),
    enqueue: assign(({ context: { queue }, event }) => ({
      queue: [...queue, event as HistoryAction],
    })),
    dequeue: assign(({ context: { queue } }) => ({
      pendingAction: { action: queue[0]! },
      queue: queue.slice(1),
    })),
    clearQueue: assign({ queue: [] }),
    emitDiscardNeeded: emit({ type: 'discard.needed' }),
    emitEditEntered: emit({ type: 'edit.entered' }),
    emitEditExited: emit({ type: 'edit.exited' }),
    emitSignOut: emit({ type: 'signOut.requested' }),
    emitHomeRequested: emit({ type: 'home.requested' }),
    emitActionsAllowed: emit({ type: 'actions.allowed' }),
  },
  guards: {
    isConfirmed: (_, { output }: { output: boolean }) => output,
    isPublic: (_, { isPublic }: { isPublic: boolean }) => isPublic,
    isScreenUnsaved: (_, { isScreenUnsaved = false }: { isScreenUnsaved?: boolean }) =>
      isScreenUnsaved,
    isQueued: ({ context }) => context.queue.length > 0,
    hasPendingAction: ({ context }) => context.pendingAction !== null,
    isExit: (_, { output }: { output: FollowUp }) => output === 'exit.requested',
    isSignOut: (_, { output }: { output: FollowUp }) => output === 'signOut.requested',
  },
}).createMachine({
  id: 'editMode',
  meta: {
    guards: {
      isConfirmed: 'The user wants the action.',
      isPublic: 'Visitors would see the copy at once.',
      isScreenUnsaved: 'The screen has something unsaved.',
      isQueued: 'An undo or a redo was asked for while the last action ran.',
      hasPendingAction: 'An action waits until the new component is given up.',
      isExit: 'The action that has ended was to end editing.',
      isSignOut: 'The action that has ended was to sign out.',
    },
  },
  context: { pendingAction: null, queue: [] },
  invoke: [
    listenTo<EditModeEvent>({
      editModeMemory: ['edit.resumed'],
      resumedAddition: ['add.resumed'],
      waitingActions: ['action.resumed'],
      stagedResource: ['discard.canceled'],
      linkPreview: ['open.requested'],
      clipboard: ['delete.requested', 'deleteAll.requested'],
      drag: ['moveAll.requested'],
    }),
    ...invokeAll(lastingActors),
  ],
  initial: 'viewing',
  states: {
    viewing: {
      description: 'The page is shown as visitors see it.',
      entry: ['clearPendingAction', 'clearQueue'],
      on: {
        'edit.requested': 'editing',
        'edit.resumed': 'editing',
        'signOut.requested': [
          { guard: withEvent('isScreenUnsaved'), actions: 'emitHomeRequested' },
          { actions: 'emitSignOut' },
        ],
      },
    },
    editing: {
      description: 'The page can be edited.',
      entry: 'emitEditEntered',
      exit: 'emitEditExited',
      invoke: invokeAll(editingActors),
      initial: 'free',
      states: {
        free: {
          description: 'The next action can begin.',
          initial: 'browsing',
          on: {
            'add.requested': 'adding',
            'add.resumed': 'adding',
            'delete.requested': confirmFirst,
            'deleteAll.requested': confirmFirst,
            'moveAll.requested': act,
            'paste.requested': copy,
            'duplicate.requested': copy,
            'publish.requested': act,
            'publishAll.requested': act,
            'schedule.requested': act,
            'bind.requested': act,
            'undo.requested': act,
            'redo.requested': act,
            'jump.requested': act,
            'open.requested': act,
            'exit.requested': act,
            'signOut.requested': act,
          },
          states: {
            browsing: {
              description: 'Nothing is asked; components can be selected and edited.',
              entry: ['clearPendingAction', 'emitActionsAllowed'],
              always: {
                guard: 'isQueued',
                target: '#editMode.editing.acting',
                actions: 'dequeue',
              },
              on: {
                'action.resumed': {
                  target: '#editMode.editing.acting',
                  actions: 'setPendingAction',
                },
              },
            },
            /** The dialog is modal: a request comes after it was canceled, before its answer has arrived. */
            confirming: {
              description: 'The user is asked whether the action is meant.',
              invoke: {
                id: 'confirm',
                src: 'confirm',
                input: ({ event }) => {
                  assertEvent(event, confirmedActions)
                  return confirmationOf(event)
                },
                onDone: [
                  {
                    guard: withEvent('isConfirmed'),
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
          description:
            'A component is being added, and has to be saved or given up before anything else.',
          // An action whose confirmation was canceled just now does not run.
          entry: 'clearPendingAction',
          invoke: {
            id: 'addResource',
            systemId: 'addResource',
            src: 'addResource',
            input: ({ event }) => {
              assertEvent(event, ['add.requested', 'add.resumed'])
              const { type: _, ...input } = event
              return input
            },
            onDone: [{ guard: 'hasPendingAction', target: 'acting' }, { target: 'free' }],
          },
          on: {
            // The addResource actor asks whether the new resource may be discarded.
            'open.requested': { actions: ['setPendingAction', 'emitDiscardNeeded'] },
            'exit.requested': { actions: ['setPendingAction', 'emitDiscardNeeded'] },
            'signOut.requested': { actions: ['setPendingAction', 'emitDiscardNeeded'] },
            'discard.canceled': { actions: 'clearPendingAction' },
          },
        },
        acting: {
          description: 'An action runs, before which all edits are saved.',
          // Keys are pressed faster than changes are saved.
          on: {
            'undo.requested': { actions: 'enqueue' },
            'redo.requested': { actions: 'enqueue' },
          },
          invoke: {
            id: 'pendingAction',
            systemId: 'pendingAction',
            src: 'pendingAction',
            input: ({ context }) => context.pendingAction!,
            onDone: [
              {
                guard: withEvent('isSignOut'),
                target: '#editMode.viewing',
                actions: 'emitSignOut',
              },
              { guard: withEvent('isExit'), target: '#editMode.viewing' },
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
/** Returns all children. Those of edit mode are there only while it is on. */
export const selectChildren = ({ children }: Snapshot) => ({ ...children })
/* Each returns undefined while there is no such actor: while viewing, or without a pending action or a new resource. */
export const selectMultipleSelectionRef = (snapshot: Snapshot) =>
  snapshot.children.multipleSelection
export const selectPageInputRef = (snapshot: Snapshot) => snapshot.children.pageInput
export const selectClipboardRef = (snapshot: Snapshot) => snapshot.children.clipboard
export const selectPresenceRef = (snapshot: Snapshot) => snapshot.children.presence
export const selectWaitingActionsRef = (snapshot: Snapshot) => snapshot.children.waitingActions
export const selectPendingActionRef = (snapshot: Snapshot) => snapshot.children.pendingAction
/** True while a resource can be added, published or deleted. */
export const canAct = (snapshot: Snapshot) => snapshot.matches({ editing: 'free' })
/** True while an undo or a redo can be asked for, which begins once the action is done that runs. */
export const canRequestHistory = (snapshot: Snapshot) => snapshot.can({ type: 'undo.requested' })
/** True while a component is being added, which has to be saved or discarded before anything else. */
export const isAdding = (snapshot: Snapshot) => snapshot.matches({ editing: 'adding' })
