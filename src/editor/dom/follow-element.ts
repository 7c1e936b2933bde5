import { autoUpdate } from '@floating-ui/dom'
import { followLayoutAnimations } from './layout-animation.ts'

interface FollowOptions {
  /** True to watch only the size of the element: what is hovered is found anew when the pointer or the page moves. */
  isHover?: boolean
}

/** `isMoving` is true for a frame of an animation, in which it is enough to follow the element roughly. */
type Update = (isMoving?: boolean) => void

/**
 * Calls `update` at once, and whenever an element that a floating one belongs to may have moved. Returns a function that
 * stops this.
 */
export function followElement(
  element: Element,
  floatingEl: HTMLElement,
  update: Update,
  { isHover = false }: FollowOptions = {},
) {
  return isHover ? followHovered(element, update) : follow(element, floatingEl, update)
}

/** Follows what is selected or pressed: its movements and its size, and the size of the floating element itself. */
function follow(element: Element, floatingEl: HTMLElement, update: Update) {
  const stopMoves = followMoves(element, update)
  const stopSizes = followSizes(element, update, [floatingEl])
  update()
  return () => {
    stopSizes()
    stopMoves()
  }
}

/** Calls `update` when an element or one of the others has another size. Returns a function that stops this. */
function followSizes(element: Element, update: Update, others: readonly Element[] = []) {
  const began = boxKeyOf(element)
  let hasBegun = false
  const observer = new ResizeObserver(() => {
    // The first call tells of the sizes that it has begun with. It counts if the page was laid out anew since then.
    if (hasBegun || boxKeyOf(element) !== began) update()
    hasBegun = true
  })
  for (const observed of [element, ...others]) observer.observe(observed)
  return () => observer.disconnect()
}

/** Returns a text that is the same for the same place and size in the window. */
const boxKeyOf = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return [x, y, width, height].join(' ')
}

/** The functions to be called when an element has moved, and that which stops this. */
interface Moves {
  updates: Set<Update>
  stop: () => void
}

const followed = new Map<Element, Moves>()

/**
 * Calls `update` when an element may have moved. All that follows one element, such as the tools of what is selected, shares one
 * watch, because to begin one the browser lays out the page.
 */
function followMoves(element: Element, update: Update) {
  const moves = followed.get(element) ?? watchMoves(element)
  followed.set(element, moves)
  moves.updates.add(update)
  return () => {
    moves.updates.delete(update)
    if (moves.updates.size > 0) return
    moves.stop()
    followed.delete(element)
  }
}

/**
 * Watches an element until it is stopped. It hears all scrolling of the page, because to find what the element is scrolled by
 * takes longer than everything else.
 */
function watchMoves(element: Element): Moves {
  const updates = new Set<Update>()
  const callAll = (isMoving: boolean) => {
    for (const update of updates) update(isMoving)
  }
  const updateAll = () => callAll(false)
  const own = { ancestorScroll: false, ancestorResize: false, elementResize: false }
  const stopShifts = autoUpdate(element, null, updateAll, own)
  const stopAnimations = followLayoutAnimations(callAll)
  const controller = new AbortController()
  const { signal } = controller
  addEventListener('scroll', updateAll, { capture: true, passive: true, signal })
  addEventListener('resize', updateAll, { signal })
  const stop = () => {
    stopShifts()
    stopAnimations()
    controller.abort()
  }
  return { updates, stop }
}

/** Follows what is hovered: its size and its animations. */
function followHovered(element: Element, update: Update) {
  const stopSizes = followSizes(element, update)
  const stopAnimations = followLayoutAnimations(update)
  update()
  return () => {
    stopSizes()
    stopAnimations()
  }
}
