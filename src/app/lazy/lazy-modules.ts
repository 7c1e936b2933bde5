/** Loads the code that the next steps of a visitor may need, such as a navigation. */
import { memoizeAsync } from '#content/memoize-async.ts'
import { Failure } from '#content/model/failure.ts'

export const loadErrorView = memoizeAsync(
  async () => (await import('#src/views/screens/ErrorView.tsx')).ErrorView,
)

const requestIdle = globalThis.requestIdleCallback ?? setTimeout
/** Resolves when the browser is idle. */
export const whenIdle = () => new Promise<void>((resolve) => requestIdle(() => resolve()))

/** Loads the client of the content API. Without a network it fails as a request does. */
export const loadApiBundle = async () => {
  try {
    return await import('./api-bundle.ts')
  } catch (cause) {
    throw new Failure('offline', { cause })
  }
}
