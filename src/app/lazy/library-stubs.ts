/**
 * Takes the place of library code that the app does not use: the developer tools of XState, wouter's own hooks for the
 * location, which the navigation actor owns, and what Radix needs for modal menus, of which there are none.
 */
const fail = (): never => {
  throw new Error('Not in the bundle')
}

export const devToolsAdapter = fail
export const useBrowserLocation = fail
export const useSearch = fail
export const RemoveScroll = fail
export const hideOthers = fail
