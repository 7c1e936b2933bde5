/** Where the links in a mail lead: home, and only while developing to wherever the request says it came from. */
import type { Context } from 'hono'
import { problem } from '../http/problem.ts'

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

/** `found` is where whoever asks has found the site, if its host is a known one (api, section 11.4). */
export const resolveLinkBase = (
  c: Context,
  { siteUrl, isProduction }: LinkBaseOptions,
  requestSiteOrigin: string | null,
): string => {
  const said = siteUrl ?? (isProduction ? null : sentFrom(c)) ?? requestSiteOrigin
  if (said) return said
  throw problem(400, { detail: 'It is not known where links in the mail should lead.' })
}

const sentFrom = (c: Context) =>
  originOf(c.req.header('origin')) ?? originOf(c.req.header('referer'))
