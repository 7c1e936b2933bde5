/** Decides where an element stands that belongs to another one: below it, or above it where there is more room. */
import { clamp } from '../../clamp.ts'
import type { Box, Point } from './box.ts'

export interface BelowSurroundings {
  /** The element that the other one belongs to. */
  reference: Box
  /** The part of the window in which it has to stand. */
  area: Box
  size: { width: number; height: number }
  /** The distance from the reference, in pixels. */
  gap: number
  /** The side on which the edges of both are in line. */
  align: 'left' | 'right'
  /** True to cover the reference where there is no room beside it. */
  mayCover: boolean
}

/** Returns the upper left corner, in the window. Where the area is too small, the upper left corner is in it. */
export function placementBelow(surroundings: BelowSurroundings): Point {
  const { reference, area, size, gap, align, mayCover } = surroundings
  const [above, below] = [reference.top - gap - size.height, reference.bottom + gap]
  const lacking = { above: area.top - above, below: below + size.height - area.bottom }
  const isBelow = lacking.below <= 0 || lacking.below <= lacking.above
  const x = align === 'left' ? reference.left : reference.right - size.width
  const y = isBelow ? below : above
  const lowest = Math.max(area.top, area.bottom - size.height)
  return {
    x: clamp(x, area.left, Math.max(area.left, area.right - size.width)),
    y: mayCover ? clamp(y, area.top, lowest) : y,
  }
}
