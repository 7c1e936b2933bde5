/**
 * Decides where the lines between the components of a group are, at which something can be added or dropped, and which
 * is near.
 */
import type { Iri } from '../../model/iri.ts'
import { type Box, type Point, extended, isWithin, overlap } from './box.ts'

/**
 * The edge of a position that the pointer is near: after it, or before the first one of its group. What is added there gets an
 * `InsertionPoint`.
 */
export interface Boundary {
  position: Iri<'COMPONENT_POSITION'>
  side: 'before' | 'after'
}

export const isSameBoundary = (one: Boundary | null, other: Boundary | null) =>
  one?.position === other?.position && one?.side === other?.side

export interface InsertionLine {
  /** True between items that stand side by side. */
  isVertical: boolean
  /** The line, which has no thickness. */
  box: Box
  /** The area in which the pointer is near the line. */
  zone: Box
}

/** The distance of the first and the last line of a group from its box, in pixels. */
const edge = 8
/** The distance inside an item up to which the pointer is near the line beside it, in pixels. */
const depth = 8

/** True if two items stand side by side: they share more than half of the height of the shorter one. */
export const areInRow = (one: Box, other: Box) => {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return shared > Math.min(one.bottom - one.top, other.bottom - other.top) / 2
}

/** Returns the line after an item and before the next one; beyond an end of the group it is where more items would be. */
function lineBetween(before: Box | undefined, after: Box | undefined, isVertical: boolean) {
  const [from, to] = isVertical ? (['left', 'right'] as const) : (['top', 'bottom'] as const)
  const items = [before, after].filter((item) => item !== undefined)
  const start = before ? before[to] : after![from] - 2 * edge
  const end = after ? after[from] : before![to] + 2 * edge
  const across = {
    left: Math.min(...items.map(({ left }) => left)),
    top: Math.min(...items.map(({ top }) => top)),
    right: Math.max(...items.map(({ right }) => right)),
    bottom: Math.max(...items.map(({ bottom }) => bottom)),
  }
  const inset = Math.min(depth, ...items.map((item) => (item[to] - item[from]) / 4))
  const at = (start + end) / 2
  return {
    isVertical,
    box: { ...across, [from]: at, [to]: at },
    zone: {
      ...across,
      [from]: Math.min(start, end) - (before ? inset : 0),
      [to]: Math.max(start, end) + (after ? inset : 0),
    },
  } satisfies InsertionLine
}

/** Returns the lines before, between and after the items of a group, which are one below the other or in rows. */
export const insertionLines = (boxes: readonly Box[]): InsertionLine[] =>
  boxes.length === 0
    ? []
    : [...boxes, undefined].map((after, index) => {
        const before = boxes[index - 1]
        // At an end of the group it is as between the two items there.
        const [one, other] =
          before && after ? [before, after] : boxes.slice(before ? -2 : 0).slice(0, 2)
        return lineBetween(
          before,
          after,
          one !== undefined && other !== undefined && areInRow(one, other),
        )
      })

/** Returns the index of the line that is near a point, or -1. */
export function nearestLine(lines: readonly InsertionLine[], { x, y }: Point) {
  const point = boxAt({ x, y })
  const distances = lines.map(({ zone, box, isVertical }) =>
    isWithin(point, zone) ? Math.abs(isVertical ? x - box.left : y - box.top) : Infinity,
  )
  const closest = Math.min(...distances)
  return closest === Infinity ? -1 : distances.indexOf(closest)
}

/** Returns where a button of a size stands on a line, so that it covers no text: in the middle, or else at one of the ends. */
export function buttonPlacement(
  { box, isVertical }: InsertionLine,
  size: number,
  texts: readonly Box[],
) {
  const half = size / 2
  const centers = isVertical
    ? [middle(box.top, box.bottom), box.bottom, box.top].map((y) => ({ x: box.left, y }))
    : [middle(box.left, box.right), box.right - half, box.left + half].map((x) => ({
        x,
        y: box.top,
      }))
  const isFree = ({ x, y }: Point) => {
    const button = extended(boxAt({ x, y }), half)
    return !texts.some((text) => overlap(button, text))
  }
  return centers.find(isFree) ?? centers[0]!
}

const boxAt = ({ x, y }: Point): Box => ({ left: x, top: y, right: x, bottom: y })

const middle = (one: number, other: number) => (one + other) / 2
