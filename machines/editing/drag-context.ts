/** The context of the `drag` machine, and the functions that read it. */
import type { GroupMove } from '#content/change/moves/pending-moves.ts'
import {
  type GroupPlace,
  type GroupTransfer,
  isSamePlace,
} from '#content/change/moves/transfers.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Point } from '#content/page/geometry/box.ts'
import type { ConfirmOptions } from '../app/dialogs.ts'

/** The component that is moved. */
export interface DragItem {
  position: Iri<'COMPONENT_POSITION'>
  group: Iri<'COMPONENT_GROUP'>
  /** The order of its group as it is shown. */
  order: readonly Iri<'COMPONENT_POSITION'>[]
  label: string
}

/** A place to drop it, with what the user is told of it. */
export interface DropPlace extends GroupPlace {
  /** The name of the group. */
  section: string
  /** The reason why the component cannot be there, in words; null if it can. */
  refusal: string | null
  /** The question to ask before it is moved there; null if there is none. */
  question: ConfirmOptions | null
}

export interface DragContext {
  item: DragItem | null
  /** The place where it would be dropped; null beside all places. */
  place: DropPlace | null
  /** The point at which the pointer has picked it up; null for keys, and where it is not dragged. */
  start: Point | null
}

export const emptyDrag: DragContext = { item: null, place: null, start: null }

/** True if the place is the one where the component already is. */
export const isUnmoved = ({ item, place }: DragContext) =>
  isSamePlace(place, item && { group: item.group, to: item.order.indexOf(item.position) })

/** Returns the move to the place, which is in the group of the component. */
export const moveOf = ({ item, place }: DragContext): GroupMove => {
  const { position, group, order } = item!
  return { position, group, order, to: place!.to }
}

/** Returns the transfer to the place, which is in another group. */
export const transferOf = ({ item, place }: DragContext): GroupTransfer => {
  const { group, before, to, count, section } = place!
  return { position: item!.position, group, before, to, count, section }
}
