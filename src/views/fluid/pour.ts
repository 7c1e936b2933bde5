/** Pours a fluid into the window: it runs while it is seen, follows pointers, and is still for those who want it still. */
import { createFluid } from './fluid.ts'
import { createSurface } from './surface.ts'

/** Frames until nothing of what was stirred is left to be seen. */
const calm = 600
/** For those who want nothing to move: how far it has come when it is shown. */
const stillAfter = 30
const frame = 1 / 60

/** Null where it cannot be; else what takes it away again. */
export const pour = (canvas: HTMLCanvasElement): (() => void) | null => {
  canvas.width = innerWidth
  canvas.height = innerHeight
  const surface = createSurface(canvas)
  if (!surface) return null
  const fluid = createFluid(surface, canvas)
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  const over = new AbortController()
  const { signal } = over
  const last = new Map<number, { x: number; y: number }>()
  let running = 0
  let before = 0
  let left = calm

  const tick = (now: number) => {
    fluid.step((now - before) / 1_000)
    fluid.show()
    before = now
    left -= 1
    running = 0
    if (left > 0) run()
  }
  const run = () => {
    if (running || document.hidden || still.matches) return
    running = requestAnimationFrame(tick)
  }
  const wake = () => {
    if (!running) before = performance.now()
    run()
  }
  const halt = () => {
    cancelAnimationFrame(running)
    running = 0
  }
  const stir = (id: number, { clientX: x, clientY: y }: { clientX: number; clientY: number }) => {
    const from = last.get(id)
    last.set(id, { x, y })
    if (!from || still.matches) return
    const across = canvas.width / innerWidth
    const down = canvas.height / innerHeight
    fluid.stir({
      x: x * across,
      y: y * down,
      dx: (x - from.x) * across,
      dy: (y - from.y) * down,
    })
    left = calm
    wake()
  }

  const mouse = -1
  addEventListener('mousemove', (event) => stir(mouse, event), { signal })
  const touched = ({ changedTouches }: TouchEvent) => {
    for (const touch of changedTouches) stir(touch.identifier, touch)
  }
  addEventListener('touchstart', touched, { signal, passive: true })
  addEventListener('touchmove', touched, { signal, passive: true })
  addEventListener(
    'touchend',
    ({ changedTouches }) => {
      for (const { identifier } of changedTouches) last.delete(identifier)
    },
    { signal },
  )
  document.addEventListener('visibilitychange', () => (document.hidden ? halt() : wake()), {
    signal,
  })
  still.addEventListener('change', wake, { signal })
  canvas.addEventListener('webglcontextlost', halt, { signal })

  fluid.begin()
  if (still.matches) for (let at = 0; at < stillAfter; at += 1) fluid.step(frame)
  fluid.show()
  wake()
  return () => {
    over.abort()
    halt()
    surface.dispose()
  }
}
