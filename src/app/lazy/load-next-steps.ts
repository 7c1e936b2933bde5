/** Loads the code that the next steps of a visitor may need, such as a navigation or signing in. */
import { loadAllViews } from '#src/views/registry/load-views.ts'
import type { Registry } from '#src/views/registry/registry.ts'
import { memoizeAsync } from './memoize-async.ts'

export const loadAuthorizeNavigation = memoizeAsync(
  () => import('../services/authorize-navigation.ts'),
)
export const loadAppScreen = memoizeAsync(() => import('../shell/AppScreen.tsx'))

export const loadErrorView = memoizeAsync(
  async () => (await import('#src/views/screens/ErrorView.tsx')).ErrorView,
)

const requestIdle = globalThis.requestIdleCallback ?? setTimeout
/** Resolves when the browser is idle, so that loading several modules does not block a slow phone. */
export const whenIdle = () => new Promise<unknown>((resolve) => requestIdle(resolve))

/** Loads all of it, one part after another while the browser is idle. */
export const preloadNextSteps = async (registry: Registry) => {
  await Promise.allSettled([import('../effects/fetch-chain-effects.ts'), loadErrorView()])
  await whenIdle()
  await Promise.allSettled([loadAuthorizeNavigation()])
  await whenIdle()
  await Promise.allSettled([loadAllViews(registry), loadAppScreen()])
}
