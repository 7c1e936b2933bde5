/** Which group of a page or layout a name means, and what it holds in which order. */
import { type Iri, iriTypeOf } from './iri.ts'
import { inSortOrder } from './order.ts'
import type { ComponentGroup, ComponentPosition, ReadResource } from './resource.ts'

/** How a group is named so that its owner finds it (api, section 1.4). */
export const groupReference = (owner: Iri, name: string) => `${name}_${owner}`

/** Undefined while there is none. One that several show is called after what it is `of`. */
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

/** A group's positions by their places; one that is not known, because it is hidden or gone, is left out. */
export const positionsOf = (group: Iri, read: ReadResource): Iri[] => {
  const positions = ((read(group)?.['componentPositions'] ?? []) as Iri[]).flatMap((iri) => {
    const position = read(iri) as ComponentPosition | undefined
    return position ? [{ iri, sortValue: position.sortValue }] : []
  })
  return inSortOrder(positions).map(({ iri }) => iri)
}

/** Whether a position opens its page: what stands there names it. */
export const isFirstOnPage = (position: Iri, read: ReadResource) => {
  const { componentGroup = '' } = (read(position) ?? {}) as Partial<ComponentPosition>
  const group = read(componentGroup) as ComponentGroup | undefined
  return iriTypeOf(group?.location ?? '') === 'PAGE' && group?.componentPositions[0] === position
}

/** Whether nothing that could be read stands on a page. */
export const isEmptyPage = (page: Iri, read: ReadResource) =>
  !((read(page)?.['componentGroups'] ?? []) as Iri[])
    .flatMap((group) => positionsOf(group, read))
    .some((position) => read((read(position) as ComponentPosition).component ?? ''))
