/** Calls `load` once and returns the same promise from then on; calls it again after a rejection. */
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
