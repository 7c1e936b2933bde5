import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { visibleRows } from '#content/admin/visible-rows.ts'

interface VisibleRows {
  ref: RefObject<HTMLDivElement | null>
  onScroll: () => void
  first: number
  /** The number of the row after the last one. */
  end: number
  /** Scrolls to a row that is out of sight. */
  show: (row: number) => void
}

/** Returns which of many rows of one height are rendered in an element that scrolls. */
export function useVisibleRows(count: number, rowHeight: number): VisibleRows {
  const ref = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 0 })
  const measure = () => {
    const { scrollTop: top, clientHeight: height } = ref.current!
    setView((last) => (last.top === top && last.height === height ? last : { top, height }))
  }
  const measureNow = useEffectEvent(measure)
  useLayoutEffect(() => {
    measureNow()
    const observer = new ResizeObserver(() => measureNow())
    observer.observe(ref.current!)
    return () => observer.disconnect()
  }, [])
  return {
    ref,
    onScroll: measure,
    ...visibleRows(view, count, rowHeight),
    show: (row) => {
      const element = ref.current!
      const [top, bottom] = [row * rowHeight, (row + 1) * rowHeight - element.clientHeight]
      element.scrollTop = Math.min(top, Math.max(bottom, element.scrollTop))
      measure()
    },
  }
}
