import type { Box } from '#content/page/geometry/box.ts'
import { visibleArea } from './scroll-into-view.ts'

/** Returns how much of the window the editor covers at each edge, and the given distance from that. */
export function coveredEdges(distance: number): Box {
  const { left, top, right, bottom } = visibleArea()
  return {
    left: left + distance,
    top: top + distance,
    right: document.documentElement.clientWidth - right + distance,
    bottom: innerHeight - bottom + distance,
  }
}
