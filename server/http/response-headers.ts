/** Headers that every answer has, whoever gives it: the API, the site, its files, the hub, or node itself. */
import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'
import { finalCaching } from './cache-policy.ts'

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

/** A year, in seconds: how long a browser asks by TLS alone (RFC 6797). Only the site's own address is meant by it. */
const strictTransport = 'max-age=31536000'

const asText = (value: OutgoingHttpHeader | undefined) =>
  Array.isArray(value) ? value.join(', ') : value === undefined ? undefined : String(value)

/** Names and values in turns, as node takes them too. */
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
 * Returns the headers as they go out, by their names in small letters. Types are not guessed, pages are framed by this
 * site at most, and caches are told by `finalCaching` what they may keep.
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
  if (isHttps) final['strict-transport-security'] = strictTransport
  return final
}

/**
 * Returns the class of every response of a server (`http.createServer({ ServerResponse })`), so that no handler can
 * leave these headers out. `isHttps` is true where the site is at home at an https address.
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
      const said = headers ?? {}
      const set = this.getHeaders()
      const all = isFlat(said) ? [...pairsOf(set).flat(), ...said] : { ...set, ...said }
      const final = finalHeaders(all, isHttps)
      return typeof reason === 'string'
        ? super.writeHead(status, reason, final)
        : super.writeHead(status, final)
    }
  }
