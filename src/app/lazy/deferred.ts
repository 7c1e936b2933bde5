/** What the first page does without. It is fetched before it is needed, but after the page. */
import type { ComponentType } from 'react'
import type { DeferredActors } from '#machines/app/deferred.ts'
import type { DeferredNoticesProps } from '../shell/DeferredNotices.tsx'
import { registry } from '#site/index.ts'
import { loadAllViews } from '#src/views/registry/load-views.ts'
import { memoizeAsync } from './memoize-async.ts'

export const loadNavigationFocus = memoizeAsync(() => import('../shell/NavigationFocus.tsx'))
export const loadAuthorizeNavigation = memoizeAsync(
  () => import('../services/authorize-navigation.ts'),
)
export const loadAppScreen = memoizeAsync(() => import('../shell/AppScreen.tsx'))

const requestIdle = globalThis.requestIdleCallback ?? setTimeout
/** Settles when the browser has nothing to do: on a slow phone all that comes later would be felt, if it came at once. */
export const whenIdle = () => new Promise<unknown>((resolve) => requestIdle(resolve))

/** What the next step may need: another page, or signing in. */
export const preloadNextSteps = async () => {
  await Promise.allSettled([import('../effects/fetch-chain-effects.ts')])
  await whenIdle()
  await Promise.allSettled([loadNavigationFocus(), loadAuthorizeNavigation()])
  await whenIdle()
  await Promise.allSettled([loadAllViews(registry), loadAppScreen()])
}

let loadedViews: { Notices: ComponentType<DeferredNoticesProps> } | null = null

export const loadDeferred = async (): Promise<DeferredActors> => {
  const { later, views } = await import('./deferred-bundle.ts')
  loadedViews = views
  await whenIdle()
  return later
}

/** Null until `loadLater` has settled. */
export const getDeferredViews = () => loadedViews
