/**
 * Switches between viewing and editing, and runs the actions that need all edits saved first. A tab that edits goes on
 * doing so on each page it goes to, and after a reload, until its user ends that (Done, signing out) or the session ends.
 * This includes pages that fail to load and the admin area: nothing is edited there, but the way back leads to pages
 * that are.
 */
import {
  type ActorRefFrom,
  type EventObject,
  type SnapshotFrom,
  assertEvent,
  assign,
  emit,
  sendTo,
  setup,
} from 'xstate'
import type { InsertionPoint } from '#content/model/insertion-point.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { callbackEffect, promiseEffect } from '../declare-effects.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { type AddResourceEvent, addResourceMachine } from './add-resource.ts'
import { type EditorChromeRef, editorChromeMachine } from './editor-chrome.ts'
import { hoverMachine } from './hover.ts'
import { linkPreviewMachine } from './link-preview.ts'
import { pageInputMachine } from './page-input.ts'
import { selectionMachine } from './selection.ts'
import { type FollowUp, type PendingAction, pendingActionMachine } from './pending-action.ts'
import { pendingEditsMachine } from './pending-edits.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    editMode:
      | { type: 'edit.entered' }
      | { type: 'edit.exited' }
      | { type: 'add.started' }
      | { type: 'add.ended' }
      /** Sent once all edits are saved, because saving needs the session. */
      | { type: 'signOut.requested' }
  }
}

export type EditModeEvent =
  | PendingAction
  | { type: 'edit.requested' }
  | { type: 'add.requested'; insertionPoint: InsertionPoint }
  | Extract<EmittedBy<'addResource'>, { type: 'add.staged' | 'discard.canceled' }>

export const editModeMachine = setup({
  types: {} as {
    context: { pendingAction: PendingAction | null }
    events: EditModeEvent
    emitted: EmittedBy<'editMode'>
    children: {
      editorChrome: 'editorChrome'
      selection: 'selection'
      pageInput: 'pageInput'
      hover: 'hover'
      linkPreview: 'linkPreview'
      pendingEdits: 'pendingEdits'
      addResource: 'addResource'
      pendingAction: 'pendingAction'
    }
  },
  actors: {
    editorChrome: editorChromeMachine,
    selection: selectionMachine,
    pageInput: pageInputMachine,
    hover: hoverMachine,
    linkPreview: linkPreviewMachine,
    pendingEdits: pendingEditsMachine,
    addResource: addResourceMachine,
    pendingAction: pendingActionMachine,
    /** Resolves with true if this tab was editing when its document was unloaded. */
    wasEditing: promiseEffect<boolean>('wasEditing'),
    /** Remembers that this tab is editing, until editing ends. */
    rememberEditing: callbackEffect<EventObject>('rememberEditing'),
    listener,
  },
  actions: {
    setPendingAction: assign(({ event }) => ({ pendingAction: event as PendingAction })),
    clearPendingAction: assign({ pendingAction: null }),
    requestDiscard: sendTo('addResource', { type: 'discard.requested' } satisfies AddResourceEvent),
    emitEditEntered: emit({ type: 'edit.entered' }),
    emitEditExited: emit({ type: 'edit.exited' }),
    emitAddStarted: emit({ type: 'add.started' }),
    emitAddEnded: emit({ type: 'add.ended' }),
    emitSignOut: emit({ type: 'signOut.requested' }),
  },
  guards: {
    isTrue: (_, { output }: { output: boolean }) => output,
    hasPendingAction: ({ context }) => context.pendingAction !== null,
    isExit: (_, { output }: { output: FollowUp }) => output === 'exit.requested',
    isSignOut: (_, { output }: { output: FollowUp }) => output === 'signOut.requested',
  },
}).createMachine({
  id: 'editMode',
  context: { pendingAction: null },
  invoke: { id: 'editorChrome', systemId: 'editorChrome', src: 'editorChrome' },
  initial: 'viewing',
  states: {
    viewing: {
      entry: 'clearPendingAction',
      initial: 'resuming',
      on: {
        'edit.requested': 'editing',
        'signOut.requested': { actions: 'emitSignOut' },
      },
      states: {
        resuming: {
          invoke: {
            id: 'wasEditing',
            src: 'wasEditing',
            onDone: [
              {
                guard: { type: 'isTrue', params: ({ event }) => event },
                target: '#editMode.editing',
              },
              { target: 'idle' },
            ],
            onError: 'idle',
          },
        },
        idle: {},
      },
    },
    editing: {
      entry: 'emitEditEntered',
      exit: 'emitEditExited',
      invoke: [
        {
          src: 'listener',
          input: listenTo<EditModeEvent>({
            addResource: ['add.staged', 'discard.canceled'],
            linkPreview: ['open.requested'],
          }),
        },
        { id: 'pendingEdits', systemId: 'pendingEdits', src: 'pendingEdits' },
        { id: 'selection', systemId: 'selection', src: 'selection' },
        { id: 'pageInput', systemId: 'pageInput', src: 'pageInput' },
        { id: 'linkPreview', systemId: 'linkPreview', src: 'linkPreview' },
        { id: 'rememberEditing', src: 'rememberEditing', onError: {} },
        { id: 'hover', src: 'hover' },
      ],
      initial: 'browsing',
      states: {
        browsing: {
          entry: 'clearPendingAction',
          on: {
            'add.requested': 'adding',
            'delete.requested': { target: 'acting', actions: 'setPendingAction' },
            'publish.requested': { target: 'acting', actions: 'setPendingAction' },
            'undo.requested': { target: 'acting', actions: 'setPendingAction' },
            'redo.requested': { target: 'acting', actions: 'setPendingAction' },
            'open.requested': { target: 'acting', actions: 'setPendingAction' },
            'exit.requested': { target: 'acting', actions: 'setPendingAction' },
            'signOut.requested': { target: 'acting', actions: 'setPendingAction' },
          },
        },
        adding: {
          invoke: {
            id: 'addResource',
            systemId: 'addResource',
            src: 'addResource',
            input: ({ event }) => {
              assertEvent(event, 'add.requested')
              return { insertionPoint: event.insertionPoint }
            },
            onDone: [{ guard: 'hasPendingAction', target: 'acting' }, { target: 'browsing' }],
          },
          exit: 'emitAddEnded',
          on: {
            'add.staged': { actions: 'emitAddStarted' },
            // The addResource actor asks whether the new resource may be discarded.
            'open.requested': { actions: ['setPendingAction', 'requestDiscard'] },
            'exit.requested': { actions: ['setPendingAction', 'requestDiscard'] },
            'signOut.requested': { actions: ['setPendingAction', 'requestDiscard'] },
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
                guard: { type: 'isSignOut', params: ({ event }) => event },
                target: '#editMode.viewing.idle',
                actions: 'emitSignOut',
              },
              {
                guard: { type: 'isExit', params: ({ event }) => event },
                target: '#editMode.viewing.idle',
              },
              { target: 'browsing' },
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
export const selectEditorChromeRef = (snapshot: Snapshot): EditorChromeRef =>
  snapshot.children.editorChrome!
/** Returns undefined while viewing. */
export const selectSelectionRef = (snapshot: Snapshot) => snapshot.children.selection
/** Returns undefined while viewing. */
export const selectHoverRef = (snapshot: Snapshot) => snapshot.children.hover
/** Returns undefined while viewing. */
export const selectPageInputRef = (snapshot: Snapshot) => snapshot.children.pageInput
/** Returns undefined while viewing. */
export const selectLinkPreviewRef = (snapshot: Snapshot) => snapshot.children.linkPreview
/** Returns undefined while viewing. */
export const selectPendingEditsRef = (snapshot: Snapshot) => snapshot.children.pendingEdits
/** Returns undefined while no action is confirmed, waiting or running. */
export const selectPendingActionRef = (snapshot: Snapshot) => snapshot.children.pendingAction
/** Returns undefined while no resource is being added. */
export const selectAddResourceRef = (snapshot: Snapshot) => snapshot.children.addResource
/** True while a resource can be added, published or deleted, and a change undone or redone. */
export const canAct = (snapshot: Snapshot) => snapshot.can({ type: 'undo.requested' })
