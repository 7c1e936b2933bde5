/**
 * A shared cache according to RFC 9111: it stores every response that it may, for as long as it may, and reuses it for any
 * matching request. If one viewer gets a response meant for another, the server's headers were wrong.
 */

export interface CachedResponse {
  status: number
  headers: Headers
  body: string
}

export type RequestHeaders = Readonly<Record<string, string>>

interface Stored {
  answer: CachedResponse
  /** Of the request that it answered. */
  sent: RequestHeaders
}

/** Statuses that may be stored without an explicit lifetime (RFC 9111, section 4.2.2). */
const heuristicallyCacheable = new Set([200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501])

const namesIn = (header: string | null) =>
  (header ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

const cacheDirectives = ({ headers }: CachedResponse) =>
  new Map(
    namesIn(headers.get('cache-control')).map((directive): [string, string] => {
      const [name = '', value = ''] = directive.split('=')
      return [name, value]
    }),
  )

/** True if a shared cache may store a response (RFC 9111, section 3). */
const isStorable = (answer: CachedResponse, sent: RequestHeaders) => {
  const directives = cacheDirectives(answer)
  if (directives.has('no-store') || directives.has('private')) return false
  const isAllowed = ['public', 's-maxage', 'must-revalidate'].some((name) => directives.has(name))
  if (sent['authorization'] !== undefined && !isAllowed) return false
  return (
    directives.has('public') ||
    directives.has('s-maxage') ||
    directives.has('max-age') ||
    answer.headers.has('expires') ||
    heuristicallyCacheable.has(answer.status)
  )
}

/**
 * True if it may be reused without revalidation (RFC 9111, section 4.2). Nothing expires, as all requests are made at
 * one moment.
 */
const isFresh = (answer: CachedResponse) => {
  const directives = cacheDirectives(answer)
  if (directives.has('no-cache')) return false
  const lifetime = directives.get('s-maxage') ?? directives.get('max-age')
  return lifetime === undefined || Number(lifetime) > 0
}

/** True if the response to one request may be used for another (RFC 9111, section 4.1). */
const matchesVary = ({ answer, sent }: Stored, requested: RequestHeaders) =>
  namesIn(answer.headers.get('vary')).every(
    (name) => name !== '*' && sent[name] === requested[name],
  )

export type Origin = (url: string, headers: RequestHeaders) => Promise<CachedResponse>

/** Creates a cache in front of an origin that stores whatever RFC 9111 lets a shared cache store. */
export const createSharedCache = (origin: Origin) => {
  const entries = new Map<string, Stored[]>()

  const store = (url: string, answer: CachedResponse, sent: RequestHeaders) => {
    if (!isStorable(answer, sent)) return
    const others = (entries.get(url) ?? []).filter((stored) => !matchesVary(stored, sent))
    entries.set(url, [...others, { answer, sent }])
  }

  return {
    /** By its own headers, in small letters. */
    async get(url: string, headers: RequestHeaders): Promise<CachedResponse> {
      const stored = entries.get(url)?.find((one) => matchesVary(one, headers))
      if (stored && isFresh(stored.answer)) return stored.answer
      const etag = stored?.answer.headers.get('etag')
      const answer = await origin(url, etag ? { ...headers, 'if-none-match': etag } : headers)
      if (answer.status === 304 && stored) return stored.answer
      store(url, answer, headers)
      return answer
    },
  }
}
