/** Wraps the browser's history and remembers the scroll position of each entry. */
import { type Location, hrefOf, isExternal, locationOf } from '#content/page/location.ts'

/** Vertical scroll offsets in pixels by the index of the history entry. */
export type ScrollPositions = Map<number, number>

/** The operations of the navigation actor on the session history. */
export interface AppHistory {
  /** Absent on the server. */
  scrollPositions?: ScrollPositions
  commit: (location: Location, replace: boolean) => void
  /** Undoes a Back or Forward that the app does not follow. */
  restore: () => void
  /** Returns true when the app follows a redirect itself; otherwise leaves the app for an external URL. */
  followRedirect: (href: string) => boolean
}

export interface BrowserHistory extends AppHistory {
  listen: (popped: (to: Location) => void) => void
  /** Scrolls to the saved position of a revisited entry, to the target of the hash, or to the top. */
  restoreScroll: () => void
}

const entryIndexOf = (state: unknown) =>
  typeof state === 'object' && state !== null && 'index' in state ? Number(state.index) : 0

export const createBrowserHistory = (): BrowserHistory => {
  const scrollPositions: ScrollPositions = new Map()
  let index = entryIndexOf(history.state)
  /** True when the current entry was reached by Back or Forward. */
  let isRevisit = false
  let isRestoring = false
  /** True when only the query or hash of the current page was replaced, for example by a search. */
  let isSamePage = false

  history.replaceState({ index }, '')
  disableScrollRestoration()

  return {
    scrollPositions,
    commit: (location, replace) => {
      scrollPositions.set(index, scrollY)
      const popped = entryIndexOf(history.state)
      isRevisit = popped !== index
      if (isRevisit) index = popped
      isSamePage = replace && !isRevisit && location.path === document.location.pathname
      if (hrefOf(location) === hrefOf(locationOf(document.location.href))) return
      if (!replace) index += 1
      history[replace ? 'replaceState' : 'pushState']({ index }, '', hrefOf(location))
    },
    restore: () => {
      const popped = entryIndexOf(history.state)
      if (popped === index) return
      isRestoring = true
      history.go(index - popped)
    },
    followRedirect,
    listen: (popped) =>
      addEventListener('popstate', () => {
        const isRestored = isRestoring
        isRestoring = false
        if (!isRestored) popped(locationOf(document.location.href))
      }),
    restoreScroll: () => {
      if (isSamePage) return
      if (isRevisit) scrollTo(0, scrollPositions.get(index) ?? 0)
      else scrollToFragment()
    },
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
