/** Returns a signal for listeners, and the function that removes them all. */
export const createAbortable = () => {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
