/** Places what is not part of the page at that side of it where it covers least of what is being edited. */
import { isMotionReduced } from './layout-animation.ts'
import { visibleArea } from './scroll-into-view.ts'

/** The distance in pixels from the top of what is visible to which an element is scrolled that would stay covered. */
const margin = 16

/**
 * Keeps an element that floats at the bottom of the page there, or at its top, with the attribute `data-at-top`, while it
 * grows and shrinks. Returns a function that stops this.
 */
export function keepClearOfSelection(floatingEl: HTMLElement) {
  const observer = new ResizeObserver(() => place(floatingEl))
  observer.observe(floatingEl)
  return () => observer.disconnect()
}

function place(floatingEl: HTMLElement) {
  const selected = document.querySelector('[data-area] [aria-current="true"]')
  if (!selected || floatingEl.offsetHeight === 0) return
  const coveredAt = (isAtTop: boolean) => {
    floatingEl.toggleAttribute('data-at-top', isAtTop)
    return coveredHeight(selected, floatingEl)
  }
  const atTop = coveredAt(true)
  const atBottom = coveredAt(false)
  if (atTop < atBottom) floatingEl.toggleAttribute('data-at-top', true)
  if (Math.min(atTop, atBottom) > 0) scrollToTop(selected)
}

/** Returns how many pixels of the height of an element another one covers. */
function coveredHeight(element: Element, coveringEl: Element) {
  const box = element.getBoundingClientRect()
  const covering = coveringEl.getBoundingClientRect()
  const isBeside = box.right <= covering.left || box.left >= covering.right
  const covered = Math.min(box.bottom, covering.bottom) - Math.max(box.top, covering.top)
  return isBeside ? 0 : Math.max(covered, 0)
}

function scrollToTop(element: Element) {
  const { top } = element.getBoundingClientRect()
  const distance = top - visibleArea().top - margin
  if (distance > 0) scrollBy({ top: distance, behavior: isMotionReduced() ? 'instant' : 'smooth' })
}
