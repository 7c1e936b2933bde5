/** Component groups of pages, layouts and components: finding them by name, and their positions in order. */
import { type Iri, isIriOf } from './iri.ts'
import { inSortOrder } from './order.ts'
import type { ComponentGroup, GroupOwner, ReadResource } from './resource.ts'

/** Returns the reference by which an owner finds its group: the group's name and the owner's IRI. */
const groupReference = (owner: Iri, name: string) => `${name}_${owner}`

/** Returns the name of a group in its owner, which its reference begins with: `top` of `top_/_/layouts/1`. */
export const groupNameOf = ({ reference }: ComponentGroup) => reference.replace(/_\/.*$/, '')

/**
 * Returns the owner's group with a name, or undefined while there is none. A group that several owners share is named
 * after only one of them: `namedAfter`.
 */
export const findGroup = (
  owner: GroupOwner,
  name: string,
  read: ReadResource,
  namedAfter: Iri = owner,
): Iri<'COMPONENT_GROUP'> | undefined => {
  const groups = read(owner)?.componentGroups ?? []
  const reference = groupReference(namedAfter, name)
  return groups.find((iri) => read(iri)?.reference === reference)
}

/** Returns the positions of a group in order, without those that are unknown because they are hidden or deleted. */
export const positionsOf = (group: Iri<'COMPONENT_GROUP'>, read: ReadResource) =>
  read.positionsOf?.(group) ?? sortPositions(group, read)

/** Returns the same, and sorts them each time. */
export const sortPositions = (group: Iri<'COMPONENT_GROUP'>, read: ReadResource) => {
  const positions = (read(group)?.componentPositions ?? []).flatMap((iri) => {
    const position = read(iri)
    return position ? [{ iri, sortValue: position.sortValue }] : []
  })
  return inSortOrder(positions).map(({ iri }) => iri)
}

/** Returns the resource whose pages the API counts: for a position its group, which is on the same pages. */
export const countedOnPages = (iri: Iri | null, read: ReadResource): Iri | null =>
  isIriOf('COMPONENT_POSITION', iri) ? (read(iri)?.componentGroup ?? null) : iri

/** True for the first position of one of the page's groups: a heading there is the page's main heading. */
export const isFirstOnPage = (position: Iri<'COMPONENT_POSITION'>, read: ReadResource) => {
  const group = read(position)?.componentGroup
  return (
    group !== undefined &&
    isPageGroup(group, read) &&
    read(group)?.componentPositions[0] === position
  )
}

/** True for a group of a page, and false for one of a layout or of a component. */
export const isPageGroup = (group: Iri<'COMPONENT_GROUP'>, read: ReadResource) =>
  isIriOf('PAGE', read(group)?.location)

/** True if no component of the page is known. */
export const isEmptyPage = (page: Iri<'PAGE'>, read: ReadResource) =>
  !(read(page)?.componentGroups ?? [])
    .flatMap((group) => positionsOf(group, read))
    .some((position) => read(read(position)?.component ?? ''))
