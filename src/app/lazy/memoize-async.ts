/** Loads something the first time it is asked for; what could not be loaded is tried again the next time. */
export const memoizeAsync = <Value>(load: () => Promise<Value>) => {
  let pending: Promise<Value> | undefined
  return () => {
    pending ??= load().catch((error: unknown) => {
      pending = undefined
      throw error
    })
    return pending
  }
}
