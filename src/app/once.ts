/** Loads something the first time it is asked for; what could not be loaded is tried again the next time. */
export const once = <Value>(load: () => Promise<Value>) => {
  let loading: Promise<Value> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
