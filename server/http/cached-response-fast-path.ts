/**
 * What visitors are answered again and again, sent before anything else looks at the request: an answer that is kept
 * needs nothing more. Whatever is unusual about a request makes it one for the API, which answers the same.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sessionTokenFrom } from '../auth/session-cookies.ts'
import type { Log } from '../log.ts'
import type { Origins } from './origins.ts'
import {
  type JsonResponse,
  apiBase,
  commonHeaders,
  acceptsJson,
  cacheKeyOf,
} from './content-endpoint.ts'
import type { Store } from '../store/store.ts'

export type FastPath = (
  request: IncomingMessage,
  response: ServerResponse,
  longWay: () => void,
) => void

export const noFastPath: FastPath = (_request, _response, longWay) => longWay()

interface ShortcutOptions {
  kept: Pick<Store['kept'], 'check' | 'find'>
  siteUrl: string | null
  /** Where the site is for whoever asks at an origin. */
  homeAt: Origins['homeAt']
  log: Log
}

const isPlain = ({ method, url = '', headers }: IncomingMessage, siteUrl: string | null) =>
  method === 'GET' &&
  url.startsWith(`${apiBase}/`) &&
  headers.origin === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  // Without an address of its own the site is where its proxy says it is.
  (siteUrl !== null || headers['x-forwarded-proto'] === undefined) &&
  sessionTokenFrom(headers.cookie) === undefined &&
  acceptsJson(headers.accept)

export const createFastPath = ({ kept, siteUrl, homeAt, log }: ShortcutOptions): FastPath => {
  /** Names and values in turns, as node takes them as they are; for as long as the answer itself. */
  const headersOf = new WeakMap<JsonResponse, string[]>()

  const prepared = (rendered: JsonResponse, own: string) => {
    const known = headersOf.get(rendered)
    if (known) return known
    const length = Buffer.byteLength(rendered.body)
    const all = { ...commonHeaders(own), ...rendered.headers, 'Content-Length': `${length}` }
    const headers = Object.entries(all).flat()
    headersOf.set(rendered, headers)
    return headers
  }

  /** What fails here fails on the long way too, and is answered there. */
  const check = () => {
    try {
      return kept.check()
    } catch (error) {
      return Promise.reject(error as Error)
    }
  }

  return (request, response, longWay) => {
    if (!isPlain(request, siteUrl)) return longWay()
    const { url = '' } = request
    const origin = `http://${request.headers.host}`
    const key = cacheKeyOf(origin + url, request.headers['path'] as string | undefined)
    if (!kept.find(key)) return longWay()
    const began = performance.now()

    const answer = () => {
      const found = kept.find(key) as JsonResponse | undefined
      if (!found) return longWay()
      // A text goes out with its head in one piece, a buffer would not.
      response.writeHead(found.status, prepared(found, homeAt(origin) ?? '')).end(found.body)
      const [path = ''] = url.split('?', 1)
      log.request({ method: 'GET', path, status: found.status, ms: performance.now() - began })
    }
    const checked = check()
    if (!checked) return answer()
    checked.then(answer, longWay)
  }
}
