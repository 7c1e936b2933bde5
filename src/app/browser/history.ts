/** The browser's history and where each of its entries was scrolled to. */
import { type Location, hrefOf, isExternal, locationOf } from '#content/page/location.ts'

/** By the index of the entry. */
export type ScrollPositions = Map<number, number>

/** What the navigation actor does to the address. */
export interface AppHistory {
  /** Where each entry was scrolled to when it was left; none where nothing is scrolled. */
  scrollPositions?: ScrollPositions
  commit: (location: Location, replace: boolean) => void
  /** Takes back what Back or Forward has already done to the address. */
  restore: () => void
  /** Whether the app may follow a redirect by itself; where it may not, this is where it goes. */
  followRedirect: (href: string) => boolean
}

export interface BrowserHistory extends AppHistory {
  listen: (popped: (to: Location) => void) => void
  /** Shows the place that the current entry was left at, or that its hash names. */
  scroll: () => void
}

const entryIndexOf = (state: unknown) =>
  typeof state === 'object' && state !== null && 'index' in state ? Number(state.index) : 0

export const createBrowserHistory = (): BrowserHistory => {
  const scrollPositions: ScrollPositions = new Map()
  let index = entryIndexOf(history.state)
  /** Whether the current entry was come back to. */
  let isRevisit = false
  let isRestoring = false
  /** Whether the address only says more of what is being looked at, as a search does. */
  let isSamePage = false

  history.replaceState({ index }, '')
  // The page of an entry comes later than the browser would scroll, except when the whole document is loaded again.
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', () => (history.scrollRestoration = 'auto'))

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
    followRedirect: (href) => {
      if (!isExternal(href)) return true
      document.location.assign(href)
      return false
    },
    listen: (popped) =>
      addEventListener('popstate', () => {
        if (isRestoring) {
          isRestoring = false
          return
        }
        popped(locationOf(document.location.href))
      }),
    scroll: () => {
      if (isSamePage) return
      if (isRevisit) return scrollTo(0, scrollPositions.get(index) ?? 0)
      const target = document.getElementById(fragmentId())
      if (target) target.scrollIntoView()
      else scrollTo(0, 0)
    },
  }
}

/** What the hash names; one that is not even text names nothing. */
const fragmentId = () => {
  try {
    return decodeURIComponent(document.location.hash.slice(1))
  } catch {
    return ''
  }
}
