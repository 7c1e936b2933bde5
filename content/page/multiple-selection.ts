/** The components that are selected together. */
import { positionsOf } from '../model/groups.ts'
import { type Iri, isIriOf } from '../model/iri.ts'
import type { ReadResource } from '../model/resource.ts'
import { visibleVersionAt } from '../model/visible-version.ts'
import type { Selection } from './selection.ts'

/** Returns the position of a selected component; undefined for anything else. */
export const positionIn = ({
  stack: [component, position],
}: Selection): Iri<'COMPONENT_POSITION'> | undefined =>
  isIriOf('COMPONENT', component) && isIriOf('COMPONENT_POSITION', position) ? position : undefined

const isSamePosition = (one: Selection) => (other: Selection) =>
  positionIn(one) === positionIn(other)

const isInside = ({ stack }: Selection, outer: Selection) => stack.includes(positionIn(outer) ?? '')

/**
 * Adds a component, or removes it if it is selected. What it contains, what contains it and what is in the other area are
 * not selected together with it.
 */
export const toggleComponent = (
  selected: readonly Selection[],
  component: Selection,
): Selection[] => {
  const isSame = isSamePosition(component)
  if (selected.some(isSame)) return selected.filter((other) => !isSame(other))
  const isCompatible = (other: Selection) =>
    other.area === component.area && !isInside(other, component) && !isInside(component, other)
  return [...selected.filter(isCompatible), component]
}

/** Returns the components from one to another of the same group, in its order; null for those of two groups. */
export const componentsBetween = (
  from: Selection,
  to: Selection,
  read: ReadResource,
): Selection[] | null => {
  const [, , group, ...ancestors] = to.stack
  if (!isIriOf('COMPONENT_GROUP', group) || from.stack[2] !== group) return null
  const order = positionsOf(group, read)
  const ends = [from, to].map((one) => order.findIndex((position) => position === positionIn(one)))
  if (ends.includes(-1)) return null
  return order.slice(Math.min(...ends), Math.max(...ends) + 1).flatMap((position) => {
    const component = visibleVersionAt(position, read)
    return component ? [{ stack: [component, position, group, ...ancestors], area: to.area }] : []
  })
}
