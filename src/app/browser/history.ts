/** Wraps the browser's history and remembers the scroll position of each entry. */
import { type Location, hrefOf, isExternal, locationOf } from '#content/navigation/location.ts'

/** Vertical scroll offsets in pixels by the index of the history entry. */
export type ScrollPositions = Map<number, number>

/** The operations of the navigation actor on the session history. */
export interface AppHistory {
  /** The scroll positions; absent on the server. */
  scrollPositions?: ScrollPositions
  commit: (location: Location, replace: boolean) => void
  /** Undoes a Back or Forward by `delta` entries that the app does not follow. */
  restore: (delta: number) => void
  /** Returns true when the app follows a redirect itself; otherwise leaves the app for an external URL. */
  followRedirect: (href: string) => boolean
  /** Scrolls to the target of the hash, or to the top. */
  scrollToStart: () => void
  /** Scrolls to where the current entry was left, or to the top. */
  scrollToSaved: () => void
}

export interface BrowserHistory extends AppHistory {
  /**
   * Calls `popped` after each Back or Forward, with the number of entries between the committed one and the new one.
   */
  listen: (popped: (to: Location, delta: number) => void) => void
}

const entryIndexOf = (state: unknown) =>
  typeof state === 'object' && state !== null && 'index' in state ? Number(state.index) : 0

/**
 * Creates the history of this tab. It numbers the entries in their state, and takes over the restoration of scroll
 * positions from the browser.
 */
export const createBrowserHistory = (): BrowserHistory => {
  const scrollPositions: ScrollPositions = new Map()
  /** The index of the committed entry, which is another than the browser's after Back or Forward. */
  let index = entryIndexOf(history.state)

  history.replaceState({ index }, '')
  disableScrollRestoration()

  return {
    scrollPositions,
    commit: (location, replace) => {
      scrollPositions.set(index, scrollY)
      index = entryIndexOf(history.state)
      if (hrefOf(location) === hrefOf(locationOf(document.location.href))) return
      if (!replace) index += 1
      history[replace ? 'replaceState' : 'pushState']({ index }, '', hrefOf(location))
    },
    restore: (delta) => {
      // `go(0)` would reload the page.
      if (delta !== 0) history.go(-delta)
    },
    followRedirect,
    listen: (popped) =>
      addEventListener('popstate', () =>
        popped(locationOf(document.location.href), entryIndexOf(history.state) - index),
      ),
    scrollToStart: scrollToFragment,
    scrollToSaved: () => scrollTo(0, scrollPositions.get(index) ?? 0),
  }
}

/** Keeps the browser from scrolling before the page of an entry has loaded, except when it loads the whole document. */
const disableScrollRestoration = () => {
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', () => (history.scrollRestoration = 'auto'))
}

const followRedirect = (href: string) => {
  if (!isExternal(href)) return true
  document.location.assign(href)
  return false
}

/** Scrolls to the target of the hash, or to the top. */
const scrollToFragment = () => {
  const target = document.getElementById(fragmentId())
  if (target) target.scrollIntoView()
  else scrollTo(0, 0)
}

/** Returns the decoded hash; empty when it is not valid percent-encoding. */
const fragmentId = () => {
  try {
    return decodeURIComponent(document.location.hash.slice(1))
  } catch {
    return ''
  }
}
