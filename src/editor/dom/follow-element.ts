import { autoUpdate } from '@floating-ui/dom'
import { followGlides } from './glide.ts'

/**
 * Calls `update` at once, and whenever an element that a floating one belongs to may have moved. Returns a function that
 * stops this.
 */
export function followElement(element: Element, floatingEl: HTMLElement, update: () => void) {
  const stopUpdating = autoUpdate(element, floatingEl, update)
  const stopFollowing = followGlides(update)
  return () => {
    stopUpdating()
    stopFollowing()
  }
}
