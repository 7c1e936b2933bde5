import { type RefObject, useCallback, useSyncExternalStore } from 'react'

/** The height of a row in pixels, which `Outline.module.css` repeats. */
export const rowHeight = 32

/** The number of rows that are rendered or left out together, so that scrolling renders once per block, not per row. */
const blockLength = 8
const blockHeight = blockLength * rowHeight

/**
 * Returns the indexes of the rows to render: those in sight, those nearby, and the active one, because only a rendered row
 * can be focused. This keeps a tree of a thousand rows as fast as a short one.
 */
export function useRenderedRows(
  ref: RefObject<HTMLElement | null>,
  count: number,
  activeIndex: number,
): number[] {
  const subscribe = useCallback(
    (onChange: () => void) => onViewChange(ref.current!, onChange),
    [ref],
  )
  const firstBlock = useSyncExternalStore(subscribe, () =>
    Math.floor((ref.current?.scrollTop ?? 0) / blockHeight),
  )
  const blocksInSight = useSyncExternalStore(subscribe, () =>
    Math.ceil((ref.current?.clientHeight ?? 0) / blockHeight),
  )
  const first = Math.max(firstBlock - 1, 0) * blockLength
  const end = Math.min((firstBlock + blocksInSight + 2) * blockLength, count)
  const near = Array.from({ length: Math.max(end - first, 0) }, (_, index) => first + index)
  if (count === 0 || (activeIndex >= first && activeIndex < end)) return near
  return activeIndex < first ? [activeIndex, ...near] : [...near, activeIndex]
}

/** Calls `onChange` when an element scrolls or has another size. Returns a function that stops this. */
function onViewChange(element: HTMLElement, onChange: () => void) {
  const observer = new ResizeObserver(onChange)
  observer.observe(element)
  element.addEventListener('scroll', onChange, { passive: true })
  return () => {
    observer.disconnect()
    element.removeEventListener('scroll', onChange)
  }
}
