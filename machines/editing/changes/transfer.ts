/**
 * Moves one position to another group: shows the transfer at once, and saves it after the moves that were made before. Ends
 * when it is saved or discarded.
 */
import { type ActorRefFrom, type AnyActorRef, type SnapshotFrom, assign, setup } from 'xstate'
import type { ChangePage, Intent, SaveResult } from '#content/change/types.ts'
import type { Transfer } from '#content/change/moves/transfers.ts'
import { Failure } from '#content/model/failure.ts'
import { promiseEffect } from '../../declare-effects.ts'
import { listener } from '../../actor-listener.ts'
import { withEvent } from '../../with-event.ts'
import { type SaveRetryEvent, isRetryable, retryListener, retryTransitions } from './save-retry.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

/** A transfer, and the actors of the moves that were made before it: they name positions by the groups these are in now. */
export interface TransferRequest extends Transfer {
  earlier: readonly AnyActorRef[]
  failure?: Failure | null
  /** The page on which it was made before the document was loaded. */
  page?: ChangePage
}

export type TransferEvent =
  | SaveRetryEvent
  | ({ type: 'transfer.requested' } & TransferRequest)
  /** Shows the position where it is stored. */
  | { type: 'moves.discarded' }

interface Context {
  transfer: Transfer
  earlier: readonly AnyActorRef[]
  failure: Failure | null
  page?: ChangePage | undefined
}

const contextOf = (request: TransferRequest): Context => {
  const { position, group, before, earlier, failure = null, page } = request
  return { transfer: { position, group, before }, earlier, failure, page }
}

const request = {
  target: 'waiting',
  actions: withEvent('setTransfer'),
} as const

export const transferMachine = setup({
  types: {} as {
    input: TransferRequest
    context: Context
    events: TransferEvent
    output: Transfer
    tags: 'busy' | 'unsaved'
  },
  actors: {
    saveChange: promiseEffect<SaveResult, Intent>(),
    waitUntilIdle,
    listener,
  },
  actions: {
    setTransfer: assign((_, transfer: TransferRequest) => contextOf(transfer)),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
  },
  guards: { isInterrupted: ({ context }) => context.page !== undefined, isRetryable },
}).createMachine({
  id: 'transfer',
  meta: {
    guards: {
      isInterrupted: 'The transfer was not saved before the document was loaded.',
      isRetryable: 'The transfer has failed for a reason that may be over.',
    },
  },
  context: ({ input }) => contextOf(input),
  output: ({ context }) => context.transfer,
  invoke: retryListener,
  initial: 'starting',
  states: {
    starting: {
      description: 'Looks whether the transfer was interrupted before the document was loaded.',
      always: [{ guard: 'isInterrupted', target: 'failed' }, { target: 'waiting' }],
    },
    waiting: {
      description: 'Waits until the moves that were made before are saved.',
      tags: 'busy',
      invoke: {
        id: 'waitUntilIdle',
        src: 'waitUntilIdle',
        input: ({ context: { earlier } }) => ({ refsOf: () => earlier }),
        onDone: 'saving',
      },
      on: { 'transfer.requested': { ...request, reenter: true } },
    },
    saving: {
      description: 'The transfer is on its way to the server.',
      tags: 'busy',
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context }) => ({ kind: 'transfer', ...context.transfer }),
        onDone: 'done',
        onError: { target: 'failed', actions: withEvent('setFailure') },
      },
      // The new position is saved after the one that is being saved: changes of one position are sent in their order.
      on: { 'transfer.requested': request },
    },
    failed: {
      description: 'The transfer could not be saved.',
      tags: 'unsaved',
      on: {
        ...retryTransitions,
        'transfer.requested': request,
        'moves.discarded': 'done',
      },
    },
    done: { description: 'The transfer is saved or given up.', type: 'final' },
  },
})

export type TransferRef = ActorRefFrom<typeof transferMachine>
type Snapshot = SnapshotFrom<typeof transferMachine>
export const selectTransfer = (snapshot: Snapshot) => snapshot.context.transfer
/** @internal Exported for tests. */
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
