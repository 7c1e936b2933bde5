/** Sends the page of a form once more, with what was wrong. */
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { PageContent } from '#src/entry-server.tsx'
import { uncached } from '../../http/cache-policy.ts'
import type { SiteOptions } from '../site-options.ts'
import { locationIn } from './rendered-response.ts'
import { renderPage } from './respond-with-page.ts'

/** The response of the API, or a failure, whose status the page of the form gets. */
interface Refusal {
  status: number
  headers?: Headers
}

/** Sends the page of the form once more, with a change of its content that says what was wrong. */
export const renderAgain = async (
  c: Context,
  options: SiteOptions,
  changeContent: (content: PageContent) => PageContent,
  refusal: Refusal,
) => {
  const identified = await options.identifyViewer(c.req.raw)
  const request = { identified, location: locationIn(c) }
  const rendered = await renderPage(c, options, request, { changeContent })
  const { status } = rendered.status === 200 ? refusal : rendered
  return c.body(rendered.body, status as ContentfulStatusCode, {
    ...rendered.headers,
    ...uncached,
    ...keptHeaders(refusal),
  })
}

/** Returns those headers of the refusal that also apply to the page: when to try again, and to close the connection. */
const keptHeaders = ({ headers }: Refusal): Record<string, string> =>
  Object.fromEntries(
    ['Retry-After', 'Connection'].flatMap((name) => {
      const value = headers?.get(name)
      return value ? [[name, value]] : []
    }),
  )
