/** Locations within the site: their parts, and the parameters of their queries. */
import { iriInPath } from './path-patterns.ts'
import { isSiteHref, placeholderOrigin } from '../links/link.ts'
import type { ScreenPath } from './screens.ts'

export interface Location {
  /** The path, which begins with a slash. */
  path: string
  /** The query string with its `?`, or an empty string. */
  search: string
  /** The fragment with its `#`, or an empty string. */
  hash: string
}

/** Returns the path without slashes at its end, so that a page has one address. The home page keeps its only slash. */
export const withoutTrailingSlash = (path: string) => {
  let end = path.length
  // A pattern such as /\/+$/ would take quadratic time for many slashes.
  while (end > 1 && path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/**
 * Returns the location of a relative or absolute URL, without a trailing slash. Throws a `TypeError` for an invalid
 * URL.
 */
export const locationOf = (href: string): Location => {
  const { pathname, search, hash } = new URL(href, placeholderOrigin)
  return { path: withoutTrailingSlash(pathname), search, hash }
}

/** Returns the location as a relative URL: path, query string and hash. */
export const hrefOf = ({ path, search, hash }: Location) => `${path}${search}${hash}`

/** True for another site or protocol: the browser navigates there, not the app. */
export const isExternal = (href: string) =>
  new URL(href, placeholderOrigin).origin !== placeholderOrigin

/** True if both differ in the hash at most. */
export const isSamePage = (a: Location, b: Location) => a.path === b.path && a.search === b.search

export const signInPath = '/login' satisfies ScreenPath
export const forgotPasswordPath = '/forgot-password' satisfies ScreenPath
/** The path that receives the form for signing out without scripts. */
export const signOutPath = '/logout'

/** Decodes percent-encoding; invalid encoding is returned unchanged. */
export const safeDecodeUri = (segment: string) => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Returns the location at which the content is requested: for `/_cwa/{iri}` the IRI, otherwise the location itself. */
export const contentLocation = (location: Location): Location => {
  const iri = iriInPath(location.path)
  return iri ? { ...location, path: safeDecodeUri(iri) } : location
}

/** Returns the location to go back to after signing in, from the `back` parameter; never another site. */
export const returnLocation = ({ search }: Location) => {
  const back = new URLSearchParams(search).get('back') ?? ''
  return locationOf(back.startsWith('/') && isSiteHref(back) ? back : '/')
}

const otherAccount = 'account=other'

/** Returns the path at which a signed-in user may sign in with another account; it leads back to `href` afterwards. */
export const otherAccountHref = (href: string) =>
  `${signInPath}?${otherAccount}&back=${encodeURIComponent(href)}`

/** True where a signed-in user wants to sign in with another account. */
export const isOtherAccountRequested = ({ search }: Location) => search.includes(otherAccount)

export const forceParameter = 'cwa_force'

/** True with `cwa_force=true`, which navigates without asking about unsaved changes. */
export const isForced = ({ search }: Location) =>
  new URLSearchParams(search).get(forceParameter) === 'true'

/** Returns the location without the parameter `cwa_force`. */
export const withoutForce = (location: Location): Location => {
  if (!isForced(location)) return location
  const query = new URLSearchParams(location.search)
  query.delete(forceParameter)
  return { ...location, search: query.size > 0 ? `?${query}` : '' }
}
