/** The context of the `drag` machine, and the functions that read it. */
import type { GroupMove } from '#content/change/moves/pending-moves.ts'
import { type GatheredPositions, orderWith } from '#content/change/moves/moves-into.ts'
import type { DropTarget, GroupTransfer } from '#content/change/moves/transfers.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Point } from '#content/page/geometry/box.ts'
import type { ConfirmOptions } from '../app/dialogs.ts'

/** The component that is moved, or several that are selected together. */
export interface DragItem {
  /** The position that is held. */
  position: Iri<'COMPONENT_POSITION'>
  /** All positions that are moved, in the order of the page. */
  positions: readonly Iri<'COMPONENT_POSITION'>[]
  group: Iri<'COMPONENT_GROUP'>
  /** The order of the group of the one that is held as it is shown. */
  order: readonly Iri<'COMPONENT_POSITION'>[]
  label: string
}

/** A drop target, with what the user is told of it. */
export interface DescribedDropTarget extends DropTarget {
  /** The name of the group. */
  section: string
  /** Its number among all components of the group, such as `2 of 5`. */
  place: string
  /** The reason why the component cannot be there, in words; null if it can. */
  refusal: string | null
  /** The confirmation that it takes to move it there; null if it takes none. */
  confirmation: ConfirmOptions | null
}

/** Names a drop target, or says why the component cannot be there. */
export const dropTargetLabel = ({ place, section, refusal }: DescribedDropTarget) =>
  refusal ?? `${place} in ${section}`

export interface DragContext {
  item: DragItem | null
  /** The drop target under the pointer, or the one chosen with the keys; null beside all of them. */
  dropTarget: DescribedDropTarget | null
  /** The point at which the pointer has picked it up; null for keys, and where it is not dragged. */
  start: Point | null
  /** The key of the collapsed item of the outline under the pointer; null for none. */
  collapsedItem: string | null
}

export const emptyDrag: DragContext = {
  item: null,
  dropTarget: null,
  start: null,
  collapsedItem: null,
}

/** True if the drop target is the one where everything that is moved already is. */
export const isUnmoved = ({ item, dropTarget }: DragContext) => {
  if (!item || !dropTarget) return item === null && dropTarget === null
  const { positions, group, order } = item
  const moved = orderWith(order, { positions, before: dropTarget.before })
  return dropTarget.group === group && moved.every((position, at) => position === order[at])
}

/** Returns the move to the drop target, which is in the group of the component. */
export const moveOf = ({ item, dropTarget }: DragContext): GroupMove => {
  const { position, group, order } = item!
  return { position, group, order, to: dropTarget!.to }
}

/** Returns the move of several to the drop target. */
export const gatheringOf = ({ item, dropTarget }: DragContext): GatheredPositions => {
  const { group, before } = dropTarget!
  return { positions: item!.positions, group, before }
}

/** Returns the transfer to the drop target, which is in another group. */
export const transferOf = ({ item, dropTarget }: DragContext): GroupTransfer => {
  const { group, before, to, count, section } = dropTarget!
  return { position: item!.position, group, before, to, count, section }
}
