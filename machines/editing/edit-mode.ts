/** Switches between viewing and editing the page, and runs the actions that need all edits saved first. */
import {
  type ActorRefFrom,
  type SnapshotFrom,
  assertEvent,
  assign,
  emit,
  sendTo,
  setup,
} from 'xstate'
import type { Intent, SaveResult } from '#content/change/types.ts'
import { type Iri, NEW_RESOURCE } from '#content/model/iri.ts'
import type { InsertionPoint } from '#content/model/insertion-point.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../listener.ts'
import { type AddResourceEvent, addResourceMachine } from './add-resource.ts'
import type { ConfirmOptions } from '../app/dialogs.ts'
import { type EditorChromeRef, editorChromeMachine } from './editor-chrome.ts'
import { promiseEffect } from '../effects.ts'
import { type SelectionEvent, selectionMachine } from './selection.ts'
import { type PendingEditsEvent, pendingEditsMachine } from './pending-edits.ts'

/** An action that runs as soon as all edits are saved. */
type PendingAction =
  | { type: 'publish.requested'; iri: Iri }
  | { type: 'delete.requested'; iri: Iri }
  | { type: 'undo.requested' }
  | { type: 'redo.requested' }
  /** Stops editing, unless an edit cannot be saved. */
  | { type: 'exit.requested' }
  /** Stops editing and signs out. */
  | { type: 'signOut.requested' }

export type EditModeEvent =
  | PendingAction
  | { type: 'edit.requested' }
  | { type: 'add.requested'; insertionPoint: InsertionPoint }
  | Exclude<SelectionEvent, { type: 'resource.added' | 'iri.replaced' | 'resource.removed' }>
  | Extract<PendingEditsEvent, { type: 'field.changed' | 'move.requested' | 'flush.requested' }>
  | { type: 'iri.replaced'; from: Iri; to: Iri }
  /** Another page is shown. */
  | { type: 'location.committed' }
  | EmittedBy<'addResource'>
  | EmittedBy<'pendingEdits'>

const deleteConfirmation: ConfirmOptions = {
  title: 'Delete this resource?',
  body: 'Are you sure you want to permanently delete this resource?',
}

/** Returns the IRI an action is about, or null for all resources. */
const iriOf = (pendingAction: PendingAction | null) =>
  pendingAction && 'iri' in pendingAction ? pendingAction.iri : null

export const editModeMachine = setup({
  types: {} as {
    context: { pendingAction: PendingAction | null }
    events: EditModeEvent
    emitted: EmittedBy<'editMode'>
    children: {
      editorChrome: 'editorChrome'
      selection: 'selection'
      pendingEdits: 'pendingEdits'
      addResource: 'addResource'
    }
    tags: 'busy'
  },
  actors: {
    editorChrome: editorChromeMachine,
    selection: selectionMachine,
    pendingEdits: pendingEditsMachine,
    addResource: addResourceMachine,
    confirm: promiseEffect<boolean, ConfirmOptions>('confirm'),
    saveChange: promiseEffect<SaveResult, Intent>('saveChange'),
    listener,
  },
  actions: {
    setPendingAction: assign(({ event }) => ({ pendingAction: event as PendingAction })),
    clearPendingAction: assign({ pendingAction: null }),
    forwardToSelection: sendTo('selection', ({ event }) => event as SelectionEvent),
    forwardToPendingEdits: sendTo('pendingEdits', ({ event }) => event as PendingEditsEvent),
    sendToSelection: sendTo('selection', (_, event: SelectionEvent) => event),
    requestDiscard: sendTo('addResource', { type: 'discard.requested' } satisfies AddResourceEvent),
    selectAdded: sendTo('selection', ({ event }) => {
      assertEvent(event, ['add.staged', 'add.inserted'])
      return { type: 'resource.added', stack: event.stack } satisfies SelectionEvent
    }),
    emitSignOutRequested: emit({ type: 'signOut.requested' }),
    flushPendingEdits: sendTo('pendingEdits', {
      type: 'flush.requested',
    } satisfies PendingEditsEvent),
  },
  guards: {
    hasPendingAction: ({ context }) => context.pendingAction !== null,
    isPendingAction: ({ context }, { type }: { type: PendingAction['type'] }) =>
      context.pendingAction?.type === type,
    hasUnsavedEdits: (_, { isSaved }: { isSaved: boolean }) => !isSaved,
  },
}).createMachine({
  id: 'editMode',
  context: { pendingAction: null },
  invoke: { id: 'editorChrome', src: 'editorChrome' },
  initial: 'viewing',
  states: {
    viewing: {
      entry: 'clearPendingAction',
      on: { 'edit.requested': 'editing', 'signOut.requested': { actions: 'emitSignOutRequested' } },
    },
    editing: {
      entry: emit({ type: 'edit.entered' }),
      exit: emit({ type: 'edit.exited' }),
      invoke: [
        {
          src: 'listener',
          input: listenTo<EditModeEvent>({
            navigation: ['location.committed'],
            changeQueue: ['iri.replaced'],
            pendingEdits: ['save.settled'],
            addResource: ['add.staged', 'add.inserted', 'discard.cancelled'],
          }),
        },
        { id: 'pendingEdits', systemId: 'pendingEdits', src: 'pendingEdits' },
        { id: 'selection', src: 'selection' },
      ],
      initial: 'browsing',
      on: {
        'field.changed': { actions: 'forwardToPendingEdits' },
        'move.requested': { actions: 'forwardToPendingEdits' },
        'flush.requested': { actions: 'forwardToPendingEdits' },
        'resource.selected': { actions: ['flushPendingEdits', 'forwardToSelection'] },
        'selection.cleared': { actions: ['flushPendingEdits', 'forwardToSelection'] },
        'ancestor.selected': { actions: 'forwardToSelection' },
        'version.selected': { actions: 'forwardToSelection' },
        'location.committed': {
          actions: [
            'flushPendingEdits',
            { type: 'sendToSelection', params: { type: 'selection.cleared' } },
          ],
        },
        'iri.replaced': {
          actions: [
            assign(({ context: { pendingAction }, event: { from, to } }) => ({
              pendingAction:
                pendingAction && 'iri' in pendingAction && pendingAction.iri === from
                  ? { ...pendingAction, iri: to }
                  : pendingAction,
            })),
          ],
        },
      },
      states: {
        browsing: {
          entry: 'clearPendingAction',
          on: {
            'add.requested': 'adding',
            'delete.requested': { target: 'confirmingDelete', actions: 'setPendingAction' },
            'publish.requested': { target: 'savingEdits', actions: 'setPendingAction' },
            'undo.requested': { target: 'savingEdits', actions: 'setPendingAction' },
            'redo.requested': { target: 'savingEdits', actions: 'setPendingAction' },
            'exit.requested': { target: 'savingEdits', actions: 'setPendingAction' },
            'signOut.requested': { target: 'savingEdits', actions: 'setPendingAction' },
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
            onDone: [{ guard: 'hasPendingAction', target: 'savingEdits' }, { target: 'browsing' }],
          },
          exit: [
            emit({ type: 'add.ended' }),
            { type: 'sendToSelection', params: { type: 'resource.removed', iri: NEW_RESOURCE } },
          ],
          on: {
            'add.staged': { actions: [emit({ type: 'add.started' }), 'selectAdded'] },
            'add.inserted': { actions: 'selectAdded' },
            // The addResource actor asks whether the new resource may be discarded.
            'exit.requested': { actions: ['setPendingAction', 'requestDiscard'] },
            'signOut.requested': { actions: ['setPendingAction', 'requestDiscard'] },
            'discard.cancelled': { actions: 'clearPendingAction' },
          },
        },
        confirmingDelete: {
          invoke: {
            id: 'confirm',
            src: 'confirm',
            input: deleteConfirmation,
            onDone: [
              { guard: ({ event }) => event.output, target: 'savingEdits' },
              { target: 'browsing' },
            ],
            onError: 'browsing',
          },
        },
        savingEdits: {
          tags: 'busy',
          entry: sendTo(
            'pendingEdits',
            ({ context }) =>
              ({
                type: 'save.requested',
                iri: iriOf(context.pendingAction),
              }) satisfies PendingEditsEvent,
          ),
          on: {
            'save.settled': [
              {
                guard: { type: 'isPendingAction', params: { type: 'delete.requested' } },
                target: 'deleting',
              },
              {
                guard: { type: 'isPendingAction', params: { type: 'undo.requested' } },
                target: 'browsing',
                actions: emit({ type: 'undo.requested' }),
              },
              {
                guard: { type: 'isPendingAction', params: { type: 'redo.requested' } },
                target: 'browsing',
                actions: emit({ type: 'redo.requested' }),
              },
              // An edit that cannot be saved would be lost, or missing from what is published.
              {
                guard: { type: 'hasUnsavedEdits', params: ({ event }) => event },
                target: 'browsing',
              },
              {
                guard: { type: 'isPendingAction', params: { type: 'publish.requested' } },
                target: 'publishing',
              },
              {
                guard: { type: 'isPendingAction', params: { type: 'signOut.requested' } },
                target: '#editMode.viewing',
                actions: 'emitSignOutRequested',
              },
              { target: '#editMode.viewing' },
            ],
          },
        },
        publishing: {
          tags: 'busy',
          invoke: {
            id: 'saveChange',
            src: 'saveChange',
            input: ({ context: { pendingAction } }) => ({
              kind: 'publish',
              iri: iriOf(pendingAction)!,
            }),
            onDone: 'browsing',
            onError: 'browsing',
          },
        },
        deleting: {
          tags: 'busy',
          invoke: {
            id: 'saveChange',
            src: 'saveChange',
            input: ({ context: { pendingAction } }) => ({
              kind: 'delete',
              iri: iriOf(pendingAction)!,
            }),
            onDone: 'browsing',
            onError: 'browsing',
          },
        },
      },
    },
  },
})

export type EditModeRef = ActorRefFrom<typeof editModeMachine>
type Snapshot = SnapshotFrom<typeof editModeMachine>
export const isEditing = (snapshot: Snapshot) => snapshot.matches('editing')
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const selectEditorChromeRef = (snapshot: Snapshot): EditorChromeRef =>
  snapshot.children.editorChrome!
/** Returns undefined while viewing. */
export const selectSelectionRef = (snapshot: Snapshot) => snapshot.children.selection
/** Returns undefined while viewing. */
export const selectPendingEditsRef = (snapshot: Snapshot) => snapshot.children.pendingEdits
/** Returns undefined while no resource is being added. */
export const selectAddResourceRef = (snapshot: Snapshot) => snapshot.children.addResource
/** True while a resource can be added, published or deleted, and a change undone or redone. */
export const canAct = (snapshot: Snapshot) => snapshot.can({ type: 'undo.requested' })
