/**
 * Holds what the server has refused to save, until it goes on: by a decision of the user, when it can be sent again, or
 * because something else is stored by now. Its output says how.
 */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import {
  type GivenUpEdit,
  acceptIntentOf,
  isResourceDeleted,
  undoneIntentOf,
} from '#content/change/fields/field-edit.ts'
import { type EnteredValue, isSameValue } from '#content/change/fields/field-value.ts'
import type { DeletedResource } from '#content/change/undo/plan-restoration.ts'
import type { Intent, SaveResult } from '#content/change/types.ts'
import type { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import { actionEffect, callbackEffect, promiseEffect } from '../../declare-effects.ts'
import { listener } from '../../actor-listener.ts'
import { withEvent } from '../../with-event.ts'
import { type SaveRetryEvent, retryListener } from './save-retry.ts'

export type SaveRefusalEvent =
  | SaveRetryEvent
  /** Resolves a conflict by overwriting the value on the server. */
  | { type: 'local.kept' }
  /** Resolves a conflict by accepting the value on the server. Undo brings the edited value back. */
  | { type: 'remote.accepted'; value: unknown }
  /** Takes an edit back that could not be saved. Redo brings it back. */
  | { type: 'edit.undone'; value: unknown }
  /** The page shows another version of the resource. */
  | { type: 'resource.updated'; resource: Resource }
  /** Gives up an edit that could not be saved. The stored value stays. */
  | { type: 'edits.discarded' }
  /** Restores what was deleted, with this edit. */
  | { type: 'restore.requested' }
  | ({ type: 'copy.requested' } & EnteredValue)

/** The outcome: the edit is saved, given up, taken back so that redo has it, saved with its resource, or checked again. */
export type NextStep = 'save' | 'revert' | 'undo' | 'restore' | 'check'

interface SaveRefusalInput {
  iri: Iri
  property: string
  /** The value that the edit was based on. */
  stored: unknown
  /** The value on the server. */
  remote: unknown
  failure: Failure | null
  deleted: DeletedResource | null
  /** True for an edit of the live version itself. */
  isLive?: boolean
}

export interface SaveRefusalOutput
  extends Pick<SaveRefusalInput, 'stored' | 'remote'>, Pick<GivenUpEdit, 'givenUp'> {
  next: NextStep
}

/** Ends with what is to be done next. */
const doneWith = (next: NextStep) =>
  ({ target: 'done', actions: { type: 'setNext', params: { next } } }) as const

const copy = { actions: withEvent('copyText') } as const

export const saveRefusalMachine = setup({
  types: {} as {
    input: SaveRefusalInput
    context: SaveRefusalInput & SaveRefusalOutput & GivenUpEdit
    events: SaveRefusalEvent
    output: SaveRefusalOutput
  },
  actors: {
    /** Reports each version of the resource that the page shows from now on. */
    watchResource: callbackEffect<SaveRefusalEvent, { iri: Iri }>(),
    /** Records that the edit is given up or undone, as a change that sends nothing. */
    saveChange: promiseEffect<SaveResult, Intent>(),
    listener,
  },
  actions: {
    setNext: assign((_, { next }: { next: NextStep }) => ({ next })),
    setStoredToRemote: assign({ stored: ({ context }) => context.remote }),
    setGivenUp: assign((_, { value }: { value: unknown }) => ({ givenUp: value })),
    setRemote: assign(({ context }, { resource }: { resource: Resource }) => ({
      remote: resource[context.property] ?? null,
    })),
    /** Copies the text to the clipboard and notifies the user of the outcome. */
    copyText: actionEffect<EnteredValue>(),
  },
  guards: {
    isResourceDeleted: ({ context }) => isResourceDeleted(context),
    isConflict: ({ context: { failure } }) => failure?.kind === 'conflict',
    /** True when a retry may succeed. An invalid value stays invalid. */
    isRetryable: ({ context: { failure } }) =>
      failure?.kind === 'offline' || failure?.kind === 'unexpected',
    isSignedOut: ({ context: { failure } }) => failure?.status === 401,
    isOther: ({ context }, { resource }: { resource: Resource }) =>
      !isSameValue(resource[context.property], context.remote),
  },
}).createMachine({
  id: 'saveRefusal',
  meta: {
    guards: {
      isResourceDeleted: 'The resource was deleted.',
      isConflict: 'The server has a newer version of the resource.',
      isRetryable: 'The server could not be reached or had an error, which may be over.',
      isSignedOut: 'The value was refused because the session had ended.',
      isOther: 'Somebody else has changed the value once more.',
    },
  },
  context: ({ input }) => ({ ...input, next: 'save', givenUp: null }),
  output: ({ context: { next, stored, remote, givenUp } }) => ({ next, stored, remote, givenUp }),
  invoke: retryListener,
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Looks why the value was refused.',
      always: [
        { guard: 'isResourceDeleted', target: 'orphaned' },
        { guard: 'isConflict', target: 'conflicting' },
        { target: 'failed' },
      ],
    },
    /** Somebody else has stored another value. */
    conflicting: {
      description: 'Somebody else has changed the value, and the user chooses one of both.',
      invoke: {
        id: 'watchResource',
        src: 'watchResource',
        input: ({ context: { failure, iri } }) => ({ iri: failure?.resource?.['@id'] ?? iri }),
        // The conflict is shown as it was when the save was refused.
        onError: {},
      },
      on: {
        'local.kept': { target: 'done', actions: 'setStoredToRemote' },
        'remote.accepted': {
          target: 'accepting',
          actions: withEvent('setGivenUp'),
        },
        'resource.updated': {
          guard: withEvent('isOther'),
          target: 'done',
          actions: [withEvent('setRemote'), { type: 'setNext', params: { next: 'check' } }],
        },
      },
    },
    accepting: {
      description: 'The user has chosen the value of somebody else, which is being confirmed.',
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context }) => acceptIntentOf({ ...context, stored: context.remote }),
        onDone: {
          target: 'done',
          actions: ['setStoredToRemote', { type: 'setNext', params: { next: 'revert' } }],
        },
        onError: 'conflicting',
      },
    },
    failed: {
      description: 'The value could not be saved, and can be sent again or given up.',
      on: {
        'retry.requested': 'done',
        'flush.requested': { guard: 'isRetryable', target: 'done' },
        'connection.opened': { guard: 'isRetryable', target: 'done' },
        'network.restored': { guard: 'isRetryable', target: 'done' },
        'session.renewed': { guard: 'isSignedOut', target: 'done' },
        'copy.requested': copy,
        'edits.discarded': doneWith('revert'),
        'edit.undone': {
          guard: 'isRetryable',
          target: 'undoing',
          actions: withEvent('setGivenUp'),
        },
      },
    },
    undoing: {
      description: 'The edit is undone before it was saved, which is being recorded.',
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context }) => undoneIntentOf({ ...context, value: context.givenUp }),
        onDone: doneWith('undo'),
        onError: 'failed',
      },
    },
    /** The resource is deleted. What was typed stays on the screen until it is restored or given up. */
    orphaned: {
      description: 'The resource was deleted, and can be restored with the value.',
      on: {
        'restore.requested': doneWith('restore'),
        'copy.requested': copy,
        'edits.discarded': doneWith('revert'),
      },
    },
    done: { description: 'The refusal is settled.', type: 'final' },
  },
})

export type SaveRefusalRef = ActorRefFrom<typeof saveRefusalMachine>
type Snapshot = SnapshotFrom<typeof saveRefusalMachine>
export const isConflicting = (snapshot: Snapshot) =>
  snapshot.matches('conflicting') || snapshot.matches('accepting')
export const canRetry = (snapshot: Snapshot) => snapshot.matches('failed')
export const isOrphaned = (snapshot: Snapshot) => snapshot.matches('orphaned')
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
/** True for an edit that undo can take back: it may be saved later, and redo does that. */
export const canUndoEdit = (snapshot: Snapshot) =>
  snapshot.can({ type: 'edit.undone', value: null })
/** Returns the value on the server. */
export const selectRemoteValue = (snapshot: Snapshot) => snapshot.context.remote
/** Returns the value that the edit was based on. */
export const selectStoredValue = (snapshot: Snapshot) => snapshot.context.stored
