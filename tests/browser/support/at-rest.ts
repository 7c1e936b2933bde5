/** Waits for the end of movements, because an element has neither its place nor its colors before. */
import type { Locator, Page } from '@playwright/test'

/**
 * Waits in the page until nothing moves, fades or scrolls any more. A spinner, which never ends, does not count, nor does what
 * moves with the scrolled position, which ends only where that does, nor what is in a closed menu, where time stands still, nor
 * the ring of a notification, which ends with that.
 */
const untilAtRest = async () => {
  const nextFrame = () => new Promise(requestAnimationFrame)
  const isRendered = (effect: AnimationEffect | null) =>
    (effect as KeyframeEffect | null)?.target?.checkVisibility() ?? true
  const isRing = (effect: AnimationEffect | null) =>
    (effect as KeyframeEffect | null)?.target?.matches('[data-time-ring]') ?? false
  const isMoving = ({ playState, effect, timeline }: Animation) =>
    playState === 'running' &&
    isRendered(effect) &&
    !isRing(effect) &&
    timeline === document.timeline &&
    effect?.getComputedTiming().endTime !== Infinity
  await document.fonts.ready
  for (let round = 0; round < 20; round += 1) {
    const scrolled = scrollY
    // An element begins to move in the frame after it is rendered, or never.
    await nextFrame()
    await nextFrame()
    const moving = document.getAnimations().filter(isMoving)
    if (moving.length === 0 && scrollY === scrolled) return
    // An animation that is canceled rejects.
    await Promise.allSettled(moving.map(({ finished }) => finished))
  }
  throw new Error('Something on the page goes on moving.')
}

export const atRest = (page: Page) => page.evaluate(untilAtRest)

/** Returns the box of an element, once it is where it stays. */
export const boxOf = async (target: Locator) => {
  await target.waitFor()
  await atRest(target.page())
  return (await target.boundingBox())!
}
