import { coveredEdges } from './covered-edges.ts'
import { followElement } from './follow-element.ts'
import { positionBelow } from './position-below.ts'
import { visibleArea } from './scroll-into-view.ts'

/** Distance in pixels from the reference, and from what the editor draws at the edges of the window. */
const gap = 8

/**
 * Keeps an element below a reference, or above it where there is more room, without covering it. Calls `onHidden` once
 * the reference has been scrolled out of sight. Returns a function that stops this.
 */
export function positionBeside(reference: Element, floatingEl: HTMLElement, onHidden: () => void) {
  let wasVisible = false
  const isVisible = () => {
    const { top, bottom } = reference.getBoundingClientRect()
    const visible = visibleArea()
    return bottom >= visible.top && top <= visible.bottom
  }
  return followElement(reference, floatingEl, () => {
    // The outline may be covered.
    positionBelow(reference, floatingEl, { gap, padding: { ...coveredEdges(gap), left: gap } })
    // The panel may cover what has just been pressed, until it has been scrolled into view.
    if (wasVisible && !isVisible()) onHidden()
    wasVisible ||= isVisible()
  })
}
