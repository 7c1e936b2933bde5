/** The number of components up to which work on all of them is done before the next frame is painted. */
export const maxComponentsAtOnce = 60

/** True while the document has more components than that. */
export const isLongPage = () =>
  document.querySelectorAll('[data-iri^="/component/"]').length > maxComponentsAtOnce

/** Calls a function once the next frame is painted, for what may follow it. Returns a function that prevents the call. */
export function afterPaint(callback: () => void) {
  let timer: ReturnType<typeof setTimeout>
  // The callback of a frame is called before it is painted.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(callback)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Milliseconds without a change after which typing has paused. */
const pause = 400

/**
 * Calls a function once typing in a text of the page pauses, and when the text loses the focus. Chromium undoes only what was
 * typed since something else in the document changed. Returns a function that prevents the call, or null where nothing is typed.
 */
export function afterTyping(callback: () => void) {
  const textEl = document.activeElement as HTMLElement | null
  if (!textEl?.isContentEditable) return null
  textEl.addEventListener('blur', callback)
  const timer = setTimeout(callback, pause)
  return () => {
    clearTimeout(timer)
    textEl.removeEventListener('blur', callback)
  }
}

/** Milliseconds after which nothing waits for a frame any more: a hidden window paints none. */
const longest = 100

/** Resolves once the next frame is painted, or when none is painted soon. */
export const painted = () =>
  new Promise<void>((resolve) => {
    afterPaint(resolve)
    setTimeout(resolve, longest)
  })
