import { type MouseEvent, type RefObject, useLayoutEffect, useState } from 'react'
import type { MarksOf } from '#charts/drawing/ChartDrawing.tsx'
import type { ChartLayout } from '#charts/layout/chart-layout.ts'
import styles from './ChartView.module.css'

interface MinimapProps {
  scrollerRef: RefObject<HTMLElement | null>
  layout: ChartLayout
  marksOf: MarksOf
}

/** Shows which part of a chart is in sight, where that is not all of it. A press on it leads there. */
export function Minimap({ scrollerRef, layout, marksOf }: MinimapProps) {
  const view = useView(scrollerRef)
  if (!view || (view.width >= 0.99 && view.height >= 0.99)) return null
  const { width, height } = layout
  const moveTo = ({ clientX, clientY, currentTarget }: MouseEvent) => {
    const box = currentTarget.getBoundingClientRect()
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = scrollerRef.current!
    scrollerRef.current!.scrollTo(
      ((clientX - box.left) / box.width) * scrollWidth - clientWidth / 2,
      ((clientY - box.top) / box.height) * scrollHeight - clientHeight / 2,
    )
  }
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      // The arrow keys move the chart itself.
      aria-hidden="true"
      className={styles.minimap}
      onClick={moveTo}
    >
      {layout.states
        .filter(({ type }) => type !== 'initial')
        .map(({ id, x, y, width: across, height: down }) => (
          <rect
            key={id}
            {...{ x, y, width: across, height: down }}
            data-active={marksOf(id)?.includes('active') || undefined}
          />
        ))}
      <rect
        className={styles.sight}
        x={view.left * width}
        y={view.top * height}
        width={Math.min(1, view.width) * width}
        height={Math.min(1, view.height) * height}
      />
    </svg>
  )
}

/** Returns the part that is in sight; null until it is measured. */
function useView(ref: RefObject<HTMLElement | null>) {
  const [view, setView] = useState<{ left: number; top: number; width: number; height: number }>()
  useLayoutEffect(() => {
    const scroller = ref.current!
    const measure = () => {
      const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } =
        scroller
      // It has no size while it is hidden.
      if (scrollWidth === 0 || scrollHeight === 0) return
      setView({
        left: scrollLeft / scrollWidth,
        top: scrollTop / scrollHeight,
        width: clientWidth / scrollWidth,
        height: clientHeight / scrollHeight,
      })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    // Its size follows the zoom.
    observer.observe(scroller.firstElementChild!)
    scroller.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', measure)
    }
  }, [ref])
  return view
}
