/** Finds the time for work that can wait: while the browser is idle, and not while an editor types, presses, drags or scrolls. */

/** Milliseconds after the last input, in which the next is expected: more than between two words. */
const pause = 2_000

const inputs = ['keydown', 'pointerdown', 'pointermove', 'touchmove', 'wheel']

/**
 * Watches input until the signal is aborted. Returns a function that calls another one once there is time for it, which in turn
 * returns one that prevents the call.
 */
export function watchRest(signal: AbortSignal) {
  let lastInput = Number.NEGATIVE_INFINITY
  const note = () => {
    lastInput = performance.now()
  }
  for (const input of inputs)
    addEventListener(input, note, { capture: true, passive: true, signal })

  return (callback: () => void) => {
    let prevent: () => void
    const callAtRest = () => {
      const remaining = lastInput + pause - performance.now()
      if (remaining > 0) prevent = after(remaining, waitUntilIdle)
      else callback()
    }
    const waitUntilIdle = () => {
      prevent = onceIdle(callAtRest)
    }
    waitUntilIdle()
    return () => prevent()
  }
}

const after = (milliseconds: number, callback: () => void) => {
  const timer = setTimeout(callback, milliseconds)
  return () => clearTimeout(timer)
}

/** Calls a function once the browser is idle. Returns one that prevents it. */
function onceIdle(callback: () => void) {
  if (typeof requestIdleCallback !== 'function') return after(50, callback)
  const handle = requestIdleCallback(callback)
  return () => cancelIdleCallback(handle)
}
