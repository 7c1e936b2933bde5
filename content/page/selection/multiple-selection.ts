/** Decides which components are selected together. Each is selected in one of its positions. */
import { positionsOf } from '../../model/groups.ts'
import { type Iri, isIriOf } from '../../model/iri.ts'
import type { ReadResource } from '../../model/resource.ts'
import { visibleVersionAt } from '../../model/visible-version.ts'
import type { Selection } from './selection.ts'

/** Returns the position in which a component is selected; undefined if something else is selected. */
export const positionIn = ({
  stack: [component, position],
}: Selection): Iri<'COMPONENT_POSITION'> | undefined =>
  isIriOf('COMPONENT', component) && isIriOf('COMPONENT_POSITION', position) ? position : undefined

const isSamePosition = (one: Selection) => (other: Selection) =>
  positionIn(one) === positionIn(other)

/** True for what is inside the position of a component. */
const isInside = ({ stack }: Selection, outer: Selection) => stack.includes(positionIn(outer) ?? '')

/**
 * Returns the selected components with one more, or without it if it is selected already. Those inside it, those around it
 * and those in the other area cannot be selected together with it, so adding it removes them.
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

/** Returns the components from one to another, in the order of their group; null if they are not in the same group. */
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
