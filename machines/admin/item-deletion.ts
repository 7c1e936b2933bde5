/** Deletes one item of the admin area, after it has said what else is deleted and was confirmed. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import { type DeletionFacts, deletionConsequences } from '#content/admin/item-deletion.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'
import {
  renewOr,
  renewSession,
  renewalGuards,
  renewalGuardDescriptions,
} from '../session/renew-session.ts'

export interface ItemDeletionInput {
  iri: Iri
  /** The path of the list in which it is, on whose screen the deletion can be undone. */
  listPath: string
}

/** The result: the item is deleted, or not, because it was canceled or has failed. */
export interface ItemDeletionOutcome {
  isDeleted: boolean
  failure: Failure | null
}

type ItemDeletionEvent = { type: 'deletion.confirmed' | 'deletion.canceled' }

interface Context extends ItemDeletionInput {
  /** The sentences about what else is deleted. */
  consequences: readonly string[]
  isUndoable: boolean
  /** True once the question was answered with yes. */
  isConfirmed: boolean
  failure: Failure | null
}

const itemInput = ({ context: { iri, listPath } }: { context: Context }) => ({ iri, listPath })

export const itemDeletionMachine = setup({
  types: {} as {
    input: ItemDeletionInput
    output: ItemDeletionOutcome
    context: Context
    events: ItemDeletionEvent
  },
  actors: {
    readDeletion: promiseEffect<DeletionFacts, ItemDeletionInput>(),
    deleteItem: promiseEffect<void, ItemDeletionInput>(),
    /** Asks for a session in place of the one that has ended. Waits until somebody has answered. */
    renewSession: promiseEffect<RenewalOutcome, { isBackground: boolean }>(),
  },
  actions: {
    setConsequences: assign((_, { output }: { output: DeletionFacts }) => ({
      consequences: deletionConsequences(output),
      isUndoable: output.isUndoable,
    })),
    setConfirmed: assign({ isConfirmed: true }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    clearFailure: assign({ failure: null }),
  },
  guards: {
    ...renewalGuards,
    isConfirmed: ({ context }) => context.isConfirmed,
  },
}).createMachine({
  id: 'itemDeletion',
  meta: {
    guards: {
      ...renewalGuardDescriptions,
      isConfirmed: 'The user wants the deletion.',
    },
  },
  context: ({ input }) => ({
    ...input,
    consequences: [],
    isUndoable: false,
    isConfirmed: false,
    failure: null,
  }),
  initial: 'reading',
  output: ({ context: { isConfirmed, failure } }) => ({
    isDeleted: isConfirmed && failure === null,
    failure,
  }),
  states: {
    reading: {
      description: 'Reads what else would be deleted.',
      invoke: {
        id: 'readDeletion',
        src: 'readDeletion',
        input: itemInput,
        onDone: { target: 'confirming', actions: withEvent('setConsequences') },
        onError: renewOr('ended'),
      },
    },
    confirming: {
      description: 'The user is told what else is deleted, and is asked.',
      on: {
        'deletion.confirmed': { target: 'deleting', actions: ['setConfirmed', 'clearFailure'] },
        'deletion.canceled': { target: 'ended', actions: 'clearFailure' },
      },
    },
    deleting: {
      description: 'The server is asked to delete the item.',
      invoke: {
        id: 'deleteItem',
        src: 'deleteItem',
        input: itemInput,
        onDone: { target: 'ended', actions: 'clearFailure' },
        onError: renewOr('ended'),
      },
    },
    /** The session has ended. */
    renewing: {
      description: 'The session has ended, and the user is asked to sign in again.',
      invoke: renewSession('renewed', 'ended'),
    },
    renewed: {
      description: 'The session is there again; decides what is to be sent again.',
      always: [{ guard: 'isConfirmed', target: 'deleting' }, { target: 'reading' }],
    },
    ended: { description: 'The item is deleted, or stays.', type: 'final' },
  },
})

export type ItemDeletionRef = ActorRefFrom<typeof itemDeletionMachine>
type Snapshot = SnapshotFrom<typeof itemDeletionMachine>
export const isConfirming = (snapshot: Snapshot) => snapshot.matches('confirming')
export const selectConsequences = (snapshot: Snapshot) => snapshot.context.consequences
export const isUndoable = (snapshot: Snapshot) => snapshot.context.isUndoable
