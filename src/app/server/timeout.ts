/** Milliseconds a page may take to load on the server; after that the browser loads it. */
const timeout = 3_000

export const timedOut = Symbol('timed out')

/** Resolves with the promise's value, or with `timedOut` after the timeout. */
export const withTimeout = async <Value>(promise: Promise<Value>) => {
  let timer: ReturnType<typeof setTimeout>
  const limit = new Promise<typeof timedOut>((resolve) => {
    timer = setTimeout(() => resolve(timedOut), timeout)
  })
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer))
}
