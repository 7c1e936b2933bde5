/** Where somebody is in the site, and what a path alone says about it. */
import { isSiteHref } from './link.ts'

export interface Location {
  /** Always begins with a slash. */
  path: string
  /** With its question mark, or empty. */
  search: string
  /** With its hash sign, or empty. */
  hash: string
}

/** Only the origin of an address within the site is left out, so any will do to parse it. */
const placeholderOrigin = 'http://here.invalid'

export const locationOf = (href: string): Location => {
  const { pathname: path, search, hash } = new URL(href, placeholderOrigin)
  return { path, search, hash }
}

export const hrefOf = ({ path, search, hash }: Location) => `${path}${search}${hash}`

/** Another site, or another protocol: the browser goes there, the app does not. */
export const isExternal = (href: string) =>
  new URL(href, placeholderOrigin).origin !== placeholderOrigin

export const isSamePage = (a: Location, b: Location) => a.path === b.path && a.search === b.search

const isUnder = (roots: string[]) => (path: string) =>
  roots.some((root) => path === root || path.startsWith(`${root}/`))

export const signInPath = '/login'

/** Screens for people who are not signed in (specification, section 2). */
export const isAuthPath = isUnder([
  signInPath,
  '/forgot-password',
  '/verify-email',
  '/reset-password',
  '/confirm-new-email',
])

/** For administrators; people who are signed out have no business there. */
export const isAdminPath = isUnder(['/_cwa'])

/** `/_cwa/{iri}`: a page by its IRI, for it may have no route. */
const resourcePath = /^\/_cwa\/(%2F[^/]+)$/i

/** How many segments the address of a page may have. */
const maxSegments = 5

/** Whether a page of content is shown here, rather than one of the app's own screens. */
export const isContentPath = (path: string) =>
  resourcePath.test(path) ||
  (!isAuthPath(path) && !isAdminPath(path) && path.split('/').filter(Boolean).length <= maxSegments)

/** Whether anybody may come here without being asked who they are. */
export const isPublicPath = (path: string) => isContentPath(path) && !isAdminPath(path)

/** One that is not even text is taken as it came. */
export const safeDecodeUri = (segment: string) => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Where the content of a place is asked for. */
export const contentLocation = (location: Location): Location => {
  const [, iri] = resourcePath.exec(location.path) ?? []
  return iri ? { ...location, path: safeDecodeUri(iri) } : location
}

/** Where somebody came from who was sent to sign in; never another site. */
export const returnLocation = ({ search }: Location) => {
  const back = new URLSearchParams(search).get('back') ?? ''
  return locationOf(back.startsWith('/') && isSiteHref(back) ? back : '/')
}

const forceParameter = 'cwa_force'

/** `cwa_force=true` passes the guard of edit mode. */
export const isForced = ({ search }: Location) =>
  new URLSearchParams(search).get(forceParameter) === 'true'

export const withoutForce = (location: Location): Location => {
  if (!isForced(location)) return location
  const query = new URLSearchParams(location.search)
  query.delete(forceParameter)
  return { ...location, search: query.size > 0 ? `?${query}` : '' }
}
