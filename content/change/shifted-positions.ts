/**
 * Mirrors in the cache how the API makes room for an inserted position, so that not each of those after it has to be fetched.
 * Rule 4.2 of the contract: if the sort value is taken, every position from there on gets the next one. Nobody moves when
 * a position is deleted.
 */
import { type Iri, isIriOf } from '../model/iri.ts'
import { inSortOrder, insertAt } from '../model/order.ts'
import {
  type ComponentGroup,
  type ReadResource,
  type Versioned,
  isResourceOf,
} from '../model/resource.ts'

interface Fetched {
  /** The groups and what was inserted into them, fetched after the change. */
  items: readonly Versioned[]
  /** Reads the cache, which is still as it was before the change. */
  read: ReadResource
}

interface Shifted {
  /** The positions that were moved on, without ETags: theirs are not known. */
  items: Versioned[]
  /** Those that have to be fetched, since more has changed than one position. */
  unknown: Iri[]
}

/** Returns what has become of the positions that follow inserted ones. */
export const shiftedPositions = (following: readonly Iri[], fetched: Fetched): Shifted => {
  const groups = new Map<ComponentGroup, Versioned[] | null>()
  const groupOf = (iri: Iri) => {
    const group = isIriOf('COMPONENT_POSITION', iri) && fetched.read(iri)?.componentGroup
    const item = fetched.items.find(({ resource }) => resource['@id'] === group)
    return item && isResourceOf('COMPONENT_GROUP', item.resource) ? item.resource : null
  }
  const unknown = following.filter((iri) => {
    const group = groupOf(iri)
    if (group && !groups.has(group)) groups.set(group, shiftedIn(group, fetched))
    return !group || groups.get(group) === null
  })
  return { items: [...groups.values()].flatMap((items) => items ?? []), unknown }
}

/** Returns the positions of a group that were moved on; null if that cannot be told. */
const shiftedIn = (group: ComponentGroup, { items, read }: Fetched): Versioned[] | null => {
  const isStored = (iri: Iri<'COMPONENT_POSITION'>) => read(iri)?.componentGroup === group['@id']
  const [inserted, ...others] = group.componentPositions.filter((iri) => !isStored(iri))
  const item = items.find(({ resource }) => resource['@id'] === inserted)
  if (!item || !isResourceOf('COMPONENT_POSITION', item.resource) || others.length > 0) return null
  const { '@id': iri, sortValue } = item.resource
  const stored = group.componentPositions.filter(isStored).map((position) => read(position)!)
  const sorted = stored.map((position) => ({ iri: position['@id'], sortValue: position.sortValue }))
  const shifted = new Map(insertAt(sorted, sortValue).shifted.map((each) => [each.iri, each]))
  const order = inSortOrder([
    ...sorted.map((position) => shifted.get(position.iri) ?? position),
    { iri, sortValue },
  ])
  // Somebody else has moved them as well.
  if (order.some((position, at) => position.iri !== group.componentPositions[at])) return null
  return stored.flatMap((position) => {
    const moved = shifted.get(position['@id'])
    return moved ? [{ resource: { ...position, sortValue: moved.sortValue } }] : []
  })
}
