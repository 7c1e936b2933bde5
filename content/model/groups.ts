/** Component groups of pages, layouts and components: finding them by name, and their positions in order. */
import { type Iri, iriTypeOf } from './iri.ts'
import { inSortOrder } from './order.ts'
import type { ComponentGroup, ComponentPosition, ReadResource } from './resource.ts'

/** Returns the reference by which an owner finds its group (api, section 1.4). */
const groupReference = (owner: Iri, name: string) => `${name}_${owner}`

/**
 * Returns the owner's group with a name, or undefined while there is none. A group that several owners share is named
 * after only one of them: `namedAfter`.
 */
export const findGroup = (
  owner: Iri,
  name: string,
  read: ReadResource,
  namedAfter = owner,
): Iri | undefined => {
  const groups = (read(owner)?.['componentGroups'] ?? []) as Iri[]
  const reference = groupReference(namedAfter, name)
  return groups.find((iri) => (read(iri) as ComponentGroup | undefined)?.reference === reference)
}

/** Returns the positions of a group in order, without those that are unknown because they are hidden or deleted. */
export const positionsOf = (group: Iri, read: ReadResource): Iri[] => {
  const positions = ((read(group)?.['componentPositions'] ?? []) as Iri[]).flatMap((iri) => {
    const position = read(iri) as ComponentPosition | undefined
    return position ? [{ iri, sortValue: position.sortValue }] : []
  })
  return inSortOrder(positions).map(({ iri }) => iri)
}

/** True for the first position of one of the page's groups: a heading there is the page's main heading. */
export const isFirstOnPage = (position: Iri, read: ReadResource) => {
  const { componentGroup = '' } = (read(position) ?? {}) as Partial<ComponentPosition>
  const group = read(componentGroup) as ComponentGroup | undefined
  return iriTypeOf(group?.location ?? '') === 'PAGE' && group?.componentPositions[0] === position
}

/** True if no component of the page is known. */
export const isEmptyPage = (page: Iri, read: ReadResource) =>
  !((read(page)?.['componentGroups'] ?? []) as Iri[])
    .flatMap((group) => positionsOf(group, read))
    .some((position) => read((read(position) as ComponentPosition).component ?? ''))
