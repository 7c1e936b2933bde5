/** Moves what is scrolled with the chart that it shows. */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import type { ChartLayout } from '#charts/layout/chart-layout.ts'

type ScrollerRef = RefObject<HTMLElement | null>

/** Keeps the middle of what is in sight there when the zoom changes. */
export function useZoomCenter(ref: ScrollerRef) {
  useLayoutEffect(() => {
    const scroller = ref.current!
    let center = { x: 0, y: 0 }
    const remember = () => {
      center = {
        x: (scroller.scrollLeft + scroller.clientWidth / 2) / scroller.scrollWidth,
        y: (scroller.scrollTop + scroller.clientHeight / 2) / scroller.scrollHeight,
      }
    }
    const restore = () => {
      const { clientWidth, clientHeight, scrollWidth, scrollHeight } = scroller
      const [left, top] = [center.x * scrollWidth, center.y * scrollHeight]
      scroller.scrollTo(left - clientWidth / 2, top - clientHeight / 2)
    }
    const observer = new ResizeObserver(restore)
    observer.observe(scroller.firstElementChild!)
    scroller.addEventListener('scroll', remember, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', remember)
    }
  }, [ref])
}

/** Zooms with the wheel and the control key, as two fingers on a touchpad do, in place of the whole page. */
export function useZoomWheel(ref: ScrollerRef, onZoom: (factor: number) => void) {
  const zoom = useEffectEvent(onZoom)
  useEffect(() => {
    const scroller = ref.current!
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      zoom(Math.exp(-event.deltaY / 200))
    }
    // React's own listeners cannot keep the browser from zooming the page.
    scroller.addEventListener('wheel', onWheel, { passive: false })
    return () => scroller.removeEventListener('wheel', onWheel)
  }, [ref])
}

/** Scrolls to a state that is pointed out and is out of sight. */
export function useStateInSight(ref: ScrollerRef, layout: ChartLayout, state: string | null) {
  useLayoutEffect(() => {
    const scroller = ref.current!
    const shape = layout.states.find(({ id }) => id === state)
    if (!shape) return
    const scale = scroller.querySelector('svg')!.getBoundingClientRect().width / layout.width
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = scroller
    const [left, top] = [shape.x * scale, shape.y * scale]
    const isInSight =
      left >= scrollLeft &&
      top >= scrollTop &&
      left + Math.min(shape.width * scale, 120) <= scrollLeft + clientWidth &&
      top + Math.min(shape.height * scale, 60) <= scrollTop + clientHeight
    if (isInSight) return
    const middle = { x: left + (shape.width * scale) / 2, y: top + (shape.height * scale) / 2 }
    scroller.scrollTo(middle.x - clientWidth / 2, middle.y - clientHeight / 2)
  }, [ref, layout, state])
}
