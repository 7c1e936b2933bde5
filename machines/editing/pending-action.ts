/**
 * Waits until all edits are saved, then runs one action of edit mode. Its output is the action that remains for edit mode
 * itself, or null.
 */
import { type SnapshotFrom, assign, emit, setup } from 'xstate'
import type { Intent, SaveResult } from '#content/change/types.ts'
import type { Iri } from '#content/model/iri.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { eventOf } from '../event-of.ts'
import { type PendingAction, editedIri, intentOf, iriOf } from './pending-action-intent.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    pendingAction:
      | /** All edits, or those of one resource, are to be saved before the action runs. */
        { type: 'save.requested'; iri: Iri | null }
        /** An edit could not be saved, so the action does not run: the edit waits for a decision. */
      | { type: 'action.refused' }
      /** Sent once all edits are saved, so that the last edit is the one that is undone. */
      | { type: 'undo.requested' }
      | { type: 'redo.requested' }
      /** Undoes or redoes until the state after the change with this id is reached; null for the state before all. */
      | { type: 'jump.requested'; to: string | null }
  }
}

/** The type of an action that edit mode carries out itself, or null. */
export type FollowUp = 'exit.requested' | 'signOut.requested' | null

type PendingActionEvent =
  | EmittedBy<'pendingEdits'>
  | Extract<EmittedBy<'changeQueue'>, { type: 'iri.replaced' }>
  | Extract<EmittedBy<'resumedAddition'>, { type: 'addition.unsettled' }>

interface Context {
  action: PendingAction
  followUp: FollowUp
}

/** Returns the address of the page that the action opens. */
const hrefOf = ({ context: { action } }: { context: Context }) => ({
  href: 'href' in action ? action.href : '',
})

export const pendingActionMachine = setup({
  types: {} as {
    input: { action: PendingAction }
    context: Context
    events: PendingActionEvent
    emitted: EmittedBy<'pendingAction'>
    output: FollowUp
    tags: 'busy'
  },
  actors: {
    saveChange: promiseEffect<SaveResult, Intent>('saveChange'),
    listener,
  },
  actions: {
    replaceIri: assign(({ context: { action } }, { from, to }: { from: Iri; to: Iri }) => ({
      action: iriOf(action) === from ? { ...action, iri: to } : action,
    })),
    emitSaveRequested: emit(({ context }) => ({
      type: 'save.requested',
      iri: editedIri(context.action),
    })),
    emitRefused: emit({ type: 'action.refused' }),
    emitUndoRequested: emit({ type: 'undo.requested' }),
    emitRedoRequested: emit({ type: 'redo.requested' }),
    emitJumpRequested: emit(({ context: { action } }) => ({
      type: 'jump.requested',
      to: 'to' in action ? action.to : null,
    })),
    /** Opens a page without asking for a confirmation. */
    openPage: actionEffect<{ href: string }>('openPage'),
    setFollowUp: assign(({ context: { action } }) => ({ followUp: action.type as FollowUp })),
  },
  guards: {
    isAction: ({ context: { action } }, { type }: { type: PendingAction['type'] }) =>
      action.type === type,
    /** No unsaved edit can be missing from what is deleted, moved or pasted. */
    isIndependent: ({ context: { action } }) =>
      ['delete.requested', 'deleteAll.requested', 'moveAll.requested', 'paste.requested'].includes(
        action.type,
      ),
    isChange: ({ context: { action } }) => intentOf(action) !== null,
    hasUnsavedEdits: (_, { isSaved }: { isSaved: boolean }) => !isSaved,
    endsEditing: ({ context: { action } }) =>
      ['exit.requested', 'signOut.requested'].includes(action.type),
  },
}).createMachine({
  id: 'pendingAction',
  context: ({ input }) => ({ ...input, followUp: null }),
  output: ({ context }) => context.followUp,
  invoke: {
    src: 'listener',
    input: listenTo<PendingActionEvent>({
      pendingEdits: ['save.settled'],
      changeQueue: ['iri.replaced'],
      resumedAddition: ['addition.unsettled'],
    }),
  },
  initial: 'savingEdits',
  on: { 'iri.replaced': { actions: { type: 'replaceIri', params: eventOf } } },
  states: {
    savingEdits: {
      tags: 'busy',
      entry: 'emitSaveRequested',
      on: {
        'addition.unsettled': { guard: 'endsEditing', target: 'refusing' },
        'save.settled': [
          { guard: 'isIndependent', target: 'changing' },
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
            guard: { type: 'hasUnsavedEdits', params: eventOf },
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
    },
    /** With the editor, something that was being added would be lost. The edits are saved all the same. */
    refusing: {
      tags: 'busy',
      on: { 'save.settled': { target: 'done', actions: 'emitRefused' } },
    },
    changing: {
      tags: 'busy',
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context }) => intentOf(context.action)!,
        onDone: 'done',
        onError: 'done',
      },
    },
    done: { type: 'final' },
  },
})

type Snapshot = SnapshotFrom<typeof pendingActionMachine>
/** True while edits are being saved for the action, and while it runs. False without an action. */
export const isBusy = (snapshot: Snapshot | undefined) => snapshot?.hasTag('busy') ?? false
/** Returns whether an action of this type is busy. */
export const isBusyWith = (type: PendingAction['type']) => (snapshot: Snapshot | undefined) =>
  isBusy(snapshot) && snapshot?.context.action.type === type
