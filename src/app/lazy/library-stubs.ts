/**
 * Takes the place of library code that the app does not use: the developer tools of XState, and wouter's own hooks for the
 * location, which the navigation actor owns.
 */
const fail = (): never => {
  throw new Error('Not in the bundle')
}

export const devToolsAdapter = fail
export const useBrowserLocation = fail
export const useSearch = fail
