/** Where the site is at home, where a request comes from, and which other places may ask in somebody's name. */
import type { Context } from 'hono'
import type { Env } from './hono-env.ts'
import { createTrustedProxies } from './trusted-proxies.ts'

type C = Context<Env>

const localNames = new Set(['localhost', '127.0.0.1', '[::1]'])

const peerOf = (c: C) =>
  (c.env as Env['Bindings'] | undefined)?.incoming?.socket.remoteAddress ?? null

const parse = (origin: string) => (URL.canParse(origin) ? new URL(origin) : null)

interface OriginOptions {
  /** Where the site is at home; null where it is found by the request. */
  siteUrl: string | null
  isProduction: boolean
  /** Host names, with or without a port, that a request may name as the site's. */
  trustedHosts?: readonly string[]
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-…` is believed. */
  trustedProxies?: readonly string[]
  /** Origins of other front ends, which may ask with cookies. */
  trustedOrigins?: readonly string[]
  /** Told once when a proxy that nobody trusts asks for others: they would all count as one client. */
  warn?: (words: string) => void
}

export const createOrigins = ({
  siteUrl,
  isProduction,
  trustedHosts = [],
  trustedProxies = [],
  trustedOrigins = [],
  warn = () => {},
}: OriginOptions) => {
  const isHttps = siteUrl?.startsWith('https:') ?? false
  const proxies = createTrustedProxies(trustedProxies)
  let hasWarned = false

  const clientOf = (c: C) => {
    const peer = peerOf(c)
    if (peer === null) return null
    const forwarded = {
      for: c.req.header('x-forwarded-for'),
      proto: c.req.header('x-forwarded-proto'),
    }
    if (forwarded.for && !trustedProxies.length && !hasWarned) {
      hasWarned = true
      warn(
        'Requests come with X-Forwarded-For, which is not believed: if there is a proxy, name its address in TRUSTED_PROXIES.',
      )
    }
    return proxies.clientOf(peer, forwarded)
  }

  /** Cut out by hand: this is done for every request. */
  const askedOrigin = (c: C) => {
    const { url } = c.req
    const origin = url.slice(0, url.indexOf('/', url.indexOf('://') + 3))
    const isTls = c.req.header('x-forwarded-proto') && clientOf(c)?.protocol === 'https'
    return isTls ? origin.replace(/^\w+/, 'https') : origin
  }

  /** Behind a proxy the scheme may be another one; whoever has the host has the site. */
  const hasOwnHost = (c: C, origin: string) => parse(origin)?.host === new URL(c.req.url).host
  const isOwn = (c: C, origin: string) => hasOwnHost(c, origin) || parse(origin)?.origin === siteUrl

  const isTrusted = (c: C, origin: string) => {
    const url = parse(origin)
    if (!url) return false
    if (isOwn(c, origin)) return true
    if (trustedOrigins.includes(url.origin)) return true
    return !isProduction && localNames.has(url.hostname)
  }
  /** Anybody can send any `Host`, and what is answered may be kept for others: only known ones are repeated. */
  const homeAt = (origin: string) => {
    if (siteUrl !== null) return siteUrl
    const url = parse(origin)
    if (!url) return null
    const isKnown = [url.hostname, url.host].some(
      (host) => localNames.has(host) || trustedHosts.includes(host),
    )
    return isKnown ? origin : null
  }
  /**
   * Where the site is, for absolute URLs in answers (api, section 11.4): `SITE_URL`, or else the request's own origin when
   * its host is local or listed; null where nobody knows. Without a slash at its end.
   */
  const home = (c: C) => (siteUrl !== null ? siteUrl : homeAt(askedOrigin(c)))

  return {
    /** The client's address behind trusted proxies; in process, none. */
    clientAddress: (c: C) => clientOf(c)?.address ?? 'in process',
    /**
     * Whether a cookie may go by TLS alone: always where the site is at home at an https address, however this request
     * came; otherwise wherever somebody could listen in between.
     */
    needsTls: (c: C) => {
      if (isHttps) return true
      const { protocol, hostname } = new URL(askedOrigin(c))
      return protocol === 'https:' || !localNames.has(hostname)
    },
    home,
    homeAt,
    /** The same, and null where `SITE_URL` says it to everybody alike. */
    requestSiteOrigin: (c: C) => (siteUrl === null ? homeAt(askedOrigin(c)) : null),
    /** As whoever asks wrote it: compared with, and said to nobody. Without a slash at its end. */
    requestOrigin: askedOrigin,
    isTrusted,
    /**
     * Whether another site started this request, by what browsers say of it: the origin; that it came from no other page
     * of this one; in older browsers, the page it came from. Who says nothing of all this is no browser, and has no
     * cookies to be abused.
     */
    isCrossSite: (c: C) => {
      const origin = c.req.header('origin')
      if (origin) return !isTrusted(c, origin)
      const site = c.req.header('sec-fetch-site')
      if (site === 'same-origin' || site === 'none') return false
      const referer = c.req.header('referer')
      if (!referer) return site !== undefined
      if (!isTrusted(c, referer)) return true
      // Where a link of this site leads to another one that sends the browser back, both are said.
      if (site === 'cross-site') return isOwn(c, referer)
      return site !== undefined && hasOwnHost(c, referer)
    },
  }
}

export type Origins = ReturnType<typeof createOrigins>
