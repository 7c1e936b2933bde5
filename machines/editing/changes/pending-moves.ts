/** Holds one actor for each group whose positions have been moved. */
import {
  type ActorRefFrom,
  type SnapshotFrom,
  assign,
  emit,
  enqueueActions,
  sendTo,
  setup,
} from 'xstate'
import type { GroupMove } from '#content/change/pending-moves.ts'
import type { Iri } from '#content/model/iri.ts'
import type { EmittedBy } from '../../emitted-events.ts'
import { eventOf } from '../../event-of.ts'
import { type ReorderEvent, type ReorderRef, reorderMachine } from './reorder.ts'

declare module '../../emitted-events.ts' {
  interface EmittedEvents {
    /** The user has moved a position to the index `to` of the `count` positions in its group; it is not saved yet. */
    pendingMoves: { type: 'position.moved'; to: number; count: number }
  }
}

export type PendingMovesEvent =
  | ({ type: 'move.requested' } & GroupMove)
  /** Saves all moves now, without waiting for a pause. */
  | { type: 'flush.requested' }

export const pendingMovesMachine = setup({
  types: {} as {
    /** By the IRI of the group. */
    context: { reorders: Readonly<Record<Iri, ReorderRef>> }
    events: PendingMovesEvent
    emitted: EmittedBy<'pendingMoves'>
  },
  actors: { reorder: reorderMachine },
  actions: {
    spawnReorder: assign(({ context: { reorders }, spawn }, move: GroupMove) => ({
      reorders: {
        ...reorders,
        [move.group]: spawn('reorder', { id: `reorder ${move.group}`, input: move }),
      },
    })),
    requestMove: sendTo(
      ({ context }, { group }: GroupMove) => context.reorders[group]!,
      (_, { position, to, order }): ReorderEvent => ({
        type: 'move.requested',
        position,
        to,
        order,
      }),
    ),
    emitPositionMoved: emit((_, { to, order }: GroupMove) => ({
      type: 'position.moved',
      to,
      count: order.length,
    })),
    flush: enqueueActions(({ context: { reorders }, enqueue }) => {
      for (const ref of Object.values(reorders))
        enqueue.sendTo(ref, { type: 'flush.requested' } satisfies ReorderEvent)
    }),
  },
  guards: {
    hasReorder: ({ context }, { group }: { group: Iri }) => group in context.reorders,
  },
}).createMachine({
  id: 'pendingMoves',
  context: { reorders: {} },
  on: {
    'move.requested': [
      {
        guard: { type: 'hasReorder', params: eventOf },
        actions: [
          { type: 'requestMove', params: eventOf },
          { type: 'emitPositionMoved', params: eventOf },
        ],
      },
      {
        actions: [
          { type: 'spawnReorder', params: eventOf },
          { type: 'emitPositionMoved', params: eventOf },
        ],
      },
    ],
    'flush.requested': { actions: 'flush' },
  },
})

export type PendingMovesRef = ActorRefFrom<typeof pendingMovesMachine>
type Snapshot = SnapshotFrom<typeof pendingMovesMachine>
/** Returns the actor of a group, or undefined before its first move. */
export const selectReorder = (group: Iri) => (snapshot: Snapshot) =>
  snapshot.context.reorders[group]
/** Returns the actors of all groups, by the IRI of the group. */
export const selectReorderRefs = (snapshot: Snapshot) => snapshot.context.reorders
