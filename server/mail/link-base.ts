/** Finds the base URL for links in mails: the site's public origin, or in development the origin of the request. */
import type { Context } from 'hono'
import { problem } from '../http/problem.ts'

export interface LinkBaseOptions {
  /** Null when it is not configured. */
  siteUrl: string | null
  isProduction: boolean
}

const originOf = (header: string | undefined) => {
  if (!header || !URL.canParse(header)) return null
  const { origin, protocol } = new URL(header)
  return protocol === 'http:' || protocol === 'https:' ? origin : null
}

/**
 * Returns the base URL for links in mails, without a trailing slash; throws 400 when it is unknown. `requestSiteOrigin`
 * is the site's origin as the client reaches it, if its host is trusted (api, section 11.4).
 */
export const resolveLinkBase = (
  c: Context,
  { siteUrl, isProduction }: LinkBaseOptions,
  requestSiteOrigin: string | null,
): string => {
  const base = siteUrl ?? (isProduction ? null : originOfSender(c)) ?? requestSiteOrigin
  if (base) return base
  throw problem(400, { detail: 'It is not known where links in the mail should lead.' })
}

const originOfSender = (c: Context) =>
  originOf(c.req.header('origin')) ?? originOf(c.req.header('referer'))
