import { autoUpdate } from '@floating-ui/dom'
import { followLayoutAnimations } from './layout-animation.ts'

interface FollowOptions {
  /** True to watch only the size of the element: what is hovered is found anew when the pointer or the page moves. */
  isHover?: boolean
}

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
  const stopUpdating = isHover ? followSize(element, update) : follow(element, floatingEl, update)
  const stopFollowing = followLayoutAnimations(update)
  return () => {
    stopUpdating()
    stopFollowing()
  }
}

/**
 * The same without the layout animations. It hears all scrolling of the page, because to find what the two are scrolled by takes
 * longer than everything else.
 */
function follow(element: Element, floatingEl: HTMLElement, update: () => void) {
  const own = { ancestorScroll: false, ancestorResize: false }
  const stopUpdating = autoUpdate(element, floatingEl, update, own)
  const controller = new AbortController()
  const { signal } = controller
  addEventListener('scroll', update, { capture: true, passive: true, signal })
  addEventListener('resize', update, { signal })
  return () => {
    stopUpdating()
    controller.abort()
  }
}

/** The same for its size only, without the second call that an observer makes once it has begun. */
function followSize(element: Element, update: () => void) {
  update()
  let hasBegun = false
  const observer = new ResizeObserver(() => {
    if (hasBegun) update()
    hasBegun = true
  })
  observer.observe(element)
  return () => observer.disconnect()
}
