/** Headers that every response has, whether the API, the site, its files, the hub or Node itself sends it. */
import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'
import { finalCaching } from './cache-policy.ts'

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

/** One year, in seconds (HSTS, RFC 6797). It applies to the site's own host only. */
const hstsValue = 'max-age=31536000'

const asText = (value: OutgoingHttpHeader | undefined) =>
  Array.isArray(value) ? value.join(', ') : value === undefined ? undefined : String(value)

/** True for a flat list of names and values, which Node accepts too. */
const isFlat = (headers: Headers): headers is OutgoingHttpHeader[] => Array.isArray(headers)

const pairsOf = (headers: Headers): [string, OutgoingHttpHeader][] => {
  if (!isFlat(headers))
    return Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    )
  const pairs: [string, OutgoingHttpHeader][] = []
  for (let at = 0; at < headers.length; at += 2) pairs.push([String(headers[at]), headers[at + 1]!])
  return pairs
}

/**
 * Returns the headers as they are sent, with lower-case names. Adds `nosniff` and frame protection, and the final
 * caching headers.
 */
export const finalHeaders = (headers: Headers, isHttps: boolean): OutgoingHttpHeaders => {
  const final: OutgoingHttpHeaders = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
  }
  for (const [name, value] of pairsOf(headers)) final[name.toLowerCase()] = value
  const { 'Cache-Control': control, Vary } = finalCaching({
    cacheControl: asText(final['cache-control']),
    vary: asText(final['vary']),
    setsCookie: final['set-cookie'] !== undefined && asText(final['set-cookie']) !== '',
  })
  final['cache-control'] = control
  if (Vary) final['vary'] = Vary
  if (isHttps) final['strict-transport-security'] = hstsValue
  return final
}

/**
 * Returns the response class of the server (`http.createServer({ ServerResponse })`), so that no handler can leave
 * these headers out. `isHttps` is true when the site's public origin is https.
 */
export const createResponseClass = (isHttps: boolean) =>
  class FinishedResponse<
    Request extends IncomingMessage = IncomingMessage,
  > extends ServerResponse<Request> {
    override writeHead(
      status: number,
      reason?: string | Headers,
      headers: Headers | undefined = typeof reason === 'object' ? reason : undefined,
    ): this {
      const given = headers ?? {}
      const set = this.getHeaders()
      const all = isFlat(given) ? [...pairsOf(set).flat(), ...given] : { ...set, ...given }
      const final = finalHeaders(all, isHttps)
      return typeof reason === 'string'
        ? super.writeHead(status, reason, final)
        : super.writeHead(status, final)
    }
  }
