/** Where the site is at home, where a request comes from, and which other places may ask in somebody's name. */
import type { Context } from 'hono'
import type { Env } from './env.ts'
import { createProxies } from './proxies.ts'

type C = Context<Env>

const localNames = new Set(['localhost', '127.0.0.1', '[::1]'])

const peerOf = (c: C) =>
  (c.env as Env['Bindings'] | undefined)?.incoming?.socket.remoteAddress ?? null

const parse = (origin: string) => (URL.canParse(origin) ? new URL(origin) : null)

interface OriginOptions {
  /** Where the site is at home; null where it is found by the request. */
  siteUrl: string | null
  isProduction: boolean
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-…` is believed. */
  trustedProxies?: readonly string[]
  /** Told once when a proxy that nobody trusts asks for others: they would all count as one client. */
  warn?: (words: string) => void
}

export const createOrigins = ({
  siteUrl,
  isProduction,
  trustedProxies = [],
  warn = () => {},
}: OriginOptions) => {
  const proxies = createProxies(trustedProxies)
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

  const isTrusted = (c: C, origin: string) => {
    const url = parse(origin)
    if (!url) return false
    // Behind a proxy the scheme may be another one; whoever has the host has the site.
    if (url.host === new URL(c.req.url).host || url.origin === siteUrl) return true
    return !isProduction && localNames.has(url.hostname)
  }
  return {
    /** The client's address behind trusted proxies; in process, none. */
    addressOf: (c: C) => clientOf(c)?.address ?? 'in process',
    /** Only where nobody can listen in between may a cookie go without TLS. */
    needsTls: (c: C) => {
      const { protocol, hostname } = new URL(askedOrigin(c))
      return protocol === 'https:' || !localNames.has(hostname)
    },
    /** Without a slash at its end. */
    own: (c: C) => siteUrl ?? askedOrigin(c),
    /**
     * Where whoever asks has found the site, for front ends that are developed elsewhere. Null where the site has an
     * address of its own, where its own renderer asks, and in production, where a proxy may have been asked by TLS.
     */
    asked: (c: C) =>
      siteUrl !== null || isProduction || peerOf(c) === null ? null : askedOrigin(c),
    isTrusted,
    /** Browsers say where a request was started; who is not a browser has no cookies to be abused. */
    isForeign: (c: C) => {
      const origin = c.req.header('origin')
      return origin ? !isTrusted(c, origin) : c.req.header('sec-fetch-site') === 'cross-site'
    },
  }
}

export type Origins = ReturnType<typeof createOrigins>
