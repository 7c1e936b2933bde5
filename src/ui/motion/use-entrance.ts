import { type RefObject, useLayoutEffect } from 'react'
import { loadMotion } from './load-motion.ts'

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
    // An element whose animation cannot be loaded stays as it is.
    moveIn(ref.current!, offset, { signal, frame }).catch(() => {})
    return () => {
      cancelAnimationFrame(frame)
      controller.abort()
    }
  }, [ref, offset])
}

interface Entrance {
  signal: AbortSignal
  /** The request that aborts an entrance before the next paint, until it has begun. */
  frame: number
}

/** Plays the movement and leaves no style behind, also when it is aborted. */
async function moveIn(element: HTMLElement, offset: string, { signal, frame }: Entrance) {
  const { animate } = await loadMotion()
  if (signal.aborted) return
  cancelAnimationFrame(frame)
  const animation = animate(
    // The list makes the library accept an element of another window, such as that of the tests.
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
