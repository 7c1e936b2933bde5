/** Loads the code that the first page does not need: after the page, but before it is used. */
import type { ComponentType } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { DeferredBundle, deferredMachine } from '#machines/app/deferred.ts'
import type { ArrivalProps } from '../shell/Arrival.tsx'
import type { DeferredNoticesProps } from '../shell/DeferredNotices.tsx'
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

/** Loads the code that the next step may need, such as a navigation or signing in. */
export const preloadNextSteps = async (registry: Registry) => {
  await Promise.allSettled([import('../effects/fetch-chain-effects.ts'), loadErrorView()])
  await whenIdle()
  await Promise.allSettled([loadAuthorizeNavigation()])
  await whenIdle()
  await Promise.allSettled([loadAllViews(registry), loadAppScreen()])
}

export const loadDeferred = async (): Promise<DeferredBundle> => {
  const { deferred, views } = await import('./deferred-bundle.ts')
  await whenIdle()
  return { actors: deferred, views }
}

/** The components of the deferred bundle. */
export interface DeferredViews {
  Arrival: ComponentType<ArrivalProps>
  Notices: ComponentType<DeferredNoticesProps>
  AccountMenu: ComponentType
}

/** Returns the deferred components; null until they are loaded. */
export const selectDeferredViews = (snapshot: SnapshotFrom<typeof deferredMachine>) =>
  snapshot.context.views as DeferredViews | null
