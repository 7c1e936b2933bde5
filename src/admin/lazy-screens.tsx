/** The screens of the admin area, each loaded when it is opened for the first time. */
import { type ComponentType, Suspense, lazy } from 'react'
import { useIsHydrated } from '#src/views/hooks/use-is-hydrated.ts'
import { MissingScreen } from './MissingScreen.tsx'

interface ScreenProps {
  title: string
}

/** Returns a screen that loads its code; where that fails, it says so. */
const lazyScreen = (load: () => Promise<{ default: ComponentType<ScreenProps> }>) => {
  const Loaded = lazy(() => load().catch(() => ({ default: MissingScreen })))
  const loading = <main id="main" aria-busy="true" />
  // The server, which has no session of the API to read with, leaves it to the browser.
  return function LazyScreen(props: ScreenProps) {
    if (!useIsHydrated()) return loading
    return (
      <Suspense fallback={loading}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

export const SubmissionsScreen = lazyScreen(() =>
  import('./submissions/SubmissionsScreen.tsx').then((loaded) => ({
    default: loaded.SubmissionsScreen,
  })),
)

const loadMediaScreens = () => import('./media/media-screens.ts')

export const MediaLibraryScreen = lazyScreen(() =>
  loadMediaScreens().then((loaded) => ({ default: loaded.MediaLibraryScreen })),
)

export const MediaFileScreen = lazyScreen(() =>
  loadMediaScreens().then((loaded) => ({ default: loaded.MediaFileScreen })),
)
