/** Places what floats over the page where it does not cover what is being edited. */
import { overlap } from '#content/page/geometry/box.ts'
import { isMotionReduced } from './layout-animation.ts'
import { visibleArea } from './scroll-into-view.ts'

/** The distance in pixels from the top of what is visible to which an element is scrolled that would stay covered. */
const margin = 16

/**
 * Keeps an element that floats at the bottom of the page there, or at its top, with the attribute `data-at-top`, while it
 * or the window is resized. Returns a function that stops this.
 */
export function keepClearOfSelection(floatingEl: HTMLElement) {
  const update = () => place(floatingEl)
  const observer = new ResizeObserver(update)
  observer.observe(floatingEl)
  addEventListener('resize', update)
  return () => {
    observer.disconnect()
    removeEventListener('resize', update)
  }
}

function place(floatingEl: HTMLElement) {
  const selected = document.querySelector('[data-area] [aria-current="true"]')
  if (!selected || floatingEl.offsetHeight === 0) return
  const coveredAt = (isAtTop: boolean) => {
    floatingEl.toggleAttribute('data-at-top', isAtTop)
    return overlap(selected.getBoundingClientRect(), floatingEl.getBoundingClientRect())
  }
  if (!coveredAt(false) || !coveredAt(true)) return
  floatingEl.toggleAttribute('data-at-top', false)
  scrollToTop(selected)
}

function scrollToTop(element: Element) {
  const { top } = element.getBoundingClientRect()
  const distance = top - visibleArea().top - margin
  if (distance > 0) scrollBy({ top: distance, behavior: isMotionReduced() ? 'instant' : 'smooth' })
}
