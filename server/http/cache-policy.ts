/**
 * Decides which caches may keep an answer and what they must tell apart (RFC 9111; api, sections 2.0 and 11.2). No other
 * file of the server writes `Cache-Control` or `Vary`; a test reads their sources for it.
 *
 * `public` is said only of an answer that every reader would get in the same bytes for the same address and the same
 * request headers that `Vary` names. Everything else is `private`, and what sets a cookie always is (`response-headers.ts`).
 */

import type { Variance } from '../store/access/read-context.ts'

export interface CacheHeaders {
  'Cache-Control': string
  Vary?: string
}

const noStore = 'private, no-store'
const mustRevalidate = 'public, max-age=0, must-revalidate'

/** For errors, writes, forms and whatever else is one sender's affair: no cache keeps it. */
export const uncached: CacheHeaders = { 'Cache-Control': noStore }

/** For an account, read by itself or by a super admin (api, section 2.0). */
export const accountCaching: CacheHeaders = { 'Cache-Control': 'max-age=0, private' }

/** What a response of the API depends on, however it ends: its cross-origin headers are made for one origin. */
const apiVary = 'Accept, Origin'
export const apiVariance = { Vary: apiVary } as const
const contentVary = 'Content-Type, Authorization, Accept, Origin'

/**
 * For content read from the API, by what it was found to differ by while it was made; null where that is not known.
 * Shared caches may keep what is the same for all for a minute; they know nothing of cookies, as the contract has no
 * `Vary: Cookie`, so that what differs by reader is kept by none of them.
 */
export const contentCaching = (variance: Variance | null): CacheHeaders => ({
  Vary: variance?.byPath ? `${contentVary}, path` : contentVary,
  'Cache-Control': variance && !variance.byReader ? 'public, max-age=0, s-maxage=60' : noStore,
})

interface FileAnswer {
  isSignedIn: boolean
  /** Whether another reader would get another file there. */
  variesByReader: boolean
  /** Whether the address names one file and never another. */
  isNamed: boolean
}

/** For an uploaded file. What somebody who is signed in gets may stay in their own browser. */
export const uploadCaching = ({
  isSignedIn,
  variesByReader,
  isNamed,
}: FileAnswer): CacheHeaders => {
  const whose = isSignedIn || variesByReader ? 'private' : 'public'
  const howLong = isNamed ? 'max-age=31536000, immutable' : 'max-age=0, must-revalidate'
  return { Vary: apiVary, 'Cache-Control': `${whose}, ${howLong}` }
}

/**
 * For pages and their payloads. A visitor's may be kept by everybody and has to be asked for again each time; what
 * was made for somebody who is signed in is kept by nobody. Who somebody is depends on cookies alone; whether they
 * get an error as a page depends on what they are, since crawlers do not.
 */
export const pageCaching = (isSignedIn: boolean, status = 200): CacheHeaders => ({
  'Cache-Control': isSignedIn ? noStore : mustRevalidate,
  Vary: status < 400 ? 'Cookie, Accept-Encoding' : 'Cookie, Accept-Encoding, User-Agent',
})

/** For what crawlers read: the same for all, made of what visitors may see. */
export const crawlerCaching: CacheHeaders = { 'Cache-Control': mustRevalidate }

/** For a file of the build: for good where its name holds a hash of what is in it, else asked for again each time. */
export const builtFileCaching = (isHashed: boolean): CacheHeaders => ({
  'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  Vary: 'Accept-Encoding',
})

/** For what is made of the site's settings or the build, the same for everybody, and has to be asked for each time. */
export const revalidatedCaching: CacheHeaders = { 'Cache-Control': 'no-cache' }

/** For what says how things are at this moment. */
export const statusCaching: CacheHeaders = { 'Cache-Control': 'no-store' }

/** For a stream of the hub: its cross-origin headers are made for one origin. */
export const streamCaching: CacheHeaders = { 'Cache-Control': noStore, Vary: 'Origin' }

/** Of an answer's headers, those that its 304 repeats. */
export const cachingHeadersOf = (headers: Readonly<Record<string, string>>): CacheHeaders => ({
  'Cache-Control': headers['Cache-Control'] ?? noStore,
  ...(headers['Vary'] && { Vary: headers['Vary'] }),
})

const namesIn = (vary: string) =>
  vary
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** Joins several `Vary` headers into one that names each request header once, as it was first written. */
export const mergeVary = (...varies: readonly (string | undefined)[]) => {
  const names = new Map<string, string>()
  for (const name of varies.flatMap((vary) => (vary ? namesIn(vary) : []))) {
    const known = name.toLowerCase()
    if (!names.has(known)) names.set(known, name)
  }
  return [...names.values()].join(', ')
}

interface Said {
  cacheControl: string | undefined
  vary: string | undefined
  setsCookie: boolean
}

/**
 * The last word over every answer: what sets a cookie is one browser's alone, what nobody has decided about is kept by
 * nobody, and nothing that an answer depends on is named twice or lost.
 */
export const finalCaching = ({ cacheControl, vary, setsCookie }: Said): CacheHeaders => ({
  'Cache-Control': setsCookie || cacheControl === undefined ? noStore : cacheControl,
  ...(vary && { Vary: mergeVary(vary) }),
})
