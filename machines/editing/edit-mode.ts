/** Looking at the page, or changing it in place. */
import {
  type ActorRefFrom,
  type SnapshotFrom,
  assertEvent,
  assign,
  emit,
  sendTo,
  setup,
} from 'xstate'
import type { Intent, ChangeResult } from '#content/change/plan-change.ts'
import { type Iri, NEW_RESOURCE } from '#content/model/iri.ts'
import type { InsertionPoint } from '#content/model/insertion-point.ts'
import {
  type AddResourceEmitted,
  type AddResourceEvent,
  addResourceMachine,
} from './add-resource.ts'
import type { ConfirmOptions } from '../app/dialogs.ts'
import { promiseEffect } from '../effects.ts'
import { relay } from '../relay.ts'
import { type SelectionEvent, selectionMachine } from './selection.ts'
import {
  type PendingEditsEmitted,
  type PendingEditsEvent,
  pendingEditsMachine,
} from './pending-edits.ts'

/** What is done as soon as all that was typed is saved. */
type PendingAction =
  | { type: 'publish.requested'; iri: Iri }
  | { type: 'delete.requested'; iri: Iri }
  | { type: 'undo.requested' }
  | { type: 'redo.requested' }
  /** The wish to stop; what cannot be saved holds it up. */
  | { type: 'edit.left' }
  /** The same, and to be nobody afterwards. */
  | { type: 'signOut.requested' }

export type EditModeEvent =
  | PendingAction
  | { type: 'edit.requested' }
  | { type: 'add.requested'; insertionPoint: InsertionPoint }
  | Exclude<SelectionEvent, { type: 'resource.added' }>
  | Exclude<PendingEditsEvent, { type: 'save.requested' }>
  /** Another page is shown. */
  | { type: 'location.committed' }
  /** Whether what is being added may be lost was asked elsewhere. */
  | { type: 'add.discarded' }
  | AddResourceEmitted
  | PendingEditsEmitted

export type EditModeEmitted =
  | { type: 'edit.entered' }
  | { type: 'edit.left' }
  | { type: 'add.started' }
  | { type: 'add.ended' }
  /** Once all that was typed is saved, so that this is what is taken back. */
  | { type: 'undo.requested' }
  | { type: 'redo.requested' }
  /** Once all that was typed is saved, for only an administrator may save it. */
  | { type: 'signOut.requested' }

export const deleteConfirmation: ConfirmOptions = {
  title: 'Delete this resource?',
  body: 'Are you sure you want to permanently delete this resource?',
}

/** What a pendingAction is about; null for everything. */
const iriOf = (pendingAction: PendingAction | null) =>
  pendingAction && 'iri' in pendingAction ? pendingAction.iri : null

export const editModeMachine = setup({
  types: {} as {
    context: { pendingAction: PendingAction | null }
    events: EditModeEvent
    emitted: EditModeEmitted
    children: {
      selection: 'selection'
      pendingEdits: 'pendingEdits'
      addResource: 'addResource'
    }
    tags: 'busy'
  },
  actors: {
    selection: selectionMachine,
    pendingEdits: pendingEditsMachine,
    addResource: addResourceMachine,
    confirm: promiseEffect<boolean, ConfirmOptions>('confirm'),
    saveChange: promiseEffect<ChangeResult, Intent>('saveChange'),
    relay,
  },
  actions: {
    setPendingAction: assign(({ event }) => ({ pendingAction: event as PendingAction })),
    clearPendingAction: assign({ pendingAction: null }),
    forwardToSelection: sendTo('selection', ({ event }) => event as SelectionEvent),
    forwardToPendingEdits: sendTo('pendingEdits', ({ event }) => event as PendingEditsEvent),
    sendToSelection: sendTo('selection', (_, event: SelectionEvent) => event),
    forwardToAddResource: sendTo('addResource', ({ event }) => event as AddResourceEvent),
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
  initial: 'viewing',
  states: {
    viewing: {
      entry: 'clearPendingAction',
      on: { 'edit.requested': 'editing', 'signOut.requested': { actions: 'emitSignOutRequested' } },
    },
    editing: {
      entry: emit({ type: 'edit.entered' }),
      exit: emit({ type: 'edit.left' }),
      invoke: [
        { src: 'relay', input: { from: 'pendingEdits' } },
        { id: 'pendingEdits', systemId: 'pendingEdits', src: 'pendingEdits' },
        { id: 'selection', src: 'selection' },
      ],
      initial: 'browsing',
      on: {
        'field.*': { actions: 'forwardToPendingEdits' },
        'move.requested': { actions: 'forwardToPendingEdits' },
        'flush.requested': { actions: 'forwardToPendingEdits' },
        'server.reachable': { actions: 'forwardToPendingEdits' },
        'resource.removed': { actions: ['forwardToPendingEdits', 'forwardToSelection'] },
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
            'forwardToPendingEdits',
            'forwardToSelection',
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
            'edit.left': { target: 'savingEdits', actions: 'setPendingAction' },
            'signOut.requested': { target: 'savingEdits', actions: 'setPendingAction' },
          },
        },
        adding: {
          invoke: [
            { src: 'relay', input: { from: 'addResource' } },
            {
              id: 'addResource',
              systemId: 'addResource',
              src: 'addResource',
              input: ({ event }) => {
                assertEvent(event, 'add.requested')
                return { insertionPoint: event.insertionPoint }
              },
              onDone: [
                { guard: 'hasPendingAction', target: 'savingEdits' },
                { target: 'browsing' },
              ],
            },
          ],
          exit: [
            emit({ type: 'add.ended' }),
            { type: 'sendToSelection', params: { type: 'resource.removed', iri: NEW_RESOURCE } },
          ],
          on: {
            'add.staged': { actions: [emit({ type: 'add.started' }), 'selectAdded'] },
            'add.inserted': { actions: 'selectAdded' },
            'add.discarded': { actions: 'forwardToAddResource' },
            // Whether the new resource may be lost is asked by who holds it.
            'edit.left': { actions: ['setPendingAction', 'requestDiscard'] },
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
              // What is not saved would be lost, or not be part of what is published.
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
/** Undefined while nobody edits. */
export const selectSelectionRef = (snapshot: Snapshot) => snapshot.children.selection
/** Undefined while nobody edits. */
export const selectPendingEditsRef = (snapshot: Snapshot) => snapshot.children.pendingEdits
/** Undefined while nothing is being added. */
export const selectAddResourceRef = (snapshot: Snapshot) => snapshot.children.addResource
/** Whether something can be added, published, deleted, undone just now. */
export const canAct = (snapshot: Snapshot) => snapshot.can({ type: 'undo.requested' })
