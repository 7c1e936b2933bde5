/** Chooses the base URL of links in mails: `SITE_URL`, or the host of the request or of its origin if that is trusted. */
import type { Context } from 'hono'
import type { Origins } from './origins.ts'
import { InvalidInputError } from '../domain-errors.ts'

export interface LinkBaseOptions {
  /** Null where nobody has said. */
  siteUrl: string | null
  isProduction: boolean
}

const originOf = (header: string | undefined) => {
  if (!header || !URL.canParse(header)) return null
  const { origin, protocol } = new URL(header)
  return protocol === 'http:' || protocol === 'https:' ? origin : null
}

/**
 * Returns the origin that links in mail begin with: `SITE_URL`; else, outside production, the front end that the request
 * says it came from; else the request's own. The latter two only where their host is local or listed, since anybody can
 * say anything in a header, and the links open accounts. Throws where none is left.
 */
export const resolveLinkBase = (
  c: Context,
  { siteUrl, isProduction }: LinkBaseOptions,
  { homeAt, requestSiteOrigin }: Pick<Origins, 'homeAt' | 'requestSiteOrigin'>,
): string => {
  const sentFrom = isProduction ? null : frontEndOf(c)
  const base = siteUrl ?? (sentFrom && homeAt(sentFrom)) ?? requestSiteOrigin(c)
  if (base) return base
  throw new InvalidInputError('It is not known where links in the mail should lead.')
}

const frontEndOf = (c: Context) =>
  originOf(c.req.header('origin')) ?? originOf(c.req.header('referer'))

interface StartOptions {
  siteUrl: string | null
  host: string
  trustedHosts: readonly string[]
  trustedProxies: readonly string[]
}

/** Returns the line a start says where links in mail would have nowhere to lead, or null where they have. */
export const linkBaseWarning = ({ siteUrl, host, trustedHosts, trustedProxies }: StartOptions) => {
  const isReachedLocally =
    ['localhost', '127.0.0.1', '::1'].includes(host) && !trustedProxies.length
  if (siteUrl !== null || trustedHosts.length > 0 || isReachedLocally) return null
  return 'Mails need SITE_URL (or TRUSTED_HOSTS): without it their links lead nowhere unless this server is asked by a local name.'
}
