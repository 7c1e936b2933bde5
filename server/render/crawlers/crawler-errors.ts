/** Crawlers and those who show previews of links get no error page: its words are not what they came for. */
import { STATUS_CODES } from 'node:http'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { uncached } from '#server/http/cache-policy.ts'

const isCrawler = /bot|lighthouse|facebook|google/i

/** An error as its bare status for those; everything else as it is. */
export const plainErrorForCrawlers = async (c: Context, answer: Response) => {
  if (answer.status < 400 || !isCrawler.test(c.req.header('user-agent') ?? '')) return answer
  await answer.body?.cancel()
  const retryAfter = answer.headers.get('retry-after')
  return c.text(
    `${answer.status} ${STATUS_CODES[answer.status]}`,
    answer.status as ContentfulStatusCode,
    {
      ...uncached,
      'X-Robots-Tag': 'noindex',
      ...(retryAfter && { 'Retry-After': retryAfter }),
    },
  )
}
