/** Finds where a new component goes: beside a position, or at an end of a group. */
import { positionsOf } from './groups.ts'
import { type Iri, isIriOf } from './iri.ts'
import type { ComponentPosition, ReadResource } from './resource.ts'

/** A point at which a new position is inserted. One that is moved has a `DropTarget`: its sort value is only known when it is saved. */
export interface InsertionPoint {
  group: Iri<'COMPONENT_GROUP'>
  /** The number of positions before it. */
  index: number
  sortValue: number
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
