/** Finds where a new component goes: beside a position, or at an end of a group. */
import { positionsOf } from './groups.ts'
import { type Iri, isIriOf } from './iri.ts'
import {
  type ComponentPosition,
  type ReadResource,
  type Resource,
  componentPositionsOf,
} from './resource.ts'

/** A point at which a new position is inserted. One that is moved has a `DropTarget`: its sort value is only known when it is saved. */
export interface InsertionPoint {
  group: Iri<'COMPONENT_GROUP'>
  /** The number of positions before it. */
  index: number
  sortValue: number
  /** Set for a component that is no new one in the group, but the content of the position with this index. */
  fills?: FilledPosition
}

/** A dynamic position, and the property that is to refer to the new component: of page data, or of the position itself. */
export interface FilledPosition {
  position: Iri<'COMPONENT_POSITION'>
  iri: Iri
  property: string
}

/** Returns the parts of an insertion point that a change needs: the index is looked up again when it is saved. */
export const targetOf = ({ group, sortValue, fills }: InsertionPoint) => ({
  group,
  sortValue,
  ...(fills && { fills }),
})

/** Returns the position of a resource that was added; undefined for a position. */
export const positionOf = (added: Resource, { fills }: InsertionPoint) =>
  fills?.position ?? componentPositionsOf(added)[0]

/**
 * Returns an insertion point with the number of positions that are before it now: others may have added or removed some since it
 * was chosen.
 */
export const withCurrentIndex = (point: InsertionPoint, read: ReadResource): InsertionPoint => {
  const { group, sortValue, fills } = point
  const positions = positionsOf(group, read)
  const index = fills
    ? positions.indexOf(fills.position)
    : positions.filter((position) => read(position)!.sortValue < sortValue).length
  return index === -1 || index === point.index ? point : { ...point, index }
}

export type InsertSide = 'before' | 'after' | 'start' | 'end'

/** Returns the insertion point beside or in a target; null if that is neither a known position nor a group. */
export const insertionPointFor = (
  target: Iri,
  side: InsertSide,
  read: ReadResource,
): InsertionPoint | null => {
  if (isIriOf('COMPONENT_GROUP', target)) return insertionPointInGroup(target, side, read)
  const position = isIriOf('COMPONENT_POSITION', target) ? read(target) : undefined
  return position ? insertionPointBeside(position, side === 'after' || side === 'end', read) : null
}

/** Returns the insertion point of a component that is to be shown in a position, to which a property will refer. */
export const insertionPointIn = (
  { '@id': position, componentGroup: group, sortValue }: ComponentPosition,
  reference: Pick<FilledPosition, 'iri' | 'property'>,
  read: ReadResource,
): InsertionPoint => ({
  group,
  index: positionsOf(group, read).indexOf(position),
  sortValue,
  fills: { position, ...reference },
})

const insertionPointInGroup = (
  group: Iri<'COMPONENT_GROUP'>,
  side: InsertSide,
  read: ReadResource,
): InsertionPoint => {
  const isAtEnd = side === 'after' || side === 'end'
  const positions = positionsOf(group, read)
  const closest = positions.at(isAtEnd ? -1 : 0)
  const neighbor = closest && read(closest)
  return neighbor
    ? insertionPointBeside(neighbor, isAtEnd, read)
    : { group, index: 0, sortValue: 0 }
}

/** Returns the insertion point before a position, or after it. */
const insertionPointBeside = (
  neighbor: ComponentPosition,
  isAfter: boolean,
  read: ReadResource,
): InsertionPoint => {
  const { componentGroup: group, sortValue } = neighbor
  const step = isAfter ? 1 : 0
  return {
    group,
    index: positionsOf(group, read).indexOf(neighbor['@id']) + step,
    sortValue: sortValue + step,
  }
}
