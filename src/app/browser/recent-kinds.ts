/** Remembers the kinds of components that were added last in the local storage. */

const key = 'recent-kinds'

/** Returns the kinds by `@type`, the latest first. Throws where the browser refuses its storage. */
export const readRecentKinds = () => localStorage.getItem(key)?.split(' ') ?? []

/** A browser may refuse its storage; then the kinds are remembered as long as the page. */
export const saveRecentKinds = (kinds: readonly string[]) => {
  try {
    localStorage.setItem(key, kinds.join(' '))
  } catch {
    // Nothing is remembered.
  }
}
