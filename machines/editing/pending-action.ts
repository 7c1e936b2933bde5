/**
 * Runs one action of edit mode: waits until all edits are saved, then publishes or deletes. Its output is the action that
 * remains for edit mode itself, or null.
 */
import { type SnapshotFrom, assign, emit, setup } from 'xstate'
import type { Intent, SaveResult } from '#content/change/types.ts'
import type { Iri } from '#content/model/iri.ts'
import type { ConfirmOptions } from '../app/dialogs.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { eventOf } from '../event-of.ts'

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
  }
}

/** An action that runs as soon as all edits are saved. */
export type PendingAction =
  | { type: 'publish.requested'; iri: Iri }
  | { type: 'delete.requested'; iri: Iri }
  | { type: 'undo.requested' }
  | { type: 'redo.requested' }
  /** Opens a page of this site, which is edited, too. */
  | { type: 'open.requested'; href: string }
  /** Stops editing, unless an edit cannot be saved. */
  | { type: 'exit.requested' }
  /** Stops editing and signs out. */
  | { type: 'signOut.requested' }

/** The type of an action that edit mode carries out itself, or null. */
export type FollowUp = 'exit.requested' | 'signOut.requested' | null

type PendingActionEvent =
  EmittedBy<'pendingEdits'> | Extract<EmittedBy<'changeQueue'>, { type: 'iri.replaced' }>

interface Context {
  action: PendingAction
  followUp: FollowUp
}

export const deleteConfirmation: ConfirmOptions = {
  title: 'Delete this resource?',
  body: 'Are you sure you want to permanently delete this resource?',
}

/** Returns the IRI an action is about, or null for all resources. */
const iriOf = (action: PendingAction) => ('iri' in action ? action.iri : null)

/** Returns the address of the page that the action opens. */
const hrefOf = ({ context: { action } }: { context: Context }) => ({
  href: 'href' in action ? action.href : '',
})

const intentOf = ({ action }: Context, kind: 'publish' | 'delete'): Intent => ({
  kind,
  iri: iriOf(action)!,
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
      iri: iriOf(context.action),
    })),
    emitRefused: emit({ type: 'action.refused' }),
    emitUndoRequested: emit({ type: 'undo.requested' }),
    emitRedoRequested: emit({ type: 'redo.requested' }),
    /** Opens a page without asking for a confirmation. */
    openPage: actionEffect<{ href: string }>('openPage'),
    setFollowUp: assign(({ context: { action } }) => ({ followUp: action.type as FollowUp })),
  },
  guards: {
    isAction: ({ context: { action } }, { type }: { type: PendingAction['type'] }) =>
      action.type === type,
    hasUnsavedEdits: (_, { isSaved }: { isSaved: boolean }) => !isSaved,
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
    }),
  },
  initial: 'savingEdits',
  on: { 'iri.replaced': { actions: { type: 'replaceIri', params: eventOf } } },
  states: {
    savingEdits: {
      tags: 'busy',
      entry: 'emitSaveRequested',
      on: {
        'save.settled': [
          { guard: { type: 'isAction', params: { type: 'delete.requested' } }, target: 'deleting' },
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
          // An edit that cannot be saved would be lost, or missing from what is published.
          {
            guard: { type: 'hasUnsavedEdits', params: eventOf },
            target: 'done',
            actions: 'emitRefused',
          },
          {
            guard: { type: 'isAction', params: { type: 'publish.requested' } },
            target: 'publishing',
          },
          {
            guard: { type: 'isAction', params: { type: 'open.requested' } },
            target: 'done',
            actions: { type: 'openPage', params: hrefOf },
          },
          { target: 'done', actions: 'setFollowUp' },
        ],
      },
    },
    publishing: {
      tags: 'busy',
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context }) => intentOf(context, 'publish'),
        onDone: 'done',
        onError: 'done',
      },
    },
    deleting: {
      tags: 'busy',
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context }) => intentOf(context, 'delete'),
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
