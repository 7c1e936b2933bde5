/** The moves in one group that are not saved yet, and the order that they lead to. */
import type { Iri } from '../../model/iri.ts'
import type { Move } from './moves-past.ts'

/** A move within a group, by the index at which it is to be shown. */
export interface IndexMove {
  position: Iri<'COMPONENT_POSITION'>
  /** The new index, counted from 0. */
  to: number
  /** The order of the group as it is shown. */
  order: readonly Iri<'COMPONENT_POSITION'>[]
}

export interface GroupMove extends IndexMove {
  group: Iri<'COMPONENT_GROUP'>
}

interface PendingMove extends Move {
  /** The order before the move, so that consecutive moves of one position are merged into one. */
  before: Iri<'COMPONENT_POSITION'>[]
}

export interface PendingMoves {
  /** The unsaved order, or null while the stored one is shown. */
  order: Iri<'COMPONENT_POSITION'>[] | null
  /** The moves to save, in this order. */
  moves: PendingMove[]
}

/** Returns the order after a move. */
export const moveItem = <I extends Iri>(order: readonly I[], position: I, to: number): I[] =>
  order.filter((iri) => iri !== position).toSpliced(to, 0, position)

/** Returns the positions of a group in the order to show: that of its unsaved moves, else the stored one. */
export const withPendingOrder = (
  positions: readonly Iri<'COMPONENT_POSITION'>[],
  pendingOrder: readonly Iri<'COMPONENT_POSITION'>[] | null | undefined,
) => {
  if (!pendingOrder) return positions
  // Positions may have been added or removed since the move. One that was added stays behind the one before it.
  const added = new Set(positions)
  const order = pendingOrder.filter((position) => added.delete(position))
  for (const position of added)
    order.splice(order.indexOf(positions[positions.indexOf(position) - 1]!) + 1, 0, position)
  return order
}

const isMove = (order: readonly Iri<'COMPONENT_POSITION'>[], { position, to }: IndexMove) =>
  order.includes(position) && order.indexOf(position) !== to && to >= 0 && to < order.length

/**
 * Returns the moves with one more. `first` is the number of moves in flight, which cannot be changed any more.
 */
export const withMove = (
  pending: PendingMoves,
  move: IndexMove,
  first: number,
): Partial<PendingMoves> => {
  const shown = pending.order ?? [...move.order]
  if (!isMove(shown, move)) return {}
  const { position, to } = move
  const order = moveItem(shown, position, to)
  const last = pending.moves.at(-1)
  const extendsLast = last?.position === position && pending.moves.length > first
  const before = extendsLast ? last.before : shown
  const moves = extendsLast ? pending.moves.slice(0, -1) : pending.moves
  const targetPosition = before[to]!
  return {
    order,
    moves:
      targetPosition === position ? moves : [...moves, { position, to: targetPosition, before }],
  }
}
