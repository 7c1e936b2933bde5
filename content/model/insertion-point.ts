/** Where in a group something new goes: beside a position, or at an end of the group (specification, section 4). */
import { positionsOf } from './groups.ts'
import { type Iri, iriTypeOf } from './iri.ts'
import type { ComponentPosition, ReadResource } from './resource.ts'

export interface InsertionPoint {
  group: Iri
  /** How many positions come before it. */
  index: number
  sortValue: number
}

export type InsertSide = 'before' | 'after' | 'start' | 'end'

/** Null where nothing can be added: only positions and groups take something. */
export const insertionPointFor = (
  target: Iri,
  place: InsertSide,
  read: ReadResource,
): InsertionPoint | null => {
  if (iriTypeOf(target) === 'COMPONENT_GROUP') return within(target, place, read)
  const position = read(target) as ComponentPosition | undefined
  if (!position || iriTypeOf(target) !== 'COMPONENT_POSITION') return null
  return beside(position, place === 'after' || place === 'end', read)
}

const within = (group: Iri, place: InsertSide, read: ReadResource): InsertionPoint => {
  const atEnd = place === 'after' || place === 'end'
  const positions = positionsOf(group, read)
  const neighbour = read(positions.at(atEnd ? -1 : 0) ?? '') as ComponentPosition | undefined
  return neighbour ? beside(neighbour, atEnd, read) : { group, index: 0, sortValue: 0 }
}

/** The place of the neighbour, who makes room, or the one after it. */
const beside = (
  neighbour: ComponentPosition,
  isAfter: boolean,
  read: ReadResource,
): InsertionPoint => {
  const { componentGroup: group, sortValue } = neighbour
  const step = isAfter ? 1 : 0
  return {
    group,
    index: positionsOf(group, read).indexOf(neighbour['@id']) + step,
    sortValue: sortValue + step,
  }
}
