/** Transfers: moves of positions to other groups. They are shown before they are saved. */
import type { Iri } from '../../model/iri.ts'

export interface Transfer {
  position: Iri<'COMPONENT_POSITION'>
  /** The group that the position moves to. */
  group: Iri<'COMPONENT_GROUP'>
  /** The position that follows it there; null for the end of the group. */
  before: Iri<'COMPONENT_POSITION'> | null
}

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
