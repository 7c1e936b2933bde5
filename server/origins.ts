/** Where the site is at home, where a request comes from, and which other places may ask in somebody's name. */
import type { Context } from 'hono'
import type { Env } from './env.ts'

type C = Context<Env>

const loopback = /^(127\.|::1$|::ffff:127\.)/
const localNames = new Set(['localhost', '127.0.0.1', '[::1]'])

const peerOf = (c: C) =>
  (c.env as Env['Bindings'] | undefined)?.incoming?.socket.remoteAddress ?? null

/** What a proxy on this machine says about its client; from anybody else such headers are only words. */
const forwarded = (c: C, header: string) => {
  const said = c.req.header(header)
  if (!said) return undefined
  const peer = peerOf(c)
  return peer && loopback.test(peer) ? said.split(',').at(-1)?.trim() : undefined
}

/** The client's address; in process, none. */
export const addressOf = (c: C) => forwarded(c, 'x-forwarded-for') ?? peerOf(c) ?? 'in process'

/** Cut out by hand: this is done for every request. */
const askedOrigin = (c: C) => {
  const { url } = c.req
  const origin = url.slice(0, url.indexOf('/', url.indexOf('://') + 3))
  return forwarded(c, 'x-forwarded-proto') === 'https' ? origin.replace(/^\w+/, 'https') : origin
}

/** Only where nobody can listen in between may a cookie go without TLS. */
export const needsTls = (c: C) => {
  const { protocol, hostname } = new URL(askedOrigin(c))
  return protocol === 'https:' || !localNames.has(hostname)
}

const parse = (origin: string) => (URL.canParse(origin) ? new URL(origin) : null)

export const createOrigins = (siteUrl: string | null, isProduction: boolean) => {
  const isTrusted = (c: C, origin: string) => {
    const url = parse(origin)
    if (!url) return false
    // Behind a proxy the scheme may be another one; whoever has the host has the site.
    if (url.host === new URL(c.req.url).host || url.origin === siteUrl) return true
    return !isProduction && localNames.has(url.hostname)
  }
  return {
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
