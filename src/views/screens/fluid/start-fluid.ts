/** Runs the fluid on a canvas: it follows pointers, pauses while hidden and stays still under reduced motion. */
import type { Point } from '#content/page/geometry/box.ts'
import { type FluidSimulation, type PointerMove, createFluidSimulation } from './simulation.ts'
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
  const fluid = createFluidSimulation(surface, canvas)
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
  const controller = new AbortController()
  const { signal } = controller
  const { resume, pause, keepMoving } = createAnimation(fluid, reducedMotion)

  onPointerMoves(canvas, signal, (move) => {
    if (reducedMotion.matches) return
    fluid.stir(move)
    keepMoving()
  })
  document.addEventListener('visibilitychange', () => (document.hidden ? pause() : resume()), {
    signal,
  })
  reducedMotion.addEventListener('change', resume, { signal })
  canvas.addEventListener('webglcontextlost', pause, { signal })

  renderFirst(fluid, reducedMotion)
  resume()
  return () => {
    controller.abort()
    pause()
    surface.dispose()
  }
}

/** Renders some drops; under reduced motion they have moved already, because the image stays still. */
const renderFirst = (fluid: FluidSimulation, reducedMotion: MediaQueryList) => {
  fluid.seed()
  if (reducedMotion.matches)
    for (let frame = 0; frame < reducedMotionFrames; frame += 1) fluid.step(frameSeconds)
  fluid.render()
}

/** Returns functions that control the frames of a fluid; none is requested while it is hidden or under reduced motion. */
const createAnimation = (fluid: FluidSimulation, reducedMotion: MediaQueryList) => {
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
  const keepMoving = () => {
    framesLeft = idleFrames
    resume()
  }
  return { resume, pause, keepMoving }
}

const mouseId = -1

/** Calls the listener with each movement of the mouse or a finger, in pixels of the canvas, until the signal aborts. */
const onPointerMoves = (
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
  listener: (move: PointerMove) => void,
) => {
  const positions = new Map<number, Point>()
  const follow = (id: number, { clientX: x, clientY: y }: { clientX: number; clientY: number }) => {
    const from = positions.get(id)
    positions.set(id, { x, y })
    if (!from) return
    const scaleX = canvas.width / innerWidth
    const scaleY = canvas.height / innerHeight
    listener({
      x: x * scaleX,
      y: y * scaleY,
      dx: (x - from.x) * scaleX,
      dy: (y - from.y) * scaleY,
    })
  }
  const followTouches = ({ changedTouches }: TouchEvent) => {
    for (const touch of changedTouches) follow(touch.identifier, touch)
  }
  const removeTouches = ({ changedTouches }: TouchEvent) => {
    for (const { identifier } of changedTouches) positions.delete(identifier)
  }
  addEventListener('mousemove', (event) => follow(mouseId, event), { signal })
  addEventListener('touchstart', followTouches, { signal, passive: true })
  addEventListener('touchmove', followTouches, { signal, passive: true })
  addEventListener('touchend', removeTouches, { signal })
}
