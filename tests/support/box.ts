import type { Box } from '#content/page/geometry/box.ts'

/** Returns the box with these edges. */
export const box = (left: number, top: number, right: number, bottom: number): Box => ({
  left,
  top,
  right,
  bottom,
})
