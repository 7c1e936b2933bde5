/** The DOM listeners that tell of a long press by a finger where the browser does not: iOS sends no `contextmenu` for it. */
import type { Point } from '#content/page/geometry/box.ts'

/** The time for which the finger rests, in milliseconds: a little longer than the browsers wait that send the event. */
const duration = 600
/** The distance that the finger may move meanwhile, in pixels. */
const tolerance = 10

interface LongPress {
  pointerId: number
  point: Point
  timer: ReturnType<typeof setTimeout>
}

/** Sends the event to what is pressed, as browsers do. Returns true if something has taken it. */
const sendContextMenu = (target: EventTarget, { x, y }: Point) =>
  !target.dispatchEvent(
    new PointerEvent('contextmenu', {
      bubbles: true,
      cancelable: true,
      composed: true,
      pointerType: 'touch',
      clientX: x,
      clientY: y,
    }),
  )

/** Keeps the finger that is lifted from pressing what is below it by a click, or what has opened there. */
const ignoreRelease = () =>
  document.addEventListener(
    'touchend',
    // The release of a scroll can't be prevented, and presses nothing.
    (event) => event.cancelable && event.preventDefault(),
    { once: true, passive: false },
  )

/** Adds the listeners; aborting the signal removes them. */
export function addLongPressListeners(signal: AbortSignal) {
  let pressed: LongPress | null = null
  const cancel = () => {
    clearTimeout(pressed?.timer)
    pressed = null
  }
  const begin = (event: PointerEvent) => {
    const isSecond = pressed !== null
    cancel()
    const { target, pointerId, clientX: x, clientY: y } = event
    if (isSecond || event.pointerType !== 'touch' || !event.isPrimary || !target) return
    const point = { x, y }
    const timer = setTimeout(() => {
      cancel()
      if (sendContextMenu(target, point)) ignoreRelease()
    }, duration)
    pressed = { pointerId, point, timer }
  }
  const follow = ({ pointerId, clientX, clientY }: PointerEvent) => {
    if (pressed?.pointerId !== pointerId) return
    const { x, y } = pressed.point
    if (Math.hypot(clientX - x, clientY - y) > tolerance) cancel()
  }
  const options = { capture: true, signal }
  document.addEventListener('pointerdown', begin, options)
  document.addEventListener('pointermove', follow, options)
  // The browser sends `contextmenu` itself, or has the press become a drag or a scroll.
  for (const type of ['pointerup', 'pointercancel', 'contextmenu', 'scroll', 'dragstart'] as const)
    document.addEventListener(type, cancel, options)
  signal.addEventListener('abort', cancel)
}
