/** Scrolls the page, or the outline, while something is held near an edge of the part that can be seen. */
import type { Point } from '#content/page/geometry/box.ts'
import { visibleArea } from '../dom/scroll-into-view.ts'

/** Distance in pixels from the edge within which the page scrolls, at most a quarter of what can be seen. */
const zone = 72
/** The greatest distance in pixels that it scrolls in a frame. */
const speed = 22

interface Scroller {
  /** Null for the page. */
  treeEl: Element | null
  /** The distance that it scrolls in a frame; 0 in the middle. */
  step: number
}

/** Returns what scrolls for a point in the window. */
const scrollerAt = ({ x, y }: Point): Scroller => {
  const chromeEl = document.elementFromPoint(x, y)?.closest('[data-editor-chrome]')
  const treeEl = chromeEl?.querySelector('[role="tree"]') ?? null
  const { top, bottom } = treeEl?.getBoundingClientRect() ?? visibleArea()
  const depth = Math.min(zone, (bottom - top) / 4)
  const above = top + depth - y
  const below = y - (bottom - depth)
  const distance = above > 0 ? -above : Math.max(below, 0)
  return { treeEl, step: Math.round((Math.max(Math.min(distance / depth, 1), -1) || 0) * speed) }
}

/**
 * Returns functions that start and stop scrolling. `onScroll` is called after each step, because what is under the pointer
 * has changed.
 */
export function createAutoScroll(onScroll: () => void) {
  let frame = 0
  let point: Point = { x: 0, y: 0 }
  const scroll = () => {
    frame = 0
    const { treeEl, step } = scrollerAt(point)
    if (step === 0) return
    const scroller = treeEl ?? document.documentElement
    const before = scroller.scrollTop
    scroller.scrollBy({ top: step, behavior: 'instant' })
    if (scroller.scrollTop === before) return
    onScroll()
    frame = requestAnimationFrame(scroll)
  }
  return {
    /** The pointer is at this point of the window. */
    moveTo: (at: Point) => {
      point = at
      frame ||= requestAnimationFrame(scroll)
    },
    stop: () => cancelAnimationFrame(frame),
  }
}
