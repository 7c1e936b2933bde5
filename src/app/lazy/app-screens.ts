/**
 * Loads the screens of the app, such as signing in, and decides who may see them. In the visitors' build, which has no such
 * screens, it is app-screens.visitor.ts.
 */
import { memoizeAsync } from '#content/memoize-async.ts'
import { isContentPath } from '#content/navigation/path-patterns.ts'
import type { ScreenViews } from '../shell/Screen.tsx'
import { lazyOptional } from './lazy-optional.tsx'

export const loadAuthorizeNavigation = memoizeAsync(
  () => import('../services/authorize-navigation.ts'),
)
export const loadAppScreen = memoizeAsync(() => import('../shell/AppScreen.tsx'))

const LazyAppScreen = lazyOptional(async () => ({ default: (await loadAppScreen()).AppScreen }))

/** Returns the screens' component: loaded when the first page is one, because it is hydrated; otherwise lazy. */
export const resolveAppScreen = async (path: string): Promise<ScreenViews['AppScreen']> =>
  isContentPath(path) ? LazyAppScreen : (await loadAppScreen()).AppScreen

/** True for a path at which the app can show what is there, a page or a screen, without another document. */
export const isShownByApp = (_path: string): boolean => true
