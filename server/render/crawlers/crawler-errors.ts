/**
 * Makes plain error responses for crawlers and link previews, which should not index or show the text of an error page.
 */
import { STATUS_CODES } from 'node:http'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { uncached } from '#server/http/cache-policy.ts'

const crawlerPattern = /bot|lighthouse|facebook|google/i

/** Returns an error as a plain status for crawlers, and every other response unchanged. */
export const plainErrorForCrawlers = async (c: Context, response: Response) => {
  if (response.status < 400 || !crawlerPattern.test(c.req.header('user-agent') ?? ''))
    return response
  await response.body?.cancel()
  const retryAfter = response.headers.get('retry-after')
  return c.text(
    `${response.status} ${STATUS_CODES[response.status]}`,
    response.status as ContentfulStatusCode,
    {
      ...uncached,
      'X-Robots-Tag': 'noindex',
      ...(retryAfter && { 'Retry-After': retryAfter }),
    },
  )
}
