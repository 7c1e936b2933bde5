import { autoUpdate } from '@floating-ui/dom'
import { followGlides } from './glide.ts'

interface FollowOptions {
  /** True to watch only the size of the element: what is hovered is found anew when the pointer or the page moves. */
  isHover?: boolean
}

const hoverOptions = { ancestorScroll: false, ancestorResize: false, layoutShift: false }

/**
 * Calls `update` at once, and whenever an element that a floating one belongs to may have moved. Returns a function that
 * stops this.
 */
export function followElement(
  element: Element,
  floatingEl: HTMLElement,
  update: () => void,
  { isHover = false }: FollowOptions = {},
) {
  const stopUpdating = autoUpdate(element, floatingEl, update, isHover ? hoverOptions : {})
  const stopFollowing = followGlides(update)
  return () => {
    stopUpdating()
    stopFollowing()
  }
}
