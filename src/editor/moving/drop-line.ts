/** Computes where the line is drawn that shows a place between components. */
import { indexBefore } from '#content/change/moves/transfers.ts'
import type { Iri } from '#content/model/iri.ts'
import { boundingRectOf, findResourceElement } from '../dom/hit-test.ts'
import { isInRow, positionElements } from './page-places.ts'

/** A rectangle in the window without a height, or in a row without a width. */
export interface Line {
  left: number
  top: number
  width: number
  height: number
}

interface LinePlace {
  group: Iri<'COMPONENT_GROUP'>
  before: Iri<'COMPONENT_POSITION'> | null
}

/** Distance in pixels of the line from the only component beside it. */
const gap = 6

/** Returns the line of a place for a position, or null while its group is not on the page. */
export function dropLineOf(
  { group, before }: LinePlace,
  moved: Iri<'COMPONENT_POSITION'>,
): Line | null {
  const groupEl = findResourceElement(group)
  if (!groupEl) return null
  const shown = positionElements(groupEl)
  const others = shown.filter(({ iri }) => iri !== moved)
  const index = indexBefore(
    others.map(({ iri }) => iri),
    before,
  )
  const [previous, next] = [others[index - 1]?.element, others[index]?.element]
  const neighbor = previous ?? next
  if (!neighbor) {
    const { left, top, width } = boundingRectOf(groupEl)
    return { left, top, width, height: 0 }
  }
  const start = previous && boundingRectOf(previous)
  const end = next && boundingRectOf(next)
  const around = [start, end].filter((rect) => rect !== undefined)
  const isRow = isInRow(
    neighbor,
    shown.map(({ element }) => element),
  )
  return isRow
    ? verticalLine(around, middleOf(start?.right, end?.left))
    : horizontalLine(around, middleOf(start?.bottom, end?.top))
}

const middleOf = (start: number | undefined, end: number | undefined) => {
  if (start === undefined) return (end ?? 0) - gap
  return end === undefined ? start + gap : (start + end) / 2
}

const horizontalLine = (around: readonly DOMRect[], top: number): Line => {
  const left = Math.min(...around.map((rect) => rect.left))
  const right = Math.max(...around.map((rect) => rect.right))
  return { left, top, width: right - left, height: 0 }
}

const verticalLine = (around: readonly DOMRect[], left: number): Line => {
  const top = Math.min(...around.map((rect) => rect.top))
  const bottom = Math.max(...around.map((rect) => rect.bottom))
  return { left, top, width: 0, height: bottom - top }
}
