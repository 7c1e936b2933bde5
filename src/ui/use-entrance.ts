import { type RefObject, useLayoutEffect } from 'react'
import { memoizeAsync } from '#src/app/lazy/memoize-async.ts'

/** Memoized, because each `import()` of loaded code takes a task, in which the element could be painted. */
const loadMotion = memoizeAsync(() => import('framer-motion/dom/mini'))

/** The duration of the movement in seconds. */
const duration = 0.16

/**
 * Fades an element in when it is mounted and moves it to its place from an offset, such as `0, 16px`. Nothing moves, and
 * no code for it is loaded, under reduced motion. An element that was painted before the code is loaded stays as it is.
 */
export function useEntrance(ref: RefObject<HTMLElement | null>, offset: string) {
  useLayoutEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const controller = new AbortController()
    const { signal } = controller
    const frame = requestAnimationFrame(() => controller.abort())
    loadMotion().then(
      ({ animate }) => {
        if (signal.aborted) return
        cancelAnimationFrame(frame)
        moveIn(animate, ref.current!, offset, signal)
      },
      () => {},
    )
    return () => {
      cancelAnimationFrame(frame)
      controller.abort()
    }
  }, [ref, offset])
}

type Animate = Awaited<ReturnType<typeof loadMotion>>['animate']

/** Plays the movement and leaves no style behind, also when it is aborted. */
async function moveIn(animate: Animate, element: HTMLElement, offset: string, signal: AbortSignal) {
  const animation = animate(
    // In a list, an element of any window is accepted, such as the one of the tests.
    [element],
    { opacity: [0, 1], transform: [`translate(${offset})`, 'none'] },
    { duration, ease: 'easeOut' },
  )
  const showAsIs = () => {
    animation.cancel()
    element.style.removeProperty('opacity')
    element.style.removeProperty('transform')
  }
  signal.addEventListener('abort', showAsIs)
  await animation
  showAsIs()
}
