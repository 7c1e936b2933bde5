/** Scrolls the page while something is held near an edge of the part that can be seen. */
import { visibleArea } from '../dom/scroll-into-view.ts'

/** Distance in pixels from the edge within which the page scrolls. */
const zone = 72
/** The greatest distance in pixels that it scrolls in a frame. */
const speed = 22

/** Returns how far the page scrolls in a frame for a height in the window; 0 in the middle. */
const scrollStep = (y: number) => {
  const { top, bottom } = visibleArea()
  const above = top + zone - y
  const below = y - (bottom - zone)
  const depth = above > 0 ? -above : Math.max(below, 0)
  return Math.round((Math.max(Math.min(depth / zone, 1), -1) || 0) * speed)
}

/**
 * Returns functions that start and stop scrolling. `onScroll` is called after each step, because what is under the pointer
 * has changed.
 */
export function createAutoScroll(onScroll: () => void) {
  let frame = 0
  let height = 0
  const scroll = () => {
    frame = 0
    const before = scrollY
    const step = scrollStep(height)
    if (step === 0) return
    scrollBy({ top: step, behavior: 'instant' })
    if (scrollY === before) return
    onScroll()
    frame = requestAnimationFrame(scroll)
  }
  return {
    /** The pointer is at this height of the window. */
    moveTo: (y: number) => {
      height = y
      frame ||= requestAnimationFrame(scroll)
    },
    stop: () => cancelAnimationFrame(frame),
  }
}
