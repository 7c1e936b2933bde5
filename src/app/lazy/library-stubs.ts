/**
 * Takes the place of library code that the app does not use: the developer tools of XState, wouter's own hooks for the
 * location, which the navigation actor owns, and what Radix needs for modal menus and arrows, of which there are none, for
 * Tab out of a menu, which does not leave it, and for hydration, after which the editor is loaded.
 */
const fail = (): never => {
  throw new Error('Not in the bundle')
}

export const devToolsAdapter = fail
export const useBrowserLocation = fail
export const useSearch = fail
export const RemoveScroll = fail
export const hideOthers = fail
export const useFocusGuards = () => {}
export const useSize = () => undefined
export const useIsHydrated = () => true
