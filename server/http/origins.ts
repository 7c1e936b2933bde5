/**
 * Finds the origin of the site and the address of the client, as proxies report them, and the origins that may use
 * cookies.
 */
import type { HttpBindings } from '@hono/node-server'
import { createTrustedProxies } from './trusted-proxies.ts'

/** The parts of a Hono context that tell where a request comes from. */
interface C {
  /** The request and response of Node; undefined when the API is called in process. */
  env: Partial<HttpBindings> | undefined
  req: { url: string; header: (name: string) => string | undefined }
}

const localNames = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

/** True for a name of this machine, which reaches no other. */
export const isLocalName = (hostname: string) => localNames.has(hostname)

const peerOf = (c: C) => c.env?.incoming?.socket.remoteAddress ?? null

const parse = (origin: string) => (URL.canParse(origin) ? new URL(origin) : null)

interface OriginOptions {
  /** The site's public origin; null to take it from the request. */
  siteUrl: string | null
  isProduction: boolean
  /** The host names, with or without a port, that a request may use for the site. */
  trustedHosts?: readonly string[]
  /** The IP addresses and CIDR ranges of proxies whose `X-Forwarded-…` headers are trusted. */
  trustedProxies?: readonly string[]
  /** The origins of other front ends that may send cookies. */
  trustedOrigins?: readonly string[]
  /** Called once when an untrusted proxy forwards requests, since all its clients count as one. */
  warn?: (message: string) => void
}

/**
 * Creates the functions that read the client of a request and the origin it was sent to, also behind trusted proxies.
 */
const createRequestSource = (
  trustedProxies: readonly string[],
  warn: (message: string) => void,
) => {
  const proxies = createTrustedProxies(trustedProxies)
  let isWarned = false

  const clientOf = (c: C) => {
    const peer = peerOf(c)
    if (peer === null) return null
    const forwarded = {
      for: c.req.header('x-forwarded-for'),
      proto: c.req.header('x-forwarded-proto'),
    }
    if (forwarded.for && !trustedProxies.length && !isWarned) {
      isWarned = true
      warn(
        'Requests have an X-Forwarded-For header, which is ignored: if there is a proxy, add its address to TRUSTED_PROXIES.',
      )
    }
    return proxies.clientOf(peer, forwarded)
  }

  /** Returns the origin that a request was sent to. The URL is parsed by hand because this runs for every request. */
  const requestOriginOf = (c: C) => {
    const { url } = c.req
    const origin = url.slice(0, url.indexOf('/', url.indexOf('://') + 3))
    const isTls = c.req.header('x-forwarded-proto') && clientOf(c)?.protocol === 'https'
    return isTls ? origin.replace(/^\w+/, 'https') : origin
  }

  return { clientOf, requestOriginOf }
}

/** True when an origin has the host of the request. The scheme is not compared, as it may differ behind a proxy. */
const hasOwnHost = (c: C, origin: string) => parse(origin)?.host === new URL(c.req.url).host

/**
 * Creates the functions that tell which origins may use this site's cookies, and whether another site has started a
 * request.
 */
const createOriginTrust = (
  siteUrl: string | null,
  isProduction: boolean,
  trustedOrigins: readonly string[],
) => {
  const isSiteOrigin = (c: C, origin: string) =>
    hasOwnHost(c, origin) || parse(origin)?.origin === siteUrl

  const isTrusted = (c: C, origin: string) => {
    const url = parse(origin)
    if (!url) return false
    if (isSiteOrigin(c, origin)) return true
    if (trustedOrigins.includes(url.origin)) return true
    return !isProduction && isLocalName(url.hostname)
  }

  /**
   * True when another site started this request, judged by what browsers send: `Origin`, `Sec-Fetch-Site`, and
   * `Referer` in older ones. For anything but a link, a client that sends none of them is not a browser and has no
   * cookies to abuse.
   */
  const isCrossSite = (c: C) => {
    const origin = c.req.header('origin')
    if (origin) return !isTrusted(c, origin)
    const site = c.req.header('sec-fetch-site')
    if (site === 'same-origin' || site === 'none') return false
    const referer = c.req.header('referer')
    if (!referer) return site !== undefined
    if (!isTrusted(c, referer)) return true
    // A link of this site may lead to another one that redirects back; then the browser sends both.
    if (site === 'cross-site') return isSiteOrigin(c, referer)
    return site !== undefined && hasOwnHost(c, referer)
  }

  return { isTrusted, isCrossSite }
}

/**
 * Returns a function that returns the site's origin for a request to an origin, or null. Anyone can send any `Host`,
 * and the response may be cached for others, so only local and trusted hosts are repeated.
 */
const createSiteOriginAt = (siteUrl: string | null, trustedHosts: readonly string[]) => {
  const isKnown = (origin: string) => {
    const url = parse(origin)
    if (!url) return false
    return [url.hostname, url.host].some((host) => isLocalName(host) || trustedHosts.includes(host))
  }
  /** The decision about the latest origin, since almost all requests have the same, and each asks several times. */
  let latest = { origin: '', isKnown: false }
  return (origin: string) => {
    if (siteUrl !== null) return siteUrl
    if (latest.origin !== origin) latest = { origin, isKnown: isKnown(origin) }
    return latest.isKnown ? origin : null
  }
}

/** Creates the functions that tell where requests come from and what the site's own origin is. */
export const createOrigins = ({
  siteUrl,
  isProduction,
  trustedHosts = [],
  trustedProxies = [],
  trustedOrigins = [],
  warn = () => {},
}: OriginOptions) => {
  const isHttps = siteUrl?.startsWith('https:') ?? false
  const { clientOf, requestOriginOf } = createRequestSource(trustedProxies, warn)
  const { isTrusted, isCrossSite } = createOriginTrust(siteUrl, isProduction, trustedOrigins)

  const siteOriginAt = createSiteOriginAt(siteUrl, trustedHosts)

  /**
   * Returns the site's origin for absolute URLs in responses: `SITE_URL`, or the request's own origin when its host is
   * local or trusted; otherwise null. Without a trailing slash.
   */
  const siteOrigin = (c: C) => (siteUrl !== null ? siteUrl : siteOriginAt(requestOriginOf(c)))

  return {
    /** Returns the client's IP address, as trusted proxies forward it. */
    clientAddress: (c: C) => clientOf(c)?.address ?? 'in process',
    /**
     * True when cookies must be `Secure`: always when the site's public origin is https, otherwise for https requests
     * and hosts that are not local.
     */
    needsTls: (c: C) => {
      if (isHttps) return true
      const { protocol, hostname } = new URL(requestOriginOf(c))
      return protocol === 'https:' || !isLocalName(hostname)
    },
    siteOrigin,
    siteOriginAt,
    /**
     * Returns the site's origin as the request names it; null when `SITE_URL` is set, which is the same for all
     * clients.
     */
    requestSiteOrigin: (c: C) => (siteUrl === null ? siteOriginAt(requestOriginOf(c)) : null),
    /**
     * Returns the origin as the client wrote it, without a trailing slash. Only for comparisons: it must not appear in
     * a response.
     */
    requestOrigin: requestOriginOf,
    isTrusted,
    /**
     * True when the request has one of the headers that `isCrossSite` reads to find out where it comes from. Browsers
     * do not for a link on an http site that hides its referrer.
     */
    namesSource: (c: C) =>
      ['origin', 'sec-fetch-site', 'referer'].some((name) => c.req.header(name)),
    isCrossSite,
  }
}

export type Origins = ReturnType<typeof createOrigins>
