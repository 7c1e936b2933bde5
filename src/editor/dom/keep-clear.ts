/** Places what floats over the page where it does not cover what is being edited. */
import { type Box, overlap } from '#content/page/geometry/box.ts'
import { isMotionReduced } from './layout-animation.ts'
import { overlayLayer } from './overlay-layer.ts'
import { caretLine, visibleArea } from './scroll-into-view.ts'

/** The distance in pixels from the top of what is visible to which an element is scrolled that would stay covered. */
const margin = 16

/**
 * Keeps an element that floats at the bottom of the page there, or at its top, with the attribute `data-at-top`: where it
 * covers neither what is selected nor its tools, or at least not the line of the caret. Returns a function that stops this.
 */
export function keepClearOfSelection(floatingEl: HTMLElement) {
  const controller = new AbortController()
  const { signal } = controller
  const update = () => {
    const covered = place(floatingEl)
    if (covered) scrollToTop(covered)
  }
  const observer = new ResizeObserver(update)
  observer.observe(floatingEl)
  addEventListener('resize', update, { signal })
  // The page must not be scrolled against a person who scrolls it.
  addEventListener('scroll', () => place(floatingEl), { signal })
  document.addEventListener('selectionchange', () => place(floatingEl), { signal })
  return () => {
    observer.disconnect()
    controller.abort()
  }
}

/** Places the floating element, and returns the selected element if that stays covered. */
function place(floatingEl: HTMLElement) {
  const selected = document.querySelector('[data-area] [aria-current="true"]')
  if (!selected || floatingEl.offsetHeight === 0) return null
  const placeAt = (isAtTop: boolean) => floatingEl.toggleAttribute('data-at-top', isAtTop)
  const isClearAt = (boxes: readonly Box[], isAtTop: boolean) => {
    placeAt(isAtTop)
    const ownBox = floatingEl.getBoundingClientRect()
    return !boxes.some((box) => overlap(box, ownBox))
  }
  const canUncover = (boxes: readonly Box[]) => isClearAt(boxes, false) || isClearAt(boxes, true)
  const tools = overlayLayer().querySelector('[role="toolbar"]') ?? selected
  const [box, toolsBox] = [selected, tools].map((element) => element.getBoundingClientRect())
  const line = caretLine()
  const choices = [[box!, toolsBox!], [box!], ...(line ? [[line]] : [])]
  if (choices.some(canUncover)) return null
  placeAt(false)
  return selected
}

function scrollToTop(element: Element) {
  const { top } = element.getBoundingClientRect()
  const distance = top - visibleArea().top - margin
  if (distance > 0) scrollBy({ top: distance, behavior: isMotionReduced() ? 'instant' : 'smooth' })
}
