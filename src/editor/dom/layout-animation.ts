/**
 * Animates elements to their positions in a new layout (FLIP). The attribute `data-animating` marks them meanwhile, so that
 * others can follow them, or look past the movement to where they will be.
 */
import type { Point } from '#content/page/geometry/box.ts'
import { loadMotion } from '#src/ui/motion/load-motion.ts'

/** The duration of the movement in seconds. */
const duration = 0.18

/** True if the user has asked for no movement. */
export const isMotionReduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Animates an element to its position from an offset. Calls `onEnd` when it has arrived. Returns a function that shows it
 * there at once. Neither leaves a style behind.
 */
export type AnimateLayout = (element: HTMLElement, offset: Point, onEnd: () => void) => () => void

/** Loads the code of the movement in advance, because it has to begin before the element is painted. */
export async function loadLayoutAnimation(): Promise<AnimateLayout> {
  const { animate } = await loadMotion()
  return (...options) => startAnimation(animate, ...options)
}

type Animate = Awaited<ReturnType<typeof loadMotion>>['animate']

function startAnimation(
  animate: Animate,
  ...[element, { x, y }, onEnd]: Parameters<AnimateLayout>
) {
  const animation = animate(
    // The list makes the library accept an element of another window, such as that of the tests.
    [element],
    // Not `transform`, which the site may use for itself.
    { translate: [`${x}px ${y}px`, '0px 0px'] },
    { duration, ease: 'easeOut' },
  )
  const showAsIs = () => {
    animation.cancel()
    element.style.removeProperty('translate')
    if (element.getAttribute('style') === '') element.removeAttribute('style')
    delete element.dataset['animating']
  }
  const arrive = async () => {
    await animation
    showAsIs()
    onEnd()
  }
  element.dataset['animating'] = ''
  // A failed animation leaves the element where it is.
  arrive().catch(() => {})
  return showAsIs
}

/**
 * Calls `update` in each frame while something on the page is animated, and once when nothing is any more. Returns a function
 * that stops this.
 */
export function followLayoutAnimations(update: (isMoving: boolean) => void) {
  let frame = 0
  const follow = () => {
    const isMoving = document.querySelector('[data-animating]') !== null
    update(isMoving)
    frame = isMoving ? requestAnimationFrame(follow) : 0
  }
  // Before the next paint, once for all that begins to move by then.
  const observer = new MutationObserver(() => {
    frame ||= requestAnimationFrame(follow)
  })
  observer.observe(document.body, { subtree: true, attributeFilter: ['data-animating'] })
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
  }
}

/** Returns how far an element is seen from where it will be, by itself or with what contains it. */
export function layoutOffsetOf(element: Element): Point {
  const offset = { x: 0, y: 0 }
  // A position has no box, so its component is animated in its stead.
  let animatedEl = closestAnimating(element.firstElementChild ?? element)
  while (animatedEl) {
    const [x = '', y = ''] = getComputedStyle(animatedEl).translate.split(' ')
    offset.x += Number.parseFloat(x) || 0
    offset.y += Number.parseFloat(y) || 0
    animatedEl = closestAnimating(animatedEl.parentElement)
  }
  return offset
}

const closestAnimating = (element: Element | null) => element?.closest('[data-animating]') ?? null
