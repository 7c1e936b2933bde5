/** Runs the fluid on a canvas: it follows pointers, pauses while hidden and stays still under reduced motion. */
import { createFluid } from './simulation.ts'
import { createSurface } from './webgl.ts'

/** Frames after the last pointer movement until nothing visible moves. */
const idleFrames = 600
/** Frames that are simulated before the still image of reduced motion is shown. */
const reducedMotionFrames = 30
const frameSeconds = 1 / 60

/** Starts the fluid and returns a function that stops it, or null where WebGL 2 is unavailable. */
export const startFluid = (canvas: HTMLCanvasElement): (() => void) | null => {
  canvas.width = innerWidth
  canvas.height = innerHeight
  const surface = createSurface(canvas)
  if (!surface) return null
  const fluid = createFluid(surface, canvas)
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
  const controller = new AbortController()
  const { signal } = controller
  const lastPositions = new Map<number, { x: number; y: number }>()
  let frameRequest = 0
  let lastTime = 0
  let framesLeft = idleFrames

  const tick = (now: number) => {
    fluid.step((now - lastTime) / 1_000)
    fluid.render()
    lastTime = now
    framesLeft -= 1
    frameRequest = 0
    if (framesLeft > 0) requestFrame()
  }
  const requestFrame = () => {
    if (frameRequest || document.hidden || reducedMotion.matches) return
    frameRequest = requestAnimationFrame(tick)
  }
  const resume = () => {
    if (!frameRequest) lastTime = performance.now()
    requestFrame()
  }
  const pause = () => {
    cancelAnimationFrame(frameRequest)
    frameRequest = 0
  }
  const stir = (id: number, { clientX: x, clientY: y }: { clientX: number; clientY: number }) => {
    const from = lastPositions.get(id)
    lastPositions.set(id, { x, y })
    if (!from || reducedMotion.matches) return
    const scaleX = canvas.width / innerWidth
    const scaleY = canvas.height / innerHeight
    fluid.stir({
      x: x * scaleX,
      y: y * scaleY,
      dx: (x - from.x) * scaleX,
      dy: (y - from.y) * scaleY,
    })
    framesLeft = idleFrames
    resume()
  }

  const mouseId = -1
  addEventListener('mousemove', (event) => stir(mouseId, event), { signal })
  const handleTouch = ({ changedTouches }: TouchEvent) => {
    for (const touch of changedTouches) stir(touch.identifier, touch)
  }
  addEventListener('touchstart', handleTouch, { signal, passive: true })
  addEventListener('touchmove', handleTouch, { signal, passive: true })
  addEventListener(
    'touchend',
    ({ changedTouches }) => {
      for (const { identifier } of changedTouches) lastPositions.delete(identifier)
    },
    { signal },
  )
  document.addEventListener('visibilitychange', () => (document.hidden ? pause() : resume()), {
    signal,
  })
  reducedMotion.addEventListener('change', resume, { signal })
  canvas.addEventListener('webglcontextlost', pause, { signal })

  fluid.seed()
  if (reducedMotion.matches)
    for (let frame = 0; frame < reducedMotionFrames; frame += 1) fluid.step(frameSeconds)
  fluid.render()
  resume()
  return () => {
    controller.abort()
    pause()
    surface.dispose()
  }
}
