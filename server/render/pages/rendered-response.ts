/** Sends rendered responses, those for visitors from the page cache. */
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Iri } from '#content/model/iri.ts'
import { isContentPath } from '#content/navigation/path-patterns.ts'
import type { Location } from '#content/navigation/location.ts'
import { renderQuery } from '#content/page/fetching/page-query.ts'
import { precompute, sendPrecomputed } from '../cache/precomputed-response.ts'
import type { SiteOptions, IdentifiedViewer } from '../site-options.ts'

/** A response before it is sent. */
export interface RenderedResponse {
  status: number
  headers: Record<string, string>
  body: string
  /** True if it may be cached. Errors may not, because there is no end of addresses that are not found. */
  isCacheable: boolean
}

type RenderResponse = (
  identified: IdentifiedViewer,
  location: Location,
  dependencies?: Set<Iri>,
) => Promise<RenderedResponse>

/**
 * Sends a rendered response. For signed-in users it is rendered each time and not cached. A visitor's response is the
 * same for all visitors: the query is reduced to what changes the page, and nothing else of the request is used but the
 * site's origin.
 */
export const respondWith = async (
  c: Context,
  { identifyViewer, cache, origin }: SiteOptions,
  renderResponse: RenderResponse,
) => {
  const identified = await identifyViewer(c.req.raw)
  const requested = locationIn(c)
  if (identified.viewer.userId !== null) {
    const { status, headers, body } = await renderResponse(identified, requested)
    return c.body(body, status as ContentfulStatusCode, headers)
  }
  const location = isContentPath(requested.path)
    ? { ...requested, search: renderQuery(requested.search) }
    : requested
  const renderCacheable = async (dependencies?: Set<Iri>) => {
    const { status, headers, body, isCacheable } = await renderResponse(
      identified,
      location,
      dependencies,
    )
    return { response: precompute(status, headers, body), isCacheable }
  }
  const response = cache
    ? await cache.get((origin(c) ?? '') + location.path + location.search, renderCacheable)
    : (await renderCacheable()).response
  if (response.status !== 404 || requested.search === location.search)
    return sendPrecomputed(c, response)
  // An error names the whole address; it is not cached, so it is rendered again with its own.
  const { status, headers, body } = await renderResponse(identified, requested)
  return sendPrecomputed(c, precompute(status, headers, body))
}

/** Returns the location that a request asks for. */
export const locationIn = (c: Context): Location => {
  const { pathname: path, search } = new URL(c.req.url)
  return { path, search, hash: '' }
}
