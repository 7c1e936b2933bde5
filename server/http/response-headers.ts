/** Adds the headers that every response has, whether the API, the site, its files, the hub or Node itself sends it. */
import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'
import { finalCaching } from './cache-policy.ts'

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

/** The value of `Strict-Transport-Security` (RFC 6797): one year, for the site's own host only. */
const hstsValue = 'max-age=31536000'

const asText = (value: OutgoingHttpHeader | undefined) =>
  Array.isArray(value) ? value.join(', ') : value === undefined ? undefined : String(value)

/** True for a flat list of names and values, which Node accepts too. */
const isFlat = (headers: Headers): headers is OutgoingHttpHeader[] => Array.isArray(headers)

/** Adds headers to those of a response, by lower-case names. */
const assignHeaders = (final: OutgoingHttpHeaders, headers: Headers) => {
  if (isFlat(headers)) {
    for (let at = 0; at < headers.length; at += 2)
      final[String(headers[at]).toLowerCase()] = headers[at + 1]!
    return
  }
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) final[name.toLowerCase()] = value
  }
}

/**
 * Returns the headers as they are sent, with lower-case names; `headers` replace those that were set before. Adds
 * `nosniff` and frame protection, and the final caching headers.
 */
export const finalHeaders = (
  headers: Headers,
  isHttps: boolean,
  setBefore: Headers = {},
): OutgoingHttpHeaders => {
  const final: OutgoingHttpHeaders = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
  }
  assignHeaders(final, setBefore)
  assignHeaders(final, headers)
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
 * these headers out. `isHttps` is true when the site's public origin is https. Frozen headers are completed
 * once, since they are sent many times.
 */
export const createResponseClass = (isHttps: boolean) => {
  const completed = new WeakMap<Headers, OutgoingHttpHeaders>()
  const complete = (headers: Headers) => {
    const known = completed.get(headers)
    if (known) return known
    const final = finalHeaders(headers, isHttps)
    if (Object.isFrozen(headers)) completed.set(headers, final)
    return final
  }

  return class FinishedResponse<
    Request extends IncomingMessage = IncomingMessage,
  > extends ServerResponse<Request> {
    override writeHead(
      status: number,
      reason?: string | Headers,
      headers: Headers = typeof reason === 'object' ? reason : {},
    ): this {
      const final = this.getHeaderNames().length
        ? finalHeaders(headers, isHttps, this.getHeaders())
        : complete(headers)
      return typeof reason === 'string'
        ? super.writeHead(status, reason, final)
        : super.writeHead(status, final)
    }
  }
}
