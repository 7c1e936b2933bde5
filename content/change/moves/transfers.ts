/** Transfers: moves of positions to other groups. They are shown before they are saved. */
import type { Iri } from '../../model/iri.ts'
import { type GroupMove, moveItem } from './pending-moves.ts'

/** A place in a group: where a position is, or would be once it is moved there. */
export interface DropTarget {
  group: Iri<'COMPONENT_GROUP'>
  /** The position that follows it there; null at the end of the group. */
  before: Iri<'COMPONENT_POSITION'> | null
  /** The index that it has there, counted from 0. */
  to: number
  /** The number of positions that the group has with it. */
  count: number
}

type ComparedTarget = Pick<DropTarget, 'group' | 'to'> | null

/** True if two drop targets are the same, or both are null. */
export const isSameDropTarget = (one: ComparedTarget, other: ComparedTarget) =>
  one?.group === other?.group && one?.to === other?.to

/** A move to another group, in which only the position that follows is certain: others may change the group, too. */
export interface Transfer extends Pick<DropTarget, 'group' | 'before'> {
  position: Iri<'COMPONENT_POSITION'>
}

/** A transfer with what the user is told of it. */
export interface GroupTransfer extends Transfer, DropTarget {
  /** The name of the group. */
  section: string
}

/** Returns a move in the group that a position is transferred to, as a transfer: the position is not stored there yet. */
export const asTransfer = ({ position, group, to, order }: GroupMove): Transfer => ({
  position,
  group,
  before: moveItem(order, position, to)[to + 1] ?? null,
})

/** Returns the positions of a group as they are after transfers that are not saved yet, each made after the one before. */
export const withTransfers = (
  positions: readonly Iri<'COMPONENT_POSITION'>[],
  group: Iri<'COMPONENT_GROUP'>,
  transfers: readonly Transfer[],
) => transfers.reduce((order, transfer) => withTransfer(order, group, transfer), positions)

const withTransfer = (
  order: readonly Iri<'COMPONENT_POSITION'>[],
  group: Iri<'COMPONENT_GROUP'>,
  { position, group: target, before }: Transfer,
) => {
  const others = order.includes(position) ? order.filter((other) => other !== position) : order
  return target === group ? others.toSpliced(indexBefore(others, before), 0, position) : others
}

/** Returns the index of the position that follows an inserted one. If that is gone, it is inserted at the end. */
export const indexBefore = <I extends Iri>(order: readonly I[], before: I | null) => {
  const index = before === null ? -1 : order.indexOf(before)
  return index < 0 ? order.length : index
}
