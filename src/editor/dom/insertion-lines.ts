/** Finds the lines between the components on the page, at which something can be added. */
import { isIriOf } from '#content/model/iri.ts'
import {
  type Boundary,
  type InsertionLine,
  buttonPlace,
  insertionLines,
  nearestLine,
} from '#content/page/insertion-line.ts'
import { boundingRectOf, findResourceElement } from './hit-test.ts'
import { itemsWithin } from './reorder-offsets.ts'
import { textBoxesBeside } from './text-boxes.ts'

/** How far from the pointer components are looked at, in pixels. */
const reach = 64

/**
 * Returns the boundary between components that a point is near, or null. `last` is the boundary that it was near before, to
 * which it may be on its way outside of the group. It measures few of the components, however many there are.
 */
export function boundaryAt(
  target: EventTarget | null,
  point: { x: number; y: number },
  last: Boundary | null,
): Boundary | null {
  const groupEl =
    closestGroup(target) ?? (last && findResourceElement(last.position)?.parentElement)
  const positions = groupEl ? ([...groupEl.children] as HTMLElement[]) : []
  const near = itemsWithin(positions, boundingRectOf, {
    top: point.y - reach,
    bottom: point.y + reach,
  })
  const [first] = near
  if (!first) return null
  const start = positions.indexOf(first)
  const items = positions.slice(Math.max(0, start - 1), start + near.length + 1)
  const index = nearestLine(insertionLines(items.map(boundingRectOf)), point)
  // Beyond an end of what was measured is the middle of another component.
  return index < 0 ? null : boundaryBefore(items, index)
}

const closestGroup = (target: EventTarget | null) => {
  if (!(target instanceof Element)) return null
  let element = target.closest<HTMLElement>('[data-iri]')
  while (element && !isIriOf('COMPONENT_GROUP', element.dataset['iri']))
    element = element.parentElement?.closest<HTMLElement>('[data-iri]') ?? null
  return element
}

const positionOf = ({ dataset: { iri } }: HTMLElement) =>
  isIriOf('COMPONENT_POSITION', iri) ? iri : null

/** Returns the boundary before the item with an index, or after the last item. */
function boundaryBefore(items: readonly HTMLElement[], index: number): Boundary | null {
  const before = items[index - 1]
  const position = positionOf(before ?? items[0]!)
  return position && { position, side: before ? 'after' : 'before' }
}

/** Returns the line at a boundary; null without the component that it is beside. */
export function lineAt({ position, side }: Boundary): InsertionLine | null {
  const element = findResourceElement(position)
  if (!element) return null
  const { previousElementSibling: previous, nextElementSibling: next } = element
  const items = [previous, element, next].filter((item) => item !== null)
  return insertionLines(items.map(boundingRectOf))[
    items.indexOf(element) + (side === 'after' ? 1 : 0)
  ]!
}

/** Returns where the button of a line stands, so that it covers no text. */
export function buttonOn(line: InsertionLine, boundary: Boundary, size: number) {
  const element = findResourceElement(boundary.position)!
  const { box } = line
  const area = {
    left: box.left - size,
    top: box.top - size,
    right: box.right + size,
    bottom: box.bottom + size,
  }
  return buttonPlace(line, size, textBoxesBeside(element, boundary.side, area))
}
