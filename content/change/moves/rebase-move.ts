/** Moves beside those of somebody else: an order is compared with the one that is stored by now. */
import type { Iri } from '../../model/iri.ts'
import type { Move } from './moves-past.ts'
import { moveItem } from './pending-moves.ts'

type Position = Iri<'COMPONENT_POSITION'>
type Order = readonly Iri[]

/** Returns the items of one list that are in the other, too. */
export const inBoth = <Item>(one: readonly Item[], other: readonly Item[]) => {
  const others = new Set(other)
  return one.filter((each) => others.has(each))
}

/** True if two orders differ only by what was added or deleted. */
export const isSameOrder = (one: Order, other: Order) =>
  inBoth(one, other).join() === inBoth(other, one).join()

/** True if somebody else has moved this position: without it, the order is the one that was known. */
export const isMovedByOthers = (position: Iri, known: Order, stored: Order) =>
  !isSameOrder(known, stored) &&
  isSameOrder(
    known.filter((each) => each !== position),
    stored,
  )

/**
 * Returns a move within a group as it is to be made in the order that is stored, where the position follows the one that it was
 * moved behind; null if somebody else has moved it, too. The move itself is returned where the order is the known one, or the
 * one after the move, which was saved without an answer.
 */
export const rebaseMove = <M extends Move>(
  move: M,
  known: readonly Position[],
  stored: readonly Position[],
): M | null => {
  const { position, to } = move
  const wanted = moveItem(known, position, known.indexOf(to))
  if (isSameOrder(known, stored) || isSameOrder(wanted, stored)) return move
  if (isMovedByOthers(position, known, stored)) return null
  const previous = wanted
    .slice(0, wanted.indexOf(position))
    .findLast((each) => !isMovedByOthers(each, known, stored))
  const others = stored.filter((each) => each !== position)
  return { ...move, to: stored[previous ? others.indexOf(previous) + 1 : 0]! }
}
