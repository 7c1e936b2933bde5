/**
 * Waits until all edits are saved, then runs one action of edit mode. Its output is the action that remains for edit mode
 * itself, or null.
 */
import { type SnapshotFrom, assign, emit, setup } from 'xstate'
import type { Intent, SaveResult } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'
import type { EditedValue, SettledEdits } from './changes/wait-until-idle.ts'
import {
  type PendingAction,
  editedIri,
  intentOf,
  iriOf,
  isIndependent,
} from './pending-action-intent.ts'
import { type WaitingAction, isOutdated, isUndoOrRedo } from './waiting-action.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    pendingAction:
      | /**
         * All edits, or those of one resource, are to be saved before the action runs. The id is that of an action that has
         * waited, or null.
         */
        { type: 'save.requested'; iri: Iri | null; id: string | null }
        /** An edit could not be saved, so the action does not run: the edit waits for a decision. */
      | { type: 'action.refused' }
      /** The last edit could not be saved, and is undone before any change that is saved. */
      | { type: 'editUndo.requested' }
      /** The action cannot run without the network. */
      | ({ type: 'action.deferred'; id: string | null } & Omit<WaitingAction, 'id'>)
      /** The action has waited, and would now concern what was edited after it was requested. */
      | { type: 'action.outdated'; action: PendingAction }
      /** Sent once all edits are saved, so that the last edit is the one that is undone. */
      | ({ type: 'undo.requested' } & HistoryEdits)
      | ({ type: 'redo.requested' } & HistoryEdits)
      /** Undoes or redoes until the state after the change with this id is reached; null for the state before all. */
      | ({ type: 'jump.requested'; to: string | null } & HistoryEdits)
  }
}

type Settled = Extract<EmittedBy<'pendingEdits'>, { type: 'save.settled' }>

/** The edits before an undo or redo. */
type HistoryEdits = Pick<SettledEdits, 'isSaved' | 'edits'>

/** The type of an action that edit mode carries out itself, or null. */
export type FollowUp = 'exit.requested' | 'signOut.requested' | null

type PendingActionEvent =
  | EmittedBy<'pendingEdits'>
  | Extract<EmittedBy<'changeQueue'>, { type: 'iri.replaced' | 'change.saved' }>
  | Extract<EmittedBy<'resumedAddition'>, { type: 'addition.unsettled' }>
  | Extract<EmittedBy<'waitingActions'>, { type: 'actions.unsettled' }>

/** An action, with its id and edits if it has waited. */
export type PendingActionInput = Pick<WaitingAction, 'action'> & Partial<WaitingAction>

interface Context {
  action: PendingAction
  id: string | null
  followUp: FollowUp
  /** The edits that the action was requested with, once they are known. */
  edits: readonly EditedValue[] | null
  isSaved: boolean
  /** True if an edit could not be saved, and can be taken back. */
  hasUndoableEdit: boolean
}

/** Returns the address of the page that the action opens. */
const hrefOf = ({ context: { action } }: { context: Context }) => ({
  href: 'href' in action ? action.href : '',
})

const editsOf = ({ isSaved, edits }: Context): HistoryEdits => ({ isSaved, edits: edits ?? [] })

export const pendingActionMachine = setup({
  types: {} as {
    input: PendingActionInput
    context: Context
    events: PendingActionEvent
    emitted: EmittedBy<'pendingAction'>
    output: FollowUp
    tags: 'busy'
  },
  actors: {
    saveChange: promiseEffect<SaveResult, Intent>(),
    listener,
  },
  actions: {
    replaceIri: assign(({ context: { action } }, { from, to }: { from: Iri; to: Iri }) => ({
      action: iriOf(action) === from ? { ...action, iri: to } : action,
    })),
    emitSaveRequested: emit(({ context }) => ({
      type: 'save.requested',
      iri: editedIri(context.action),
      id: context.id,
    })),
    emitRefused: emit({ type: 'action.refused' }),
    emitDeferred: emit(({ context: { action, id, edits } }) => ({
      type: 'action.deferred' as const,
      action,
      id,
      edits: edits ?? [],
    })),
    emitOutdated: emit(({ context: { action } }) => ({ type: 'action.outdated' as const, action })),
    emitUndoRequested: emit(({ context }) => ({ type: 'undo.requested', ...editsOf(context) })),
    emitRedoRequested: emit(({ context }) => ({ type: 'redo.requested', ...editsOf(context) })),
    emitJumpRequested: emit(({ context }) => ({
      type: 'jump.requested',
      to: 'to' in context.action ? context.action.to : null,
      ...editsOf(context),
    })),
    emitEditUndo: emit({ type: 'editUndo.requested' }),
    setEdits: assign(({ context }, { edits, isSaved, hasUndoableEdit = false }: Settled) => ({
      edits: context.edits ?? edits,
      isSaved,
      hasUndoableEdit,
    })),
    /** Opens a page without asking for a confirmation. */
    openPage: actionEffect<{ href: string }>(),
    setFollowUp: assign(({ context: { action } }) => ({ followUp: action.type as FollowUp })),
  },
  guards: {
    isAction: ({ context: { action } }, { type }: { type: PendingAction['type'] }) =>
      action.type === type,
    isIndependent: ({ context: { action } }) => isIndependent(action),
    isWaitingUndo: ({ context }) => context.id !== null && isUndoOrRedo(context),
    isChange: ({ context: { action } }) => intentOf(action) !== null,
    hasUnsavedEdits: ({ context }) => !context.isSaved,
    isOutdated: ({ context: { action, edits } }, now: SettledEdits) =>
      edits !== null && isOutdated({ action, edits }, now.edits),
    /** True for a change that has to wait until its edits are saved, which wait for the network. */
    waitsForEdits: ({ context: { action } }, { isSaved, isOffline }: SettledEdits) =>
      !isSaved && isOffline && intentOf(action) !== null && !isIndependent(action),
    /** Of a change of which a part was done, the rest is up to the user. */
    isOffline: (_, { error }: { error: unknown }) => {
      const { kind, isPartial } = Failure.from(error)
      return kind === 'offline' && !isPartial
    },
    /** One that has waited was asked for before that edit. */
    undoesEdit: ({ context: { action, id, hasUndoableEdit } }) =>
      action.type === 'undo.requested' && id === null && hasUndoableEdit,
    endsEditing: ({ context: { action } }) =>
      ['exit.requested', 'signOut.requested'].includes(action.type),
  },
}).createMachine({
  id: 'pendingAction',
  meta: {
    guards: {
      isAction: 'The action is this one.',
      isIndependent: 'The action needs no edit to be saved before.',
      isWaitingUndo: 'The action is an undo or a redo that has waited for the network.',
      isChange: 'The action is a change of content.',
      hasUnsavedEdits: 'Some edits could not be saved.',
      isOutdated:
        'Something was edited since the action was requested, and would be published, undone or lost by it.',
      waitsForEdits: 'The change needs edits to be saved that wait for the network.',
      isOffline: 'The network was away before any part of the change was made.',
      undoesEdit: 'The action is an undo, and the last edit could not be saved.',
      endsEditing: 'The action ends editing.',
    },
  },
  context: ({ input: { action, id = null, edits = null } }) => ({
    action,
    id,
    edits,
    followUp: null,
    isSaved: true,
    hasUndoableEdit: false,
  }),
  output: ({ context }) => context.followUp,
  invoke: listenTo<PendingActionEvent>({
    pendingEdits: ['save.settled'],
    changeQueue: ['iri.replaced', 'change.saved'],
    resumedAddition: ['addition.unsettled'],
    waitingActions: ['actions.unsettled'],
  }),
  initial: 'savingEdits',
  on: { 'iri.replaced': { actions: withEvent('replaceIri') } },
  states: {
    savingEdits: {
      description: 'Waits until all edits are saved.',
      tags: 'busy',
      entry: 'emitSaveRequested',
      on: {
        'addition.unsettled': { guard: 'endsEditing', target: 'refusing' },
        'actions.unsettled': { guard: 'endsEditing', target: 'refusing' },
        // A move, for example, which would be undone in place of the last change.
        'change.saved': { guard: 'isWaitingUndo', target: 'done', actions: 'emitOutdated' },
        'save.settled': [
          {
            guard: withEvent('isOutdated'),
            target: 'done',
            actions: 'emitOutdated',
          },
          {
            guard: withEvent('waitsForEdits'),
            target: 'done',
            actions: [withEvent('setEdits'), 'emitDeferred'],
          },
          { target: 'deciding', actions: withEvent('setEdits') },
        ],
      },
    },
    deciding: {
      description: 'Decides how the action is carried out.',
      always: [
        { guard: 'isIndependent', target: 'changing' },
        { guard: 'undoesEdit', target: 'done', actions: 'emitEditUndo' },
        {
          guard: { type: 'isAction', params: { type: 'undo.requested' } },
          target: 'done',
          actions: 'emitUndoRequested',
        },
        {
          guard: { type: 'isAction', params: { type: 'redo.requested' } },
          target: 'done',
          actions: 'emitRedoRequested',
        },
        {
          guard: { type: 'isAction', params: { type: 'jump.requested' } },
          target: 'done',
          actions: 'emitJumpRequested',
        },
        // An edit that cannot be saved would be lost, or missing from what is published or duplicated.
        {
          guard: 'hasUnsavedEdits',
          target: 'done',
          actions: 'emitRefused',
        },
        { guard: 'isChange', target: 'changing' },
        {
          guard: { type: 'isAction', params: { type: 'open.requested' } },
          target: 'done',
          actions: { type: 'openPage', params: hrefOf },
        },
        { target: 'done', actions: 'setFollowUp' },
      ],
    },
    /** With the editor, something that was being added would be lost. The edits are saved all the same. */
    refusing: {
      description: 'The action cannot begin, which is told once the edits are settled.',
      tags: 'busy',
      on: { 'save.settled': { target: 'done', actions: 'emitRefused' } },
    },
    changing: {
      description: 'The change is on its way to the server.',
      tags: 'busy',
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context }) => intentOf(context.action)!,
        onDone: 'done',
        onError: [
          {
            guard: withEvent('isOffline'),
            target: 'done',
            actions: 'emitDeferred',
          },
          { target: 'done' },
        ],
      },
    },
    done: {
      description: 'The action is carried out, refused, or waits for the network elsewhere.',
      type: 'final',
    },
  },
})

type Snapshot = SnapshotFrom<typeof pendingActionMachine>
/** True while edits are being saved for the action, and while it runs. False without an action. */
export const isBusy = (snapshot: Snapshot | undefined) => snapshot?.hasTag('busy') ?? false
/** Returns whether an action of this type is busy. */
export const isBusyWith = (type: PendingAction['type']) => (snapshot: Snapshot | undefined) =>
  isBusy(snapshot) && snapshot?.context.action.type === type
