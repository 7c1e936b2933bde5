/** Finds the lines between the components on the page, at which something can be added. */
import { isIriOf } from '#content/model/iri.ts'
import { type Point, extended } from '#content/page/geometry/box.ts'
import {
  type Boundary,
  type InsertionLine,
  buttonPlacement,
  insertionLines,
  nearestLine,
} from '#content/page/geometry/insertion-line.ts'
import { findResourceElement } from './hit-test.ts'
import { indicesWithin } from './reorder-offsets.ts'
import { textBoxesBeside } from './text-boxes.ts'

/** The distance from the pointer within which components count, in pixels. */
const reach = 64

/**
 * Returns the boundary between components that a point is near, or null. `last` is the boundary that it was near before, to
 * which it may be on its way outside of the group. It measures few of the components, however many there are.
 */
export function boundaryAt(
  target: EventTarget | null,
  point: Point,
  last: Boundary | null,
): Boundary | null {
  const groupEl =
    closestGroup(target) ?? (last && findResourceElement(last.position)?.parentElement)
  if (!groupEl) return null
  const items = positionsNear(groupEl, point.y)
  const index = nearestLine(insertionLines(items.map(boxOf)), point)
  return index < 0 ? null : boundaryBefore(items, index)
}

/** Returns the positions of a group that are near a height of the window, and one more in either direction. */
function positionsNear(groupEl: Element, y: number) {
  // Not an array, because making one takes longer than everything else.
  const positions = groupEl.children
  const area = { top: y - reach, bottom: y + reach }
  const near = indicesWithin(positions, boxOf, area)
  const from = Math.max(0, near.start - 1)
  const count = Math.min(near.end + 1, positions.length) - from
  return Array.from({ length: count }, (_, index) => positions.item(from + index)!)
}

/** Returns the box of a position, which is that of its component. */
const boxOf = (position: Element) =>
  (position.firstElementChild ?? position).getBoundingClientRect()

const closestGroup = (target: EventTarget | null) => {
  if (!(target instanceof Element)) return null
  let element = target.closest<HTMLElement>('[data-iri]')
  while (element && !isIriOf('COMPONENT_GROUP', element.dataset['iri']))
    element = element.parentElement?.closest<HTMLElement>('[data-iri]') ?? null
  return element
}

const positionOf = (element: Element) => {
  const iri = element.getAttribute('data-iri')
  return isIriOf('COMPONENT_POSITION', iri) ? iri : null
}

/** Returns the boundary before the item with an index, or after the last item. */
function boundaryBefore(items: readonly Element[], index: number): Boundary | null {
  const before = items[index - 1]
  const position = positionOf(before ?? items[0]!)
  return position && { position, side: before ? 'after' : 'before' }
}

/** Returns the line at a side of a position. */
export function lineAt(position: Element, side: Boundary['side']): InsertionLine {
  const { previousElementSibling: previous, nextElementSibling: next } = position
  const items = [previous, position, next].filter((item) => item !== null)
  const index = items.indexOf(position) + (side === 'after' ? 1 : 0)
  return insertionLines(items.map(boxOf))[index]!
}

/** Returns where the button of a line stands, so that it covers no text. */
export function buttonOn(
  line: InsertionLine,
  position: Element,
  side: Boundary['side'],
  size: number,
) {
  return buttonPlacement(line, size, textBoxesBeside(position, side, extended(line.box, size)))
}
