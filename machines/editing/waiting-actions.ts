/**
 * Holds the actions that wait for the network, in the order in which they were requested. Once the server can be reached,
 * edit mode carries them out one after the other, each after the edits before it.
 */
import { type ActorRefFrom, type SnapshotFrom, assign, emit, setup } from 'xstate'
import {
  type WaitingAction,
  irisOf,
  isUndoOrRedo,
  nextOf,
  withAction,
  withReplacedIri,
  withoutAction,
} from './waiting-action.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Change } from '#content/change/types.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'
import type { PendingAction } from './pending-action-intent.ts'
import type { EditedValue } from './changes/wait-until-idle.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    waitingActions:
      | /** An action is to be carried out that was requested before. */
        { type: 'action.resumed'; waiting: WaitingAction }
        /** An action waits from now on; null for an undo or redo. */
      | { type: 'action.queued'; action: PendingAction | null }
      /** An undo or redo has waited, and would now concern a change that was saved after it was requested. */
      | { type: 'action.outdated'; action: PendingAction }
      /** An action was carried out before the document was unloaded, without an answer. */
      | { type: 'change.recovered'; change: Change }
      /** Editing cannot end while actions wait. */
      | { type: 'actions.unsettled' }
  }
}

type WaitingActionsEvent =
  | EmittedBy<'pendingAction'>
  | Extract<EmittedBy<'changeQueue'>, { type: 'undo.failed' | 'iri.replaced' | 'change.saved' }>
  /** No action runs, and edit mode can begin one. */
  | { type: 'actions.allowed' }
  | { type: 'connection.opened' }
  | { type: 'network.restored' }
  /** Carries out all of them now, also those from before the document was loaded. */
  | { type: 'retry.requested' }
  | { type: 'action.givenUp'; id: string }

/** The actions from before the document was loaded, without one that was carried out then: as the change that it has made. */
export interface ActionsRead {
  actions: readonly WaitingAction[]
  change: Change | null
}

interface Context {
  actions: readonly WaitingAction[]
  /** The number of actions that have ever waited, used for unique ids. */
  count: number
  /** The edits at the last undo or redo, or null if not all of them were saved. */
  edits: readonly EditedValue[] | null
  /** The id of the action that is being carried out. */
  runningId: string | null
}

/** True for an undo or redo that waits. The one that is being carried out finds out by itself. */
const isOutdatedUndo = ({ runningId }: Context, waiting: WaitingAction) =>
  waiting.id !== runningId && isUndoOrRedo(waiting)

type Deferred = Extract<EmittedBy<'pendingAction'>, { type: 'action.deferred' }>
type UndoFailed = Extract<EmittedBy<'changeQueue'>, { type: 'undo.failed' }>

const offer = { guard: 'canResume', target: 'offering', actions: 'emitResumed' } as const
const save = {
  type: 'saveActions',
  params: ({ context }: { context: Context }) => context,
} as const

export const waitingActionsMachine = setup({
  types: {} as {
    context: Context
    events: WaitingActionsEvent
    emitted: EmittedBy<'waitingActions'>
  },
  actors: {
    /** Resolves with the actions that this tab remembers from before the document was loaded. */
    readActions: promiseEffect<ActionsRead>(),
    listener,
  },
  actions: {
    setEdits: assign(
      (_, { isSaved, edits }: { isSaved: boolean; edits: readonly EditedValue[] }) => ({
        edits: isSaved ? edits : null,
      }),
    ),
    setActions: assign(({ context }, { output }: { output: ActionsRead }) => ({
      actions: [...output.actions, ...context.actions],
    })),
    addAction: assign(({ context }, { action, edits }: Deferred) => ({
      count: context.count + 1,
      actions: withAction(context.actions, { id: `new ${context.count}`, action, edits }),
    })),
    addUndo: assign(({ context }, { direction, given }: UndoFailed) => ({
      count: context.count + given.length + 1,
      actions: [
        ...context.actions,
        ...[direction, ...given].map((each, at): WaitingAction => ({
          id: `new ${context.count + at}`,
          action: { type: each === 'undo' ? 'undo.requested' : 'redo.requested' },
          edits: context.edits!,
        })),
      ],
    })),
    removeAction: assign(({ context }, { id }: { id: string }) => ({
      actions: withoutAction(context.actions, id),
    })),
    clearRunning: assign({ runningId: null }),
    setRunning: assign(({ context }, { id }: { id: string | null }) => ({
      runningId: id,
      actions: context.actions.map((waiting) =>
        waiting.id === id ? { ...waiting, isSent: true } : waiting,
      ),
    })),
    removeRunning: assign(({ context: { actions, runningId } }) => ({
      actions: withoutAction(actions, runningId),
      runningId: null,
    })),
    replaceIri: assign(({ context }, replacement: { from: string; to: string }) => ({
      actions: withReplacedIri(context.actions, replacement),
    })),
    /** Keeps the action that was being carried out until the user decides. */
    keepRefused: assign(({ context: { actions, runningId } }) => ({
      actions: actions.map((waiting) =>
        waiting.id === runningId ? { ...waiting, paused: 'refused' } : waiting,
      ),
      runningId: null,
    })),
    removeOutdated: assign(({ context }) => ({
      actions: context.actions.filter((waiting) => !isOutdatedUndo(context, waiting)),
    })),
    clearPauses: assign(({ context }) => ({
      actions: context.actions.map(({ paused: _, ...waiting }) => waiting),
    })),
    emitOutdated: emit(({ context }) => ({
      type: 'action.outdated' as const,
      action: context.actions.find((waiting) => isOutdatedUndo(context, waiting))!.action,
    })),
    emitResumed: emit(({ context }) => ({
      type: 'action.resumed' as const,
      waiting: nextOf(context.actions)!,
    })),
    emitRecovered: emit((_, { output }: { output: ActionsRead }) => ({
      type: 'change.recovered' as const,
      change: output.change!,
    })),
    emitQueued: emit(({ event }) => ({
      type: 'action.queued' as const,
      action: event.type === 'action.deferred' ? event.action : null,
    })),
    emitUnsettled: emit({ type: 'actions.unsettled' }),
    /** Remembers the actions in this tab. */
    saveActions: actionEffect<{ actions: readonly WaitingAction[] }>(),
  },
  guards: {
    hasRecovered: (_, { output }: { output: ActionsRead }) => output.change !== null,
    hasActions: ({ context }) => context.actions.length > 0,
    hasOutdatedUndo: ({ context }) =>
      context.actions.some((waiting) => isOutdatedUndo(context, waiting)),
    canResume: ({ context }) => nextOf(context.actions) !== undefined,
    isNext: ({ context }, { id }: { id: string | null }) => nextOf(context.actions)?.id === id,
    isOther: ({ context }, { id }: { id: string }) => context.runningId !== id,
    isRunning: ({ context }, { id }: { id: string | null }) => context.runningId === id,
    isNew: (_, { id }: { id: string | null }) => id === null,
    /** Undoing waits only for the network, and not for anything that would be undone by it instead. */
    canWait: ({ context }, { failure, isPartial }: UndoFailed) =>
      failure.kind === 'offline' &&
      !isPartial &&
      context.edits !== null &&
      context.actions.every(isUndoOrRedo),
  },
}).createMachine({
  id: 'waitingActions',
  meta: {
    guards: {
      hasRecovered: 'A change was sent before the document was loaded whose answer was never seen.',
      hasActions: 'Actions wait.',
      hasOutdatedUndo: 'An undo or a redo waits that would not mean the same any more.',
      canResume: 'An action waits that was not stopped.',
      isNext: 'Edit mode has begun with the action that was offered.',
      isOther: 'The action is not the one that is being carried out.',
      isRunning: 'The action is the one that is being carried out.',
      isNew: 'The action has not waited before.',
      canWait: 'Only the network was away, and nothing waits but undos and redos.',
    },
  },
  context: { actions: [], count: 0, edits: null, runningId: null },
  invoke: listenTo<WaitingActionsEvent>({
    pendingAction: [
      'save.requested',
      'action.deferred',
      'action.refused',
      'undo.requested',
      'redo.requested',
      'jump.requested',
    ],
    changeQueue: ['undo.failed', 'iri.replaced', 'change.saved'],
    editMode: ['actions.allowed'],
    hubConnection: ['connection.opened'],
    network: ['network.restored'],
  }),
  initial: 'reading',
  on: {
    'action.deferred': {
      guard: withEvent('isNew'),
      actions: [withEvent('addAction'), 'emitQueued', save],
    },
    'undo.requested': { actions: withEvent('setEdits') },
    'redo.requested': { actions: withEvent('setEdits') },
    'jump.requested': { actions: withEvent('setEdits') },
    'undo.failed': {
      guard: withEvent('canWait'),
      actions: [withEvent('addUndo'), 'emitQueued', save],
    },
    'change.saved': {
      guard: 'hasOutdatedUndo',
      actions: ['emitOutdated', 'removeOutdated', save],
    },
    'iri.replaced': {
      guard: 'hasActions',
      actions: [withEvent('replaceIri'), save],
    },
    'save.requested': { guard: 'hasActions', actions: 'emitUnsettled' },
    'action.givenUp': {
      guard: withEvent('isOther'),
      actions: [withEvent('removeAction'), save],
    },
  },
  states: {
    reading: {
      description: 'Reads what has waited before the document was loaded.',
      invoke: {
        id: 'readActions',
        src: 'readActions',
        onDone: [
          {
            guard: withEvent('hasRecovered'),
            target: 'waiting',
            actions: [withEvent('setActions'), withEvent('emitRecovered'), save],
          },
          { target: 'waiting', actions: withEvent('setActions') },
        ],
        onError: 'waiting',
      },
    },
    waiting: {
      description: 'What waits is carried out once the site can be reached.',
      on: {
        'network.restored': offer,
        'connection.opened': offer,
        'retry.requested': {
          guard: 'hasActions',
          target: 'offering',
          actions: ['clearPauses', 'emitResumed', save],
        },
      },
    },
    /** Edit mode begins the first one once no other action runs. */
    offering: {
      description: 'The next action was offered to edit mode, which may be busy.',
      on: {
        'save.requested': {
          guard: withEvent('isNext'),
          target: 'running',
          actions: [withEvent('setRunning'), save],
        },
        'actions.allowed': [offer, { target: 'waiting' }],
      },
    },
    running: {
      description: 'Edit mode carries out an action that has waited.',
      on: {
        'action.deferred': {
          guard: withEvent('isRunning'),
          target: 'waiting',
          actions: ['clearRunning', 'emitQueued'],
        },
        'action.refused': { actions: ['keepRefused', save] },
        'actions.allowed': { target: 'ended', actions: ['removeRunning', save] },
      },
    },
    ended: {
      description: 'An action is done; looks whether another one waits.',
      always: [offer, { target: 'waiting' }],
    },
  },
})

export type WaitingActionsRef = ActorRefFrom<typeof waitingActionsMachine>
type Snapshot = SnapshotFrom<typeof waitingActionsMachine>
/** Returns the actions that wait, in their order. */
export const selectWaitingActions = (snapshot: Snapshot) => snapshot.context.actions
/** Returns the id of the action that is being carried out, or null. */
export const selectRunningId = (snapshot: Snapshot) => snapshot.context.runningId
/** True while the deletion of one of these resources waits, and not only that of its draft. */
export const isDeletionWaiting =
  (iris: readonly (Iri | null)[]) =>
  ({ context: { actions } }: Snapshot) =>
    actions.some(
      ({ action }) =>
        (action.type === 'deleteAll.requested' ||
          (action.type === 'delete.requested' && !action.isDraft)) &&
        irisOf(action).some((iri) => iris.includes(iri)),
    )
/** Returns the id of the action that an undo takes out of those that wait; undefined if it is about a change that was made. */
export const selectUndoneId = ({ context: { actions, runningId } }: Snapshot) => {
  const last = actions.at(-1)
  const isUndone = last && !last.paused && !isUndoOrRedo(last) && last.id !== runningId
  return isUndone ? last.id : undefined
}
