/** Describes the target of a link to users who decide whether to follow it. */
import { isLink, isSiteHref, nonPagePaths } from './link.ts'
import { type Location, forceParameter, locationOf, safeDecodeUri } from '../navigation/location.ts'

/** A link on the page. */
export interface PageLink {
  /** The path, query and fragment of an address of this site; otherwise the whole address. */
  href: string
  /** True if the link asks for a tab of its own, or leads to a file. */
  opensTab: boolean
}

export interface LinkTarget {
  /** A page of this site, a new tab, an email or a call. */
  kind: 'page' | 'tab' | 'email' | 'phone'
  address: string
}

/** Returns the target of a link; null for an address that no link may have. */
export function linkTargetOf({ href, opensTab }: PageLink): LinkTarget | null {
  if (!isLink(href)) return null
  if (!isSiteHref(href)) return foreignTarget(new URL(href))
  const { path, search, hash } = locationOf(href)
  const isHome = path === '/' && !search && !hash
  return {
    kind: opensTab || nonPagePaths.test(path) ? 'tab' : 'page',
    address: isHome ? 'Home page' : safeDecodeUri(path) + safeDecodeUri(search + hash),
  }
}

function foreignTarget({ protocol, host, pathname }: URL): LinkTarget {
  const address = safeDecodeUri(pathname)
  if (protocol === 'mailto:') return { kind: 'email', address }
  if (protocol === 'tel:') return { kind: 'phone', address }
  return { kind: 'tab', address: host + (address === '/' ? '' : address) }
}

/** Returns the location of a page of this site, with the flag that makes a navigation happen while editing. */
export function forcedLocation(href: string): Location {
  const location = locationOf(href)
  const query = new URLSearchParams(location.search)
  query.set(forceParameter, 'true')
  return { ...location, search: `?${query}` }
}
