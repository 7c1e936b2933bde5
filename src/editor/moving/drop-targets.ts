/** Finds the drop targets of the page between which components are moved, from the elements of its groups and positions. */
import type { DropTarget } from '#content/change/moves/transfers.ts'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import type { Point } from '#content/page/geometry/box.ts'
import { areInRow } from '#content/page/geometry/insertion-line.ts'
import { boundingRectOf, findResourceElement, isEditorChrome } from '../dom/hit-test.ts'
import { indicesWithin } from '../dom/reorder-offsets.ts'

interface PositionElement {
  iri: Iri<'COMPONENT_POSITION'>
  element: HTMLElement
}

/** The positions that are moved. */
export type Moved = readonly Iri<'COMPONENT_POSITION'>[]

const groupSelector = '[data-area] [data-iri^="/_/component_groups/"]'
const positionSelector = '[data-iri^="/_/component_positions/"]'

const groupElements = () => [...document.querySelectorAll<HTMLElement>(groupSelector)]

/** Returns the positions that a group shows, in their order, with their elements. */
export const positionElements = (groupEl: HTMLElement): PositionElement[] =>
  [...groupEl.children].flatMap((element) => {
    const iri = element instanceof HTMLElement ? element.dataset['iri'] : undefined
    return isIriOf('COMPONENT_POSITION', iri) ? [{ iri, element: element as HTMLElement }] : []
  })

const positionsIn = (groupEl: HTMLElement) => positionElements(groupEl).map(({ iri }) => iri)

/** Returns the positions that a group shows, in their order; none if it is not on the page. */
export function shownPositions(group: Iri<'COMPONENT_GROUP'>) {
  const groupEl = findResourceElement(group)
  return groupEl ? positionsIn(groupEl) : []
}

const othersIn = (groupEl: HTMLElement, moved: Moved) =>
  positionsIn(groupEl).filter((iri) => !moved.includes(iri))

/** Returns a drop target of the group of an element, by its index among the positions that are not moved. */
const dropTargetIn = (
  groupEl: HTMLElement,
  to: number,
  moved: Moved,
  others = othersIn(groupEl, moved),
): DropTarget | null => {
  const group = groupEl.dataset['iri']
  if (!isIriOf('COMPONENT_GROUP', group)) return null
  const index = Math.min(to, others.length)
  const count = others.length + moved.length
  return { group, before: others[index] ?? null, to: index, count }
}

/** Returns the drop target of a group by its index, or its last one; null if the page does not show the group. */
export function dropTargetOfGroup(group: Iri<'COMPONENT_GROUP'>, moved: Moved, to = Infinity) {
  const groupEl = findResourceElement(group)
  return groupEl && dropTargetIn(groupEl, to, moved)
}

/** Returns the drop target before or behind a position; null if that is not on the page. */
export function dropTargetBeside(
  position: Iri<'COMPONENT_POSITION'>,
  moved: Moved,
  isBehind: boolean,
) {
  if (moved.includes(position)) return dropTargetOf(position, moved)
  const groupEl = groupElementOf(position)
  if (!groupEl) return null
  const others = othersIn(groupEl, moved)
  const index = others.indexOf(position)
  return dropTargetIn(groupEl, isBehind ? index + 1 : index, moved, others)
}

const groupElementOf = (position: Iri<'COMPONENT_POSITION'>) =>
  findResourceElement(position)?.closest<HTMLElement>(groupSelector)

/** Returns where a position is among those that are not moved; null if it is not on the page. */
export function dropTargetOf(position: Iri<'COMPONENT_POSITION'>, moved: Moved) {
  const groupEl = groupElementOf(position)
  if (!groupEl) return null
  const shown = positionsIn(groupEl)
  const before = shown.slice(0, shown.indexOf(position)).filter((iri) => !moved.includes(iri))
  return dropTargetIn(groupEl, before.length, moved)
}

/** Returns all drop targets of the page in the order of the document, those inside a component before the one behind it. */
export function dropTargetsOnPage(moved: Moved): DropTarget[] {
  const groups = groupElements()
  const parentOf = (groupEl: HTMLElement) => groupEl.parentElement?.closest(positionSelector)
  const dropTargetsOf = (groupEl: HTMLElement): DropTarget[] => {
    const last = dropTargetIn(groupEl, Infinity, moved)
    if (!last) return []
    const elements = positionElements(groupEl).filter(({ iri }) => !moved.includes(iri))
    return [
      ...elements.flatMap(({ iri, element }, to) => [
        { ...last, before: iri, to },
        ...groups.filter((each) => parentOf(each) === element).flatMap(dropTargetsOf),
      ]),
      last,
    ]
  }
  return groups.filter((each) => !parentOf(each)).flatMap(dropTargetsOf)
}

/** Returns the drop target of the page at a point of the window, or the nearest one beside it; null over the editor itself. */
export function dropTargetAt(point: Point, moved: Moved): DropTarget | null {
  const target = document.elementFromPoint(point.x, point.y)
  if (!target || isEditorChrome(target)) return null
  // Over a moved component, and what is inside it, that stays where it is.
  const over = moved.find((position) => findResourceElement(position)?.contains(target))
  if (over) return dropTargetOf(over, moved)
  const groupEl = target.closest<HTMLElement>(groupSelector) ?? nearestGroup(point)
  if (!groupEl) return null
  const positions = positionElements(groupEl)
  const shown = positions.map(({ element }) => element)
  const hit =
    shown.find((element) => element.contains(target)) ?? nearestOf(near(shown, point), point)
  if (!hit) return dropTargetIn(groupEl, 0, moved)
  const { iri } = positions[shown.indexOf(hit)]!
  return dropTargetBeside(iri, moved, isBehind(point, hit, shown))
}

/** True if a point is nearer to the end of an element than to its start, in the direction in which its group is laid out. */
const isBehind = ({ x, y }: Point, element: HTMLElement, shown: readonly HTMLElement[]) => {
  const box = boundingRectOf(element)
  const index = shown.indexOf(element)
  const neighbor = shown[index + 1] ?? shown[index - 1]
  return neighbor && areInRow(box, boundingRectOf(neighbor))
    ? x > box.left + box.width / 2
    : y > box.top + box.height / 2
}

/** The distance above or below a group up to which a point counts as in it, in pixels. Beside it, any distance counts. */
const reach = 80

/**
 * Returns the elements of one group that are near a height of the window, and one more in either direction. It measures few of
 * the others, because the pointer moves often and there may be a thousand.
 */
function near(elements: readonly HTMLElement[], { y }: Point) {
  const area = { top: y - reach, bottom: y + reach }
  const { start, end } = indicesWithin(elements, boundingRectOf, area)
  return elements.slice(Math.max(0, start - 1), end + 1)
}

const nearestGroup = (point: Point) =>
  nearestOf(
    groupElements().filter((element) => verticalDistance(element, point) <= reach),
    point,
  )

const verticalDistance = (element: HTMLElement, { y }: Point) => {
  const { top, bottom } = boundingRectOf(element)
  return Math.max(top - y, y - bottom, 0)
}

const distanceTo = (element: HTMLElement, point: Point) => {
  const { left, right } = boundingRectOf(element)
  const horizontal = Math.max(left - point.x, point.x - right, 0)
  return Math.hypot(horizontal, verticalDistance(element, point))
}

/** Returns the nearest element; of two at the same distance the later one, which may be inside of the other. */
const nearestOf = (elements: readonly HTMLElement[], point: Point) =>
  elements
    .map((element) => ({ element, distance: distanceTo(element, point) }))
    .reduce<{ element: HTMLElement; distance: number } | undefined>(
      (nearest, each) => (nearest && nearest.distance < each.distance ? nearest : each),
      undefined,
    )?.element
