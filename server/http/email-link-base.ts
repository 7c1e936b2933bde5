/**
 * Chooses the base URL of links in mails: `SITE_URL`, or the host of the request or of its origin if that is trusted.
 */
import type { Context } from 'hono'
import { type Origins, isLocalName } from './origins.ts'
import { InvalidInputError } from '../domain-errors.ts'

export interface LinkBaseOptions {
  /** The value of `SITE_URL`; null when it is not set. */
  siteUrl: string | null
  isProduction: boolean
}

const originOf = (header: string | undefined) => {
  if (!header || !URL.canParse(header)) return null
  const { origin, protocol } = new URL(header)
  return protocol === 'http:' || protocol === 'https:' ? origin : null
}

/**
 * Returns the origin of links in mails: `SITE_URL`; otherwise, outside production, the origin of the front end that
 * sent the request; otherwise the request's own. The latter two are used only if their host is local or listed, because
 * headers can be forged and the links give access to accounts. Throws `InvalidInputError` when none applies.
 */
export const resolveLinkBase = (
  c: Context,
  { siteUrl, isProduction }: LinkBaseOptions,
  { siteOriginAt, requestSiteOrigin }: Pick<Origins, 'siteOriginAt' | 'requestSiteOrigin'>,
): string => {
  const sentFrom = isProduction ? null : frontEndOf(c)
  const base = siteUrl ?? (sentFrom && siteOriginAt(sentFrom)) ?? requestSiteOrigin(c)
  if (base) return base
  throw new InvalidInputError('SITE_URL is not set, so this server cannot send links by mail.')
}

const frontEndOf = (c: Context) =>
  originOf(c.req.header('origin')) ?? originOf(c.req.header('referer'))

interface StartOptions {
  siteUrl: string | null
  host: string
  trustedHosts: readonly string[]
  trustedProxies: readonly string[]
}

/** True if the server is reached by a name of its own machine alone. */
export const isReachedLocally = ({
  host,
  trustedProxies,
}: Pick<StartOptions, 'host' | 'trustedProxies'>) => isLocalName(host) && !trustedProxies.length

/** Returns the warning for the start when no base URL can be determined, otherwise null. */
export const linkBaseWarning = (options: StartOptions) => {
  const { siteUrl, trustedHosts } = options
  if (siteUrl !== null || trustedHosts.length > 0 || isReachedLocally(options)) return null
  return 'Mails need SITE_URL (or TRUSTED_HOSTS): without it they cannot contain links, except for requests to a local host name.'
}
