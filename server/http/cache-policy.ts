/**
 * Decides which caches may store a response and what they must tell apart (RFC 9111). No
 * other file of the server writes `Cache-Control` or `Vary`; a test reads their sources for it.
 *
 * `public` is used only for a response that every viewer would get in the same bytes for the same address and the same
 * request headers that `Vary` names. Everything else is `private`, and so is every response that sets a cookie
 * (`response-headers.ts`).
 */

import type { Variance } from '../store/access/read-context.ts'

export interface CacheHeaders {
  'Cache-Control': string
  Vary?: string
}

const noStore = 'private, no-store'
const mustRevalidate = 'public, max-age=0, must-revalidate'

/** The headers of errors, writes, forms and everything else that is meant for one client: no cache may store it. */
export const uncached: CacheHeaders = { 'Cache-Control': noStore }

/** The headers of an account, which its owner or a super admin reads. */
export const accountCaching: CacheHeaders = { 'Cache-Control': 'max-age=0, private' }

/** The `Vary` of every response of the API, errors included, because its CORS headers are made for one origin. */
const apiVary = 'Accept, Origin'
export const apiVariance = { Vary: apiVary } as const
const contentVary = 'Content-Type, Authorization, Accept, Origin'

/**
 * Returns the headers of content read from the API, by the variance that was recorded while it was made; null if that is
 * unknown. Shared caches may keep a response that is the same for all viewers for a minute. They ignore cookies, since
 * the contract has no `Vary: Cookie`, so a response that differs by viewer is not stored at all.
 */
export const contentCaching = (variance: Variance | null): CacheHeaders => ({
  Vary: variance?.byPath ? `${contentVary}, path` : contentVary,
  'Cache-Control': variance && !variance.byViewer ? 'public, max-age=0, s-maxage=60' : noStore,
})

interface UploadResponse {
  isSignedIn: boolean
  /** True if another viewer would get another file at this address. */
  variesByViewer: boolean
  /** True if the address contains the file's name, so that it never leads to another file. */
  isNamed: boolean
}

/** Returns the headers of an uploaded file. A signed-in user's response may be stored by their own browser. */
export const uploadCaching = ({
  isSignedIn,
  variesByViewer,
  isNamed,
}: UploadResponse): CacheHeaders => {
  const whose = isSignedIn || variesByViewer ? 'private' : 'public'
  const howLong = isNamed ? 'max-age=31536000, immutable' : 'max-age=0, must-revalidate'
  return { Vary: apiVary, 'Cache-Control': `${whose}, ${howLong}` }
}

/**
 * Returns the headers of pages and their payloads. Any cache may store a visitor's response and has to revalidate it
 * each time; a signed-in user's is not stored. The user depends on cookies alone. Whether an error is sent as a page
 * depends on the user agent, since crawlers get a plain status.
 */
export const pageCaching = (isSignedIn: boolean, status = 200): CacheHeaders => ({
  'Cache-Control': isSignedIn ? noStore : mustRevalidate,
  Vary: status < 400 ? 'Cookie, Accept-Encoding' : 'Cookie, Accept-Encoding, User-Agent',
})

/**
 * The headers of sitemaps and robots.txt, which are the same for all clients and contain only what visitors may see.
 */
export const crawlerCaching: CacheHeaders = { 'Cache-Control': mustRevalidate }

/**
 * Returns the headers of a file of the build: immutable when its name contains a hash of its content, otherwise
 * revalidated each time.
 */
export const builtFileCaching = (isHashed: boolean): CacheHeaders => ({
  'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  Vary: 'Accept-Encoding',
})

/**
 * The headers of responses made from the site's settings or the build, which are the same for all clients and
 * revalidated each time.
 */
export const revalidatedCaching: CacheHeaders = { 'Cache-Control': 'no-cache' }

/** The headers of health checks and of the current build. */
export const statusCaching: CacheHeaders = { 'Cache-Control': 'no-store' }

/** The headers of an event stream of the hub, whose CORS headers are made for one origin. */
export const streamCaching: CacheHeaders = { 'Cache-Control': noStore, Vary: 'Origin' }

/** Returns the caching headers of a response, which its 304 repeats. */
export const cachingHeadersOf = (headers: Readonly<Record<string, string>>): CacheHeaders => ({
  'Cache-Control': headers['Cache-Control'] ?? noStore,
  ...(headers['Vary'] && { Vary: headers['Vary'] }),
})

const parseVary = (vary: string) =>
  vary
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/**
 * Joins several `Vary` headers into one that names each request header once, as it was first written.
 * @internal Exported for tests.
 */
export const mergeVary = (...varies: readonly (string | undefined)[]) => {
  const names = new Map<string, string>()
  for (const name of varies.flatMap((vary) => (vary ? parseVary(vary) : []))) {
    const key = name.toLowerCase()
    if (!names.has(key)) names.set(key, name)
  }
  return [...names.values()].join(', ')
}

const mergedVaries = new Map<string, string>()

/** Returns a merged `Vary`, which is cached. There are few values, as all of them are made of this file's constants. */
const finalVary = (vary: string) => {
  const merged = mergedVaries.get(vary) ?? mergeVary(vary)
  mergedVaries.set(vary, merged)
  return merged
}

interface ResponseHeaders {
  cacheControl: string | undefined
  vary: string | undefined
  setsCookie: boolean
}

/**
 * Returns the final caching headers of every response. One that sets a cookie is private, one without `Cache-Control`
 * is not stored, and `Vary` names each header once.
 */
export const finalCaching = ({
  cacheControl,
  vary,
  setsCookie,
}: ResponseHeaders): CacheHeaders => ({
  'Cache-Control': setsCookie || cacheControl === undefined ? noStore : cacheControl,
  ...(vary && { Vary: finalVary(vary) }),
})
