/** How long a page may take to be gathered; after that the browser goes on by itself. */
const timeout = 3_000

export const timedOut = Symbol('too late')

export const withTimeout = async <Value>(promise: Promise<Value>) => {
  let timer: ReturnType<typeof setTimeout>
  const limit = new Promise<typeof timedOut>((resolve) => {
    timer = setTimeout(() => resolve(timedOut), timeout)
  })
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer))
}
