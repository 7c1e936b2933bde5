/** Reorders the positions of one group: shows each move at once and saves after a pause. */
import { type ActorRefFrom, type SnapshotFrom, assign, not, setup } from 'xstate'
import type { Intent, SaveResult } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import { promiseEffect } from '../declare-effects.ts'

export interface Move {
  position: Iri<'COMPONENT_POSITION'>
  /** The new index, counted from 0. */
  to: number
  /** The order of the group as it is shown. */
  order: readonly Iri<'COMPONENT_POSITION'>[]
}

export type ReorderEvent =
  | ({ type: 'move.requested' } & Move)
  | { type: 'flush.requested' }
  /** The server can be reached again. */
  | { type: 'server.reachable' }
  | { type: 'retry.requested' }
  /** Returns to the order on the server. */
  | { type: 'moves.discarded' }

interface PendingMove {
  position: Iri<'COMPONENT_POSITION'>
  to: Iri<'COMPONENT_POSITION'>
  /** The order before the move, so that consecutive moves of one position are merged into one. */
  before: Iri<'COMPONENT_POSITION'>[]
}

interface Context {
  group: Iri<'COMPONENT_GROUP'>
  /** The unsaved order, or null while the stored one is shown. */
  order: Iri<'COMPONENT_POSITION'>[] | null
  /** The moves to save, in this order. */
  moves: PendingMove[]
  failure: Failure | null
}

/**
 * Returns the order after a move.
 * @internal Exported for tests.
 */
export const moveItem = <I extends Iri>(order: readonly I[], position: I, to: number): I[] =>
  order.filter((iri) => iri !== position).toSpliced(to, 0, position)

const isMove = (order: readonly Iri<'COMPONENT_POSITION'>[], { position, to }: Move) =>
  order.includes(position) && order.indexOf(position) !== to && to >= 0 && to < order.length

/**
 * Returns the context with one more move. `first` is the number of moves in flight, which cannot be changed any more.
 */
const withMove = (context: Context, move: Move, first: number): Partial<Context> => {
  const shown = context.order ?? [...move.order]
  if (!isMove(shown, move)) return {}
  const { position, to } = move
  const order = moveItem(shown, position, to)
  const last = context.moves.at(-1)
  const extendsLast = last?.position === position && context.moves.length > first
  const before = extendsLast ? last.before : shown
  const moves = extendsLast ? context.moves.slice(0, -1) : context.moves
  const targetPosition = before[to]!
  return {
    order,
    moves:
      targetPosition === position ? moves : [...moves, { position, to: targetPosition, before }],
  }
}

export const reorderMachine = setup({
  types: {} as {
    input: { group: Iri<'COMPONENT_GROUP'> } & Move
    context: Context
    events: ReorderEvent
    tags: 'busy' | 'unsaved'
  },
  actors: { saveChange: promiseEffect<SaveResult, Intent>('saveChange') },
  actions: {
    addMove: assign(({ context }, move: Move) => withMove(context, move, 0)),
    /** The first move is in flight. */
    addMoveToRest: assign(({ context }, move: Move) => withMove(context, move, 1)),
    removeFirstMove: assign({ moves: ({ context }) => context.moves.slice(1) }),
    clearMoves: assign({ moves: [] }),
    clearOrder: assign({ order: null }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    clearFailure: assign({ failure: null }),
  },
  guards: { hasMoves: ({ context }) => context.moves.length > 0 },
  delays: { debounce: 1_000 },
}).createMachine({
  id: 'reorder',
  context: ({ input: { group, ...move } }) => {
    const none: Context = { group, order: null, moves: [], failure: null }
    return { ...none, ...withMove(none, move, 0) }
  },
  initial: 'collecting',
  states: {
    idle: {
      entry: ['clearOrder', 'clearFailure'],
      on: {
        'move.requested': {
          target: 'collecting',
          actions: { type: 'addMove', params: ({ event }) => event },
        },
      },
    },
    collecting: {
      tags: 'busy',
      always: { guard: not('hasMoves'), target: 'idle' },
      after: { debounce: 'saving' },
      on: {
        'move.requested': {
          target: 'collecting',
          reenter: true,
          actions: { type: 'addMove', params: ({ event }) => event },
        },
        'flush.requested': 'saving',
      },
    },
    saving: {
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
        onError: {
          target: 'failed',
          actions: { type: 'setFailure', params: ({ event }) => event },
        },
      },
      on: {
        'move.requested': {
          actions: { type: 'addMoveToRest', params: ({ event }) => event },
        },
      },
    },
    saved: { always: [{ guard: 'hasMoves', target: 'saving' }, { target: 'idle' }] },
    failed: {
      tags: 'unsaved',
      on: {
        'move.requested': {
          target: 'collecting',
          actions: ['clearFailure', { type: 'addMove', params: ({ event }) => event }],
        },
        'retry.requested': 'saving',
        'flush.requested': 'saving',
        'server.reachable': 'saving',
        'moves.discarded': { target: 'idle', actions: 'clearMoves' },
      },
    },
  },
})

export type ReorderRef = ActorRefFrom<typeof reorderMachine>
type Snapshot = SnapshotFrom<typeof reorderMachine>
/** Returns the unsaved order, or null while the stored one is to be shown. */
export const selectOrder = (snapshot: Snapshot) => snapshot.context.order
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
