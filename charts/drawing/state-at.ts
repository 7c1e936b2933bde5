/** Finds what lies at a place of a drawing. */
import type { ChartLayout, Point } from '../layout/chart-layout.ts'

/** Returns the id of the innermost state at a point, in pixels of the drawing; undefined outside of all. */
export const stateAt = ({ states }: Pick<ChartLayout, 'states'>, { x, y }: Point) =>
  // Those inside others come after them.
  states.findLast(
    (state) =>
      state.type !== 'initial' &&
      x >= state.x &&
      x <= state.x + state.width &&
      y >= state.y &&
      y <= state.y + state.height,
  )?.id
