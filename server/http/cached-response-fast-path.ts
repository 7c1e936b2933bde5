/**
 * A fast path for cached API responses, before any routing. A request with anything unusual is passed on to the API,
 * which gives the same response.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sessionTokenFrom } from './session-cookies.ts'
import type { Log } from '../log.ts'
import type { Origins } from './origins.ts'
import { apiBase } from '#content/navigation/api-base.ts'
import { commonHeaders, acceptsJson } from './endpoint-helpers.ts'
import { type JsonResponse, cacheKeyOf } from './json-response.ts'
import type { Store } from '../store/store.ts'

export type FastPath = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void

/** Passes every request on without a look into the cache. */
export const noFastPath: FastPath = (_request, _response, next) => next()

interface FastPathOptions {
  cache: Pick<Store['responseCache'], 'revalidate' | 'get'>
  siteUrl: string | null
  /** Returns the site's origin for a request to an origin; null when that is not trusted. */
  siteOriginAt: Origins['siteOriginAt']
  log: Log
}

const isPlainGet = ({ method, url = '', headers }: IncomingMessage, siteUrl: string | null) =>
  method === 'GET' &&
  url.startsWith(`${apiBase}/`) &&
  headers.origin === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  // Without `SITE_URL` the origin depends on what the proxy says.
  (siteUrl !== null || headers['x-forwarded-proto'] === undefined) &&
  sessionTokenFrom(headers.cookie) === undefined &&
  acceptsJson(headers.accept)

/** Returns a function that returns the headers of a response, which is cached for one origin. */
const createHeadersOf = (siteOriginAt: Origins['siteOriginAt']) => {
  /**
   * The headers of each response, kept as long as the response itself. They are frozen, so that the response class
   * completes them once.
   */
  const headersOf = new WeakMap<JsonResponse, Readonly<Record<string, string>>>()
  return (rendered: JsonResponse, origin: string) => {
    const cached = headersOf.get(rendered)
    if (cached) return cached
    const length = Buffer.byteLength(rendered.body)
    const headers = Object.freeze({
      ...commonHeaders(siteOriginAt(origin) ?? ''),
      ...rendered.headers,
      'Content-Length': `${length}`,
    })
    headersOf.set(rendered, headers)
    return headers
  }
}

/**
 * Revalidates the cache; returns a promise when that takes time. An error happens in the API, too, and is handled
 * there.
 */
const revalidate = (cache: FastPathOptions['cache']) => {
  try {
    return cache.revalidate()
  } catch (error) {
    return Promise.reject(error as Error)
  }
}

/** Returns a handler that sends a cached response at once, and otherwise calls `next`. */
export const createFastPath = ({
  cache,
  siteUrl,
  siteOriginAt,
  log,
}: FastPathOptions): FastPath => {
  const headersOf = createHeadersOf(siteOriginAt)
  return (request, response, next) => {
    if (!isPlainGet(request, siteUrl)) return next()
    const { url = '' } = request
    const origin = `http://${request.headers.host}`
    const key = cacheKeyOf(origin + url, request.headers['path'] as string | undefined)
    if (!cache.get(key)) return next()
    const began = performance.now()

    const respond = () => {
      const found = cache.get(key) as JsonResponse | undefined
      if (!found) return next()
      // Node sends headers and a string body in one packet, but not a buffer.
      response.writeHead(found.status, headersOf(found, origin)).end(found.body)
      const [path = ''] = url.split('?', 1)
      log.request({ method: 'GET', path, status: found.status, ms: performance.now() - began })
    }
    const checked = revalidate(cache)
    if (!checked) return respond()
    checked.then(respond, next)
  }
}
