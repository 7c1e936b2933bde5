/** The browser's history and where each of its entries was scrolled to. */
import { type Location, hrefOf, isExternal, locationOf } from '#content/location.ts'

/** By the index of the entry. */
export type Places = Map<number, number>

/** What the navigation actor does to the address. */
export interface History {
  /** Where each entry was scrolled to when it was left; none where nothing is scrolled. */
  places?: Places
  commit: (location: Location, replace: boolean) => void
  /** Takes back what Back or Forward has already done to the address. */
  restore: () => void
  /** Whether the app may follow a redirect by itself; where it may not, this is where it goes. */
  follow: (href: string) => boolean
}

export interface BrowserHistory extends History {
  listen: (popped: (to: Location) => void) => void
  /** Shows the place that the current entry was left at, or that its hash names. */
  scroll: () => void
}

const indexIn = (state: unknown) =>
  typeof state === 'object' && state !== null && 'index' in state ? Number(state.index) : 0

export const createBrowserHistory = (): BrowserHistory => {
  const places: Places = new Map()
  let index = indexIn(history.state)
  /** Whether the current entry was come back to. */
  let returning = false
  let restoring = false
  /** Whether the address only says more of what is being looked at, as a search does. */
  let staying = false

  history.replaceState({ index }, '')
  // The page of an entry comes later than the browser would scroll, except when the whole document is loaded again.
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', () => (history.scrollRestoration = 'auto'))

  return {
    places,
    commit: (location, replace) => {
      places.set(index, scrollY)
      const popped = indexIn(history.state)
      returning = popped !== index
      if (returning) index = popped
      staying = replace && !returning && location.path === document.location.pathname
      if (hrefOf(location) === hrefOf(locationOf(document.location.href))) return
      if (!replace) index += 1
      history[replace ? 'replaceState' : 'pushState']({ index }, '', hrefOf(location))
    },
    restore: () => {
      const popped = indexIn(history.state)
      if (popped === index) return
      restoring = true
      history.go(index - popped)
    },
    follow: (href) => {
      if (!isExternal(href)) return true
      document.location.assign(href)
      return false
    },
    listen: (popped) =>
      addEventListener('popstate', () => {
        if (restoring) {
          restoring = false
          return
        }
        popped(locationOf(document.location.href))
      }),
    scroll: () => {
      if (staying) return
      if (returning) return scrollTo(0, places.get(index) ?? 0)
      const target = document.getElementById(fragment())
      if (target) target.scrollIntoView()
      else scrollTo(0, 0)
    },
  }
}

/** What the hash names; one that is not even text names nothing. */
const fragment = () => {
  try {
    return decodeURIComponent(document.location.hash.slice(1))
  } catch {
    return ''
  }
}
