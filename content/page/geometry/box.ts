/** Points and rectangles of the window, in pixels. */

export interface Point {
  x: number
  y: number
}

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Returns a box that reaches further on every side. */
export const extended = ({ left, top, right, bottom }: Box, distance: number): Box => ({
  left: left - distance,
  top: top - distance,
  right: right + distance,
  bottom: bottom + distance,
})

/** True if two boxes share more than an edge. */
export const overlap = (one: Box, other: Box) =>
  one.left < other.right &&
  one.right > other.left &&
  one.top < other.bottom &&
  one.bottom > other.top

/** True if no part of a box is outside of another. */
export const isWithin = (box: Box, { left, top, right, bottom }: Box) =>
  box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom
