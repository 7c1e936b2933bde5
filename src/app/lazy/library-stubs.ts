/**
 * Takes the place of library code that the app does not use: the developer tools of XState, wouter's own hooks for the
 * location, which the navigation actor owns, and the links of Tiptap's starter kit, in place of which there are our own.
 */
const fail = (): never => {
  throw new Error('Not in the bundle')
}

export const devToolsAdapter = fail
export const useBrowserLocation = fail
export const useSearch = fail
export const Link = fail
