/** Loads the code that the next steps of a visitor may need, such as a navigation or signing in. */
import { memoizeAsync } from '#content/memoize-async.ts'

export const loadAuthorizeNavigation = memoizeAsync(
  () => import('../services/authorize-navigation.ts'),
)
export const loadAppScreen = memoizeAsync(() => import('../shell/AppScreen.tsx'))

export const loadErrorView = memoizeAsync(
  async () => (await import('#src/views/screens/ErrorView.tsx')).ErrorView,
)

const requestIdle = globalThis.requestIdleCallback ?? setTimeout
/** Resolves when the browser is idle. */
export const whenIdle = () => new Promise<void>((resolve) => requestIdle(() => resolve()))
