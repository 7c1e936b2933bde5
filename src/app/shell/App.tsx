import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { SiteConfig } from '#content/model/site-config.ts'
import type { AppRef } from '#machines/app/app.ts'
import {
  selectAnnouncement,
  selectDeferredViews,
  selectNavigationFocusRef,
  selectLiveUpdatesRef,
} from '#machines/app/deferred.ts'
import type { ResourceCache } from '#src/resources/resource-cache.ts'
import { ResourceCacheContext } from '#src/resources/use-resource.ts'
import { WithSuspenseContext } from '#src/views/page/ComponentErrorBoundary.tsx'
import { type Registry, RegistryProvider } from '#src/views/registry/registry.ts'
import { SiteConfigProvider } from '#src/views/hooks/use-site-config.ts'
import styles from '#src/views/views.module.css'
import { EditorSlot } from './EditorSlot.tsx'
import { Screen, type ScreenViews } from './Screen.tsx'
import { AppProvider, useAppActor } from './app-context.tsx'
import type { DeferredViews } from '../lazy/deferred-views.ts'
import { AppRouter } from './router.tsx'

interface AppProps extends ScreenViews {
  appRef: AppRef
  cache: ResourceCache
  registry: Registry
  site: SiteConfig
  origin: string | null
  withSuspense: boolean
}

/** Renders the whole page, on the server and in the browser, with all contexts it needs. */
export const App = ({ appRef, cache, registry, site, withSuspense, ...props }: AppProps) => (
  <AppProvider value={appRef}>
    <ResourceCacheContext value={cache}>
      <SiteConfigProvider value={site}>
        <RegistryProvider value={registry}>
          <WithSuspenseContext value={withSuspense}>
            <AppRouter>
              <AppFrame {...props} />
            </AppRouter>
          </WithSuspenseContext>
        </RegistryProvider>
      </SiteConfigProvider>
    </ResourceCacheContext>
  </AppProvider>
)

/** Renders the current screen with the skip link, the editor, the notices and the live region for announcements. */
function AppFrame({ origin, ...views }: Pick<AppProps, 'origin' | keyof ScreenViews>) {
  const deferredRef = useAppActor('deferred')
  const navigationFocusRef = useSelector(deferredRef, selectNavigationFocusRef)
  const liveUpdatesRef = useSelector(deferredRef, selectLiveUpdatesRef)
  const deferredViews = useSelector(deferredRef, selectDeferredViews) as DeferredViews | null
  const announcement = useSelector(navigationFocusRef, selectAnnouncement)
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = ''
    // From now on, links lead to pages that were read ahead (server/render/speculation-rules.ts).
    document.getElementById('speculation')?.remove()
  }, [])
  return (
    <>
      <a href="#main" className={styles.skipLink} onClick={skipToContent}>
        Skip to content
      </a>
      <EditorSlot>
        <Screen {...views}>
          {deferredViews && navigationFocusRef && (
            <deferredViews.NavigationFocus
              navigationFocusRef={navigationFocusRef}
              origin={origin}
            />
          )}
        </Screen>
      </EditorSlot>
      <div role="status" className={styles.notices}>
        {deferredViews && liveUpdatesRef && (
          <deferredViews.Notices liveUpdatesRef={liveUpdatesRef} />
        )}
      </div>
      {deferredViews && <deferredViews.AccountMenu />}
      <p role="status" className={styles.liveRegion}>
        {announcement}
      </p>
    </>
  )
}

// Moves the focus without changing the hash, which would add an entry to the history.
const skipToContent = (event: { preventDefault: () => void }) => {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
