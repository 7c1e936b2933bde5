/**
 * Lets elements glide to their places. The attribute `data-gliding` marks them meanwhile, so that others can follow them, or
 * look past the movement to the place where they will be.
 */
import type { Point } from '#content/page/geometry/box.ts'
import { loadMotion } from '#src/ui/motion/load-motion.ts'

/** The duration of the movement in seconds. */
const duration = 0.18

/** True if the user has asked for no movement. */
export const isMotionReduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Lets an element glide to its place from an offset. Calls `onEnd` when it has arrived. Returns a function that puts it in
 * its place at once. Neither leaves a style behind.
 */
export type Glide = (element: HTMLElement, offset: Point, onEnd: () => void) => () => void

/** Loads the code of the movement in advance, because a glide has to begin before the element is painted in its place. */
export async function loadGlide(): Promise<Glide> {
  const { animate } = await loadMotion()
  return (...glide) => startGlide(animate, ...glide)
}

type Animate = Awaited<ReturnType<typeof loadMotion>>['animate']

function startGlide(animate: Animate, ...[element, { x, y }, onEnd]: Parameters<Glide>) {
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
    delete element.dataset['gliding']
  }
  const arrive = async () => {
    await animation
    showAsIs()
    onEnd()
  }
  element.dataset['gliding'] = ''
  // A failed animation leaves the element where it is.
  arrive().catch(() => {})
  return showAsIs
}

/** Calls `update` in each frame while something on the page glides. Returns a function that stops this. */
export function followGlides(update: () => void) {
  let frame = 0
  const follow = () => {
    update()
    frame = document.querySelector('[data-gliding]') ? requestAnimationFrame(follow) : 0
  }
  const observer = new MutationObserver(() => {
    if (frame === 0) follow()
  })
  observer.observe(document.body, { subtree: true, attributeFilter: ['data-gliding'] })
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
  }
}

/** Returns how far an element is seen from the place to which it glides, by itself or with what contains it. */
export function glideOffsetOf(element: Element): Point {
  const offset = { x: 0, y: 0 }
  // A position has no box, so its component glides in its place.
  let gliding = closestGliding(element.firstElementChild ?? element)
  while (gliding) {
    const [x = '', y = ''] = getComputedStyle(gliding).translate.split(' ')
    offset.x += Number.parseFloat(x) || 0
    offset.y += Number.parseFloat(y) || 0
    gliding = closestGliding(gliding.parentElement)
  }
  return offset
}

const closestGliding = (element: Element | null) => element?.closest('[data-gliding]') ?? null
