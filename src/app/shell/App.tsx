import { useSelector } from '@xstate/react'
import { type ComponentType, useEffect, useState } from 'react'
import type { SiteConfig } from '#content/page/site-config.ts'
import type { AppRef } from '#machines/app/app.ts'
import { selectLiveUpdatesRef } from '#machines/app/deferred.ts'
import { selectLocation } from '#machines/page/navigation.ts'
import type { ResourceCache } from '#src/resources/resource-cache.ts'
import { ResourceCacheContext } from '#src/resources/use-resource.ts'
import { WithSuspenseContext } from '#src/views/page/ComponentErrorBoundary.tsx'
import { type Registry, RegistryProvider } from '#src/views/registry/registry.ts'
import { SiteConfigProvider } from '#src/views/hooks/use-site-config.ts'
import styles from '#src/views/views.module.css'
import { EditorSlot } from './EditorSlot.tsx'
import { Screen } from './Screen.tsx'
import { AppProvider, useAppActor } from './app-context.tsx'
import { lazyOptional } from '../lazy/lazy-optional.tsx'
import { getDeferredViews, loadNavigationFocus } from '../lazy/deferred.ts'
import { AppRouter } from './router.tsx'
import { usePageKey } from './use-page-key.ts'

interface AppProps {
  appRef: AppRef
  cache: ResourceCache
  registry: Registry
  site: SiteConfig
  origin: string | null
  withSuspense: boolean
  /** Its code is no page's business, so it comes as its own piece. */
  AppScreen: ComponentType
  /** Scrolls to where the current entry of the history begins or was left. */
  scroll: () => void
}

/** The whole page, on the server and in the browser alike. */
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

/** What stands around every screen. */
function AppFrame({
  origin,
  scroll,
  AppScreen,
}: Pick<AppProps, 'origin' | 'scroll' | 'AppScreen'>) {
  const liveRef = useSelector(useAppActor('deferred'), selectLiveUpdatesRef)
  const views = liveRef && getDeferredViews()
  const [announcement, announce] = useState('')
  const start = useInitialPage()
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = ''
  }, [])
  return (
    <>
      <a href="#main" className={styles.skipLink} onClick={skipToContent}>
        Skip to content
      </a>
      <EditorSlot>
        <Screen OwnScreen={AppScreen} />
      </EditorSlot>
      <div role="status" className={styles.notices}>
        {views && <views.Notices liveRef={liveRef} />}
      </div>
      <p role="status" className={styles.liveRegion}>
        {announcement}
      </p>
      {start.isLeft && (
        <NavigationFocus initial={start} origin={origin} scroll={scroll} announce={announce} />
      )}
    </>
  )
}

/** Where everything began, and whether anything else has come since. */
function useInitialPage() {
  const place = usePageKey()
  const location = useSelector(useAppActor('navigation'), selectLocation)
  const [start] = useState({ place, location })
  const [isLeft, leave] = useState(false)
  if (!isLeft && (place !== start.place || location !== start.location)) leave(true)
  return { ...start, isLeft }
}

const NavigationFocus = lazyOptional(async () => ({
  default: (await loadNavigationFocus()).NavigationFocus,
}))

// By hand rather than by the address: a history of skips is of no use to anybody.
const skipToContent = (event: { preventDefault: () => void }) => {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
