import { overlap } from '#content/page/geometry/box.ts'
import { coveredEdges } from './covered-edges.ts'
import { followElement } from './follow-element.ts'
import { overlayLayer } from './overlay-layer.ts'
import { positionBelow } from './position-below.ts'
import { visibleArea } from './scroll-into-view.ts'

/** Distance in pixels from the reference, and from what the editor draws at the edges of the window. */
const gap = 8

/**
 * Keeps an element below a reference, or above it where there is more room, without covering it or the tools of the
 * selection. Calls `onHidden` once the reference has been scrolled out of sight. Returns a function that stops this.
 */
export function positionBeside(reference: Element, floatingEl: HTMLElement, onHidden: () => void) {
  let wasVisible = false
  const isVisible = () => {
    const { top, bottom } = reference.getBoundingClientRect()
    const visible = visibleArea()
    return bottom >= visible.top && top <= visible.bottom
  }
  const place = () => {
    // The outline may be covered.
    const distances = { gap, padding: { ...coveredEdges(gap), left: gap } }
    positionBelow(reference, floatingEl, distances)
    const tools = toolsCoveredBy(floatingEl)
    if (tools) positionBelow(around(reference, tools), floatingEl, distances)
  }
  const stopFollowing = followElement(reference, floatingEl, () => {
    place()
    // The panel may cover what has just been pressed, until it has been scrolled into view.
    if (wasVisible && !isVisible()) onHidden()
    wasVisible ||= isVisible()
  })
  const stopWatching = watchTools(place)
  return () => {
    stopWatching()
    stopFollowing()
  }
}

const toolsSelector = '[data-editor-tools]'

/** Returns the tools of the selection if an element lies over them. */
const toolsCoveredBy = (element: Element) => {
  const tools = overlayLayer().querySelector(toolsSelector)
  return tools && overlap(tools.getBoundingClientRect(), element.getBoundingClientRect())
    ? tools
    : null
}

/** Returns a reference that reaches as far up and down as both elements, and begins where the first begins. */
const around = (reference: Element, tools: Element) => ({
  getBoundingClientRect: () => {
    const { left, right, top, bottom } = reference.getBoundingClientRect()
    const box = tools.getBoundingClientRect()
    const start = Math.min(top, box.top)
    return new DOMRect(left, start, right - left, Math.max(bottom, box.bottom) - start)
  },
})

/** Calls `update` when the tools of the selection are shown or have another place. Returns a function that stops this. */
function watchTools(update: () => void) {
  const observer = new MutationObserver((changes) => {
    const isOfTools = ({ target, type }: MutationRecord) =>
      type === 'childList' || (target as Element).matches(toolsSelector)
    if (changes.some(isOfTools)) update()
  })
  const attributeFilter = ['style', 'data-docked']
  observer.observe(overlayLayer(), { subtree: true, childList: true, attributeFilter })
  return () => observer.disconnect()
}
