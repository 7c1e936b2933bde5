/** Reorders the positions of one group: shows each move at once and saves after a pause. */
import { type ActorRefFrom, type SnapshotFrom, assign, not, setup } from 'xstate'
import type { ChangePage, Intent, SaveResult } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import {
  type GroupMove,
  type IndexMove,
  type PendingMoves,
  withMove,
} from '#content/change/moves/pending-moves.ts'
import type { ResumedMove } from '#content/change/moves/remembered-moves.ts'
import { promiseEffect } from '../../declare-effects.ts'
import { listener } from '../../actor-listener.ts'
import { withEvent } from '../../with-event.ts'
import { type SaveRetryEvent, isRetryable, retryListener, retryTransitions } from './save-retry.ts'

export type ReorderEvent =
  | SaveRetryEvent
  | ({ type: 'move.requested' } & IndexMove)
  /** Returns to the order on the server. */
  | { type: 'moves.discarded' }

interface Context extends PendingMoves {
  group: Iri<'COMPONENT_GROUP'>
  failure: Failure | null
  /** The page on which the moves were made before the document was loaded. */
  page?: ChangePage
}

/** The moves within one group from before the document was loaded. */
export type ResumedReorder = Extract<ResumedMove, PendingMoves>

export const reorderMachine = setup({
  types: {} as {
    input: GroupMove | ResumedReorder
    context: Context
    events: ReorderEvent
    tags: 'busy' | 'unsaved'
  },
  actors: { saveChange: promiseEffect<SaveResult, Intent>(), listener },
  actions: {
    addMove: assign(({ context }, move: IndexMove) => withMove(context, move, 0)),
    /** Adds a move without touching the first one, which is in flight. */
    addMoveBehindFirst: assign(({ context }, move: IndexMove) => withMove(context, move, 1)),
    removeFirstMove: assign({ moves: ({ context }) => context.moves.slice(1) }),
    clearMoves: assign({ moves: [] }),
    clearOrder: assign({ order: null }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    clearFailure: assign({ failure: null }),
  },
  guards: {
    hasMoves: ({ context }) => context.moves.length > 0,
    isInterrupted: ({ context }) => context.page !== undefined,
    isRetryable,
  },
  delays: { debounce: 1_000 },
}).createMachine({
  id: 'reorder',
  meta: {
    guards: {
      hasMoves: 'There are moves that are not saved.',
      isInterrupted: 'The moves were not saved before the document was loaded.',
      isRetryable: 'The moves have failed for a reason that may be over.',
    },
  },
  context: ({ input }) => {
    if ('moves' in input) return input
    const { group, ...move } = input
    const none: Context = { group, order: null, moves: [], failure: null }
    return { ...none, ...withMove(none, move, 0) }
  },
  invoke: retryListener,
  initial: 'starting',
  states: {
    starting: {
      description: 'Looks whether the moves were interrupted before the document was loaded.',
      always: [{ guard: 'isInterrupted', target: 'failed' }, { target: 'collecting' }],
    },
    idle: {
      description: 'The order is saved.',
      entry: ['clearOrder', 'clearFailure'],
      on: {
        'move.requested': {
          target: 'collecting',
          actions: withEvent('addMove'),
        },
      },
    },
    collecting: {
      description: 'The order has changed, and is saved after a pause without further moves.',
      tags: 'busy',
      always: { guard: not('hasMoves'), target: 'idle' },
      after: { debounce: 'saving' },
      on: {
        'move.requested': {
          target: 'collecting',
          reenter: true,
          actions: withEvent('addMove'),
        },
        'flush.requested': 'saving',
      },
    },
    saving: {
      description: 'The moves are on their way to the server.',
      tags: 'busy',
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context }) => {
          const { position, to } = context.moves[0]!
          return { kind: 'move', position, to }
        },
        onDone: {
          target: 'saved',
          actions: 'removeFirstMove',
        },
        onError: { target: 'failed', actions: withEvent('setFailure') },
      },
      on: {
        'move.requested': {
          actions: withEvent('addMoveBehindFirst'),
        },
      },
    },
    saved: {
      description: 'Looks whether there are further moves.',
      always: [{ guard: 'hasMoves', target: 'saving' }, { target: 'idle' }],
    },
    failed: {
      description: 'The moves could not be saved.',
      tags: 'unsaved',
      on: {
        ...retryTransitions,
        'move.requested': {
          target: 'collecting',
          actions: ['clearFailure', withEvent('addMove')],
        },
        'moves.discarded': { target: 'idle', actions: 'clearMoves' },
      },
    },
  },
})

export type ReorderRef = ActorRefFrom<typeof reorderMachine>
type Snapshot = SnapshotFrom<typeof reorderMachine>
/** Returns the unsaved order, or null while the stored one is to be shown. */
export const selectOrder = (snapshot: Snapshot) => snapshot.context.order
/** @internal Exported for tests. */
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
