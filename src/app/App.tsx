import { useSelector } from '@xstate/react'
import { type ComponentType, useEffect, useState } from 'react'
import type { SiteConfig } from '#content/site-config.ts'
import type { AppRef } from '#machines/app.ts'
import { selectLive } from '#machines/later.ts'
import { selectLocation } from '#machines/navigation.ts'
import type { Cache } from '#src/resources/cache.ts'
import { CacheContext } from '#src/resources/use-resource.ts'
import { GuardedContext } from '#src/views/Fence.tsx'
import { type Registry, RegistryProvider } from '#src/views/define.ts'
import { SiteProvider } from '#src/views/use-site.ts'
import styles from '#src/views/views.module.css'
import { EditorSlot } from './EditorSlot.tsx'
import { Screen } from './Screen.tsx'
import { AppProvider, useAppActor } from './actors.tsx'
import { inTime } from './in-time.tsx'
import { laterViews, loadArrival } from './later.ts'
import { AppRouter } from './router.tsx'
import { usePlace } from './use-place.ts'

interface AppProps {
  appRef: AppRef
  cache: Cache
  registry: Registry
  site: SiteConfig
  origin: string | null
  guarded: boolean
  /** Its code is no page's business, so it comes as its own piece. */
  OwnScreen: ComponentType
  /** Scrolls to where the current entry of the history begins or was left. */
  scroll: () => void
}

/** The whole page, on the server and in the browser alike. */
export const App = ({ appRef, cache, registry, site, guarded, ...props }: AppProps) => (
  <AppProvider value={appRef}>
    <CacheContext value={cache}>
      <SiteProvider value={site}>
        <RegistryProvider value={registry}>
          <GuardedContext value={guarded}>
            <AppRouter>
              <Frame {...props} />
            </AppRouter>
          </GuardedContext>
        </RegistryProvider>
      </SiteProvider>
    </CacheContext>
  </AppProvider>
)

/** What stands around every screen. */
function Frame({ origin, scroll, OwnScreen }: Pick<AppProps, 'origin' | 'scroll' | 'OwnScreen'>) {
  const liveRef = useSelector(useAppActor('later'), selectLive)
  const views = liveRef && laterViews()
  const [said, say] = useState('')
  const start = useStart()
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = ''
  }, [])
  return (
    <>
      <a href="#main" className={styles.skip} onClick={skip}>
        Skip to content
      </a>
      <EditorSlot>
        <Screen OwnScreen={OwnScreen} />
      </EditorSlot>
      <div role="status" className={styles.notices}>
        {views && <views.Notices liveRef={liveRef} />}
      </div>
      <p role="status" className={styles.announcer}>
        {said}
      </p>
      {start.isLeft && <Arrival start={start} origin={origin} scroll={scroll} say={say} />}
    </>
  )
}

/** Where everything began, and whether anything else has come since. */
function useStart() {
  const place = usePlace()
  const location = useSelector(useAppActor('navigation'), selectLocation)
  const [start] = useState({ place, location })
  const [isLeft, leave] = useState(false)
  if (!isLeft && (place !== start.place || location !== start.location)) leave(true)
  return { ...start, isLeft }
}

const Arrival = inTime(async () => ({ default: (await loadArrival()).Arrival }))

// By hand rather than by the address: a history of skips is of no use to anybody.
const skip = (event: { preventDefault: () => void }) => {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
