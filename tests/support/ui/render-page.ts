/** Renders pages as the server does: reads the content first, then renders it. */
import type { Location } from '#content/navigation/location.ts'
import type { PagePayload } from '#content/page/fetching/payload.ts'
import { readPageContent } from '#server/render/pages/read-page-content.ts'
import { type CrawlRequest, type PageRequest, crawlPage, render } from '#src/entry-server.tsx'
import { pageRequest } from './render-request.ts'

type ReadPayload = (location: Location) => Promise<PagePayload>

export interface RenderOptions extends Partial<PageRequest> {
  isUserKnown?: boolean
}

/** Reads a page as the server does and renders it. */
export const renderPage = async (
  readPayload: ReadPayload,
  { isUserKnown = true, ...more }: RenderOptions = {},
) => {
  const request = pageRequest(more)
  const contentRequest = { location: request.location, user: request.user, isUserKnown }
  return render({ ...request, content: await readPageContent(contentRequest, { readPayload }) })
}

/** Renders the page of a payload. */
export const renderPayload = (payload: PagePayload, more: RenderOptions = {}) =>
  renderPage(() => Promise.resolve(payload), more)

/** Reads a page of a remote API resource by resource and renders it. */
export const renderCrawledPage = async (location: Location, api: CrawlRequest['api']) => {
  const request = pageRequest({ location })
  const content = await readPageContent(
    { location, user: null, isUserKnown: false },
    { crawl: (signal) => crawlPage({ ...request, api, signal }) },
  )
  return render({ ...request, content })
}
