/** Holds one actor for each group whose positions have been moved, and one for each position that was moved to another. */
import {
  type ActorRefFrom,
  type SnapshotFrom,
  assign,
  emit,
  enqueueActions,
  sendTo,
  setup,
} from 'xstate'
import type { GroupMove } from '#content/change/moves/pending-moves.ts'
import { type GroupTransfer, type Transfer, asTransfer } from '#content/change/moves/transfers.ts'
import type { ResumedMove } from '#content/change/moves/remembered-moves.ts'
import type { Iri } from '#content/model/iri.ts'
import type { EmittedBy } from '../../emitted-events.ts'
import { listenTo, listener } from '../../actor-listener.ts'
import { withEvent } from '../../with-event.ts'
import { type ReorderEvent, type ReorderRef, reorderMachine } from './reorder.ts'
import type { SaveRetryEvent } from './save-retry.ts'
import { type TransferEvent, type TransferRef, transferMachine } from './transfer.ts'

declare module '../../emitted-events.ts' {
  interface EmittedEvents {
    /**
     * The user has moved a position to the index `to` of the `count` positions in its group, or in another one with the name
     * `section`; it is not saved yet.
     */
    pendingMoves: {
      type: 'position.moved'
      to: number
      count: number
      section: string | null
    }
  }
}

interface Context {
  /** By the IRI of the group. */
  reorders: Readonly<Record<Iri, ReorderRef>>
  /** By the IRI of the position, until it is saved. */
  transfers: Readonly<Record<Iri, TransferRef>>
  /** The position that was moved last since the selection has changed, or null once that is undone. */
  moved: Iri | null
}

type MoveRef = ReorderRef | TransferRef

const allRefs = ({ reorders, transfers }: Context): MoveRef[] => [
  ...Object.values(reorders),
  ...Object.values(transfers),
]

export type PendingMovesEvent =
  | ({ type: 'move.requested' } & GroupMove)
  | ({ type: 'transfer.requested' } & GroupTransfer)
  /** Saves all moves now, without waiting for a pause. */
  | { type: 'flush.requested' }
  /** A transfer is saved or discarded. */
  | { type: `xstate.done.actor.${string}`; output: Transfer }
  | EmittedBy<'selection'>
  | Undone
  | Extract<EmittedBy<'editModeMemory'>, { type: 'edits.resumed' }>

type Undone = Extract<EmittedBy<'changeQueue'>, { type: 'change.undone' }>

const recordMove = [withEvent('setMoved'), withEvent('emitPositionMoved')] as const

export const pendingMovesMachine = setup({
  types: {} as {
    context: Context
    events: PendingMovesEvent
    emitted: EmittedBy<'pendingMoves'>
  },
  actors: { reorder: reorderMachine, transfer: transferMachine, listener },
  actions: {
    spawnReorder: assign(({ context: { reorders }, spawn }, move: GroupMove) => ({
      reorders: {
        ...reorders,
        [move.group]: spawn('reorder', { id: `reorder ${move.group}`, input: move }),
      },
    })),
    /** Holds the moves from before the document was loaded, until the user decides about them. */
    resumeMoves: assign(
      ({ context, spawn }, { moves }: { moves: readonly ResumedMove[] }): Partial<Context> => {
        const reorders = { ...context.reorders }
        const transfers = { ...context.transfers }
        for (const move of moves) {
          if ('moves' in move)
            reorders[move.group] = spawn('reorder', { id: `reorder ${move.group}`, input: move })
          else
            transfers[move.position] = spawn('transfer', {
              id: `transfer ${move.position}`,
              input: { ...move, earlier: [] },
            })
        }
        return { reorders, transfers }
      },
    ),
    requestMove: sendTo(
      ({ context }, { group }: GroupMove) => context.reorders[group]!,
      (_, { position, to, order }): ReorderEvent => ({
        type: 'move.requested',
        position,
        to,
        order,
      }),
    ),
    flush: enqueueActions(({ enqueue }, refs: readonly MoveRef[]) => {
      for (const ref of refs)
        enqueue.sendTo(ref, { type: 'flush.requested' } satisfies SaveRetryEvent)
    }),
    requestTransfer: enqueueActions(
      ({ context: { reorders, transfers }, enqueue }, { position, group, before }: Transfer) => {
        const request = { position, group, before, earlier: Object.values(reorders) }
        const ref = transfers[position]
        if (ref)
          enqueue.sendTo(ref, { type: 'transfer.requested', ...request } satisfies TransferEvent)
        else
          enqueue.assign(({ spawn }) => ({
            transfers: {
              ...transfers,
              [position]: spawn('transfer', { id: `transfer ${position}`, input: request }),
            },
          }))
      },
    ),
    removeTransfer: enqueueActions(
      ({ context: { transfers }, enqueue }, { output }: { output: Transfer }) => {
        const { [output.position]: ended, ...others } = transfers
        if (ended) enqueue.stopChild(ended)
        enqueue.assign({ transfers: others })
      },
    ),
    setMoved: assign((_, { position }: { position: Iri }) => ({ moved: position })),
    clearMoved: assign({ moved: null }),
    emitPositionMoved: emit((_, move: GroupMove | GroupTransfer) => {
      const { count, section } =
        'order' in move ? { count: move.order.length, section: null } : move
      return { type: 'position.moved', to: move.to, count, section }
    }),
  },
  guards: {
    isTransferring: ({ context: { transfers } }, { position }: { position: Iri }) =>
      position in transfers,
    isMovedBy: ({ context: { moved } }, { intent }: Undone) =>
      'position' in intent && intent.position === moved,
    hasReorder: ({ context }, { group }: { group: Iri }) => group in context.reorders,
  },
}).createMachine({
  id: 'pendingMoves',
  description:
    'Each moved position, and each group with moved positions, has an actor that saves it.',
  meta: {
    guards: {
      isTransferring: 'The position is on its way to another group.',
      isMovedBy: 'The undone change had moved the position that was moved last.',
      hasReorder: 'Positions of the group were moved before.',
    },
  },
  context: { reorders: {}, transfers: {}, moved: null },
  invoke: listenTo<PendingMovesEvent>({
    drag: ['move.requested', 'transfer.requested'],
    selection: ['selection.changed', 'selection.moved'],
    editModeMemory: ['edits.resumed'],
    changeQueue: ['change.undone'],
  }),
  on: {
    'edits.resumed': { actions: withEvent('resumeMoves') },
    'move.requested': [
      {
        guard: withEvent('isTransferring'),
        actions: [
          { type: 'requestTransfer', params: ({ event }) => asTransfer(event) },
          ...recordMove,
        ],
      },
      {
        guard: withEvent('hasReorder'),
        actions: [withEvent('requestMove'), ...recordMove],
      },
      {
        actions: [withEvent('spawnReorder'), ...recordMove],
      },
    ],
    'transfer.requested': {
      actions: [
        // The earlier moves are saved first: they name positions by the groups that these are in now.
        { type: 'flush', params: ({ context }) => Object.values(context.reorders) },
        withEvent('requestTransfer'),
        ...recordMove,
      ],
    },
    'xstate.done.actor.*': { actions: withEvent('removeTransfer') },
    'flush.requested': { actions: { type: 'flush', params: ({ context }) => allRefs(context) } },
    'change.undone': { guard: withEvent('isMovedBy'), actions: 'clearMoved' },
    'selection.changed': { actions: 'clearMoved' },
    'selection.moved': { actions: 'clearMoved' },
  },
})

export type PendingMovesRef = ActorRefFrom<typeof pendingMovesMachine>
type Snapshot = SnapshotFrom<typeof pendingMovesMachine>
/** Returns the actor of a group, or undefined before its first move. */
export const selectReorder = (group: Iri) => (snapshot: Snapshot) =>
  snapshot.context.reorders[group]
/** Returns the actors of all groups, by the IRI of the group. */
export const selectReorderRefs = (snapshot: Snapshot) => snapshot.context.reorders
/** Returns the actors of the transfers to another group that are not saved yet, by the IRI of the position. */
export const selectTransferRefs = (snapshot: Snapshot) => snapshot.context.transfers
/** Returns whether a position is the one that was moved last since the selection has changed. */
export const isMoved = (position: Iri | undefined) => (snapshot: Snapshot) =>
  snapshot.context.moved === position
/** Returns the actors of all moves that may not be saved yet. */
export const moveRefsOf = ({ context }: Snapshot) => allRefs(context)
