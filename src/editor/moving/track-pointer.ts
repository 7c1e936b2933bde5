/** Follows the pointer that holds a component: reports the drop target under it, and moves the component's name with it. */
import type { Point } from '#content/page/geometry/box.ts'
import { createAutoScroll } from './auto-scroll.ts'

interface PointerTracking {
  start: Point
  /** Moves with the pointer. */
  labelEl: HTMLElement
  onMove: (point: Point) => void
}

/** Starts following. Returns a function that stops it. What happens several times in a frame is done once. */
export function trackPointer({ start, labelEl, onMove }: PointerTracking) {
  let point = start
  let frame = 0
  const update = () => {
    frame = 0
    // With its margins, it ends where the window does.
    labelEl.style.translate = `min(${point.x}px, 100vw - 100% - 2rem) min(${point.y}px, 100vh - 100% - 2rem)`
    onMove(point)
  }
  const autoScroll = createAutoScroll(update)
  const controller = new AbortController()
  const on = (type: 'pointermove' | 'pointerup', listener: (event: PointerEvent) => void) =>
    document.addEventListener(type, listener, { capture: true, signal: controller.signal })
  on('pointermove', (event) => {
    point = pointOf(event)
    autoScroll.moveTo(point)
    frame ||= requestAnimationFrame(update)
  })
  // The last drop target is that of the release, which may be after the last frame.
  on('pointerup', (event) => {
    point = pointOf(event)
    cancelAnimationFrame(frame)
    update()
  })
  update()
  return () => {
    controller.abort()
    autoScroll.stop()
    cancelAnimationFrame(frame)
  }
}

const pointOf = ({ clientX: x, clientY: y }: PointerEvent): Point => ({ x, y })
