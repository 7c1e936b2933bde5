/** Routes of the site: pages, their payloads, and static files. */
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Iri } from '#content/model/iri.ts'
import { toAsciiUrl } from '#content/page/address-input.ts'
import { isContentPath } from '#content/page/areas.ts'
import { type Location, safeDecodeUri } from '#content/page/location.ts'
import type { PagePayload, PayloadResponse } from '#content/page/payload.ts'
import { pageQuery } from '#content/page/page-query.ts'
import type { User } from '#content/model/resource.ts'
import type { SiteConfig } from '#content/page/site-config.ts'
import type {
  CrawlRequest,
  PageContent,
  PageRequest,
  RenderRequest,
  RenderResult,
} from '#src/entry-server.tsx'
import type { Viewer } from '../auth/viewer.ts'
import type { PageCache } from './cache/page-cache.ts'
import { withPieces } from './build-assets.ts'
import { readPageContent } from './read-page-content.ts'
import { sanitizeEntries } from './sanitize-payload.ts'
import { type Assets, renderDocument } from './document.ts'
import { plainErrorForCrawlers } from './crawlers/crawler-errors.ts'
import { crawlerRoutes } from './crawlers/crawler-routes.ts'
import { headMarkup } from './head-markup.ts'
import { pageCaching } from '../http/cache-policy.ts'
import { documentHeaders } from './document-headers.ts'
import { maintenanceFailure, isClosedFor, retryAfter, hasSessionHint } from './maintenance-mode.ts'
import { sendPrecomputed, precompute } from './cache/precomputed-response.ts'
import { createPwaRoutes } from './pwa-routes.ts'
import { redirectTrailingSlash } from './trailing-slash.ts'

interface Visitor {
  viewer: Viewer
  /** The user as `GET /me` returns it; null for visitors. */
  user: User | null
}

/** The exports of `src/entry-server.tsx`. */
interface Renderer {
  render: (request: RenderRequest) => Promise<RenderResult>
  /** Reads a page of a remote API resource by resource. */
  crawlPage: (request: CrawlRequest) => Promise<PageContent>
}

export interface SiteOptions {
  build: string
  /** Loads `src/entry-server.tsx`; in development its current version. */
  loadRenderer: () => Promise<Renderer>
  assets: Assets
  /** Serves the built files; absent in development, where Vite serves them. */
  files?: MiddlewareHandler
  /** Vite's transformation of documents in development. */
  transform?: (url: string, html: string) => Promise<string>
  identifyVisitor: (request: Request) => Promise<Visitor>
  siteConfig: () => Promise<SiteConfig>
  /**
   * Reads the content of a page from the store and records what it depends on; null for a remote API, whose
   * resources are requested step by step.
   */
  readPage:
    | ((
        path: string,
        viewer: Viewer,
        query: URLSearchParams,
        used: Set<Iri> | undefined,
      ) => Promise<PagePayload>)
    | null
  /** Caches responses for visitors; null when changes are not announced. */
  cache: PageCache | null
  /** The content API as browsers (`/_api`) and as this process call it. */
  api: { base: string; internalBase: string; fetch: typeof fetch }
  hub: { url: string | null; lastEventId: () => Promise<string | null> }
  /** Returns the site's origin for a request; null when it is unknown. */
  origin: (c: Context) => string | null
  log: (problem: unknown, path: string) => void
}

export const createSiteRoutes = (options: SiteOptions) => {
  const site = new Hono()
  site.get('*', redirectTrailingSlash)
  if (options.files) site.use(options.files)
  return site
    .route('/', createPwaRoutes(options))
    .route('/', crawlerRoutes(options))
    .get('/:path{.*_payload\\.json}', (c) => answerPayload(c, options))
    .get('*', async (c) => plainErrorForCrawlers(c, await answerPage(c, options)))
}

/** A response before it is sent. */
interface RenderedResponse {
  status: number
  headers: Record<string, string>
  body: string
  /** Errors are not cached: there is no end of addresses that are not found. */
  isCacheable: boolean
}

type RenderResponse = (
  visitor: Visitor,
  location: Location,
  used?: Set<Iri>,
) => Promise<RenderedResponse>

/**
 * Sends a rendered response. For signed-in users it is rendered each time and not cached. A visitor's response is the
 * same for all visitors: the query is reduced to what changes the page, and nothing else of the request is used but the
 * site's origin.
 */
const answerWith = async (
  c: Context,
  { identifyVisitor, cache, origin }: SiteOptions,
  make: RenderResponse,
) => {
  const visitor = await identifyVisitor(c.req.raw)
  const requested = locationIn(c)
  if (visitor.viewer.userId !== null) {
    const { status, headers, body } = await make(visitor, requested)
    return c.body(body, status as ContentfulStatusCode, headers)
  }
  const location = isContentPath(requested.path)
    ? { ...requested, search: pageQuery(requested.search) }
    : requested
  const makeStored = async (used?: Set<Iri>) => {
    const { status, headers, body, isCacheable } = await make(visitor, location, used)
    return { response: precompute(status, headers, body), isCacheable }
  }
  const response = cache
    ? await cache.get((origin(c) ?? '') + location.path + location.search, makeStored)
    : (await makeStored()).response
  if (response.status !== 404 || requested.search === location.search)
    return sendPrecomputed(c, response)
  // An error names the whole address; it is not cached, so it is rendered again with its own.
  const { status, headers, body } = await make(visitor, requested)
  return sendPrecomputed(c, precompute(status, headers, body))
}

/** The list of the site's settings; every page depends on some of them. */
const siteConfigList: Iri = '/_/site_config_parameters'

const maintenancePage: PagePayload = {
  status: 503,
  page: null,
  entries: [],
  failure: maintenanceFailure,
}

/** Reads a page by its decoded path and returns it with the path as browsers write it. */
const readPageAt = async (
  readPage: NonNullable<SiteOptions['readPage']>,
  { path, search }: Pick<Location, 'path' | 'search'>,
  viewer: Viewer,
  used: Set<Iri> | undefined,
): Promise<PagePayload> => {
  const payload = await readPage(safeDecodeUri(path), viewer, new URLSearchParams(search), used)
  return payload.page ? { ...payload, page: { ...payload.page, path } } : payload
}

const payloadName = /_payload\.json$/

const answerPayload = (c: Context, options: SiteOptions) => {
  const { readPage, build } = options
  if (!readPage) return c.notFound()
  return answerWith(c, options, async ({ viewer }, { path: requested, search }, used) => {
    used?.add(siteConfigList)
    const path = requested.replace(payloadName, '')
    const trimmed = path === '/' ? path : path.replace(/\/$/, '')
    const isClosed = isClosedFor(viewer, trimmed, await options.siteConfig())
    const page: PagePayload = isClosed
      ? maintenancePage
      : await readPageAt(readPage, { path: trimmed, search }, viewer, used)
    const payload = { ...page, entries: sanitizeEntries(page.entries) }
    return {
      // The payload contains the status of the page.
      status: 200,
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        ...pageCaching(viewer.userId !== null),
      },
      body: JSON.stringify({ build, ...payload } satisfies PayloadResponse),
      isCacheable: Boolean(payload.page ?? payload.redirect),
    }
  })
}

/** Reads the content of a page: nothing of it in maintenance mode, except for those who may see the site. */
const readContent = (
  options: SiteOptions,
  request: PageRequest,
  { viewer, used, isClosed }: { viewer: Viewer; used: Set<Iri> | undefined; isClosed: boolean },
): Promise<PageContent> => {
  if (isClosed) return Promise.resolve({ failure: maintenanceFailure })
  const { readPage, loadRenderer, api } = options
  // With a remote API only the browser knows who is signed in.
  const asked = { location: request.location, user: request.user, isUserKnown: readPage !== null }
  return readPageContent(
    asked,
    readPage
      ? { readPayload: (location) => readPageAt(readPage, location, viewer, used) }
      : {
          crawl: async (signal) => {
            const { crawlPage } = await loadRenderer()
            return crawlPage({ ...request, api, signal })
          },
        },
  )
}

const answerPage = (c: Context, options: SiteOptions) =>
  answerWith(c, options, async ({ viewer, user }, location, used) => {
    used?.add(siteConfigList)
    // Read before the page, so that no event in between is missed.
    const lastEventId = await options.hub.lastEventId()
    const site = await options.siteConfig()
    const { build, api, hub } = options
    const origin = options.origin(c)
    const isBelieved = options.readPage === null && hasSessionHint(c.req.header('cookie'))
    const isClosed = !isBelieved && isClosedFor(viewer, location.path, site)
    const request: PageRequest = {
      build,
      location,
      user,
      site,
      origin,
      hub: hub.url,
      lastEventId,
      apiBase: api.base,
    }
    const content = await readContent(options, request, { viewer, used, isClosed })
    const { render } = await options.loadRenderer()
    const rendered = await render({ ...request, content })
    if (rendered.error) options.log(rendered.error, location.path)
    const isPrivate = user !== null
    if (rendered.redirect) return redirectResponse(rendered, isPrivate)
    const html = documentOf(rendered, options.assets)
    return {
      status: rendered.status,
      headers: {
        ...documentHeaders({ api: api.base, hub: hub.url, isPrivate, status: rendered.status }),
        ...(!rendered.head.indexable && { 'X-Robots-Tag': 'noindex' }),
        ...(isClosed && { 'Retry-After': `${retryAfter}` }),
      },
      body: (await options.transform?.(c.req.path, html)) ?? html,
      isCacheable: rendered.state.page !== null && !rendered.error,
    }
  })

const redirectResponse = (
  { status, redirect }: RenderResult,
  isPrivate: boolean,
): RenderedResponse => ({
  status,
  headers: { Location: toAsciiUrl(redirect ?? '/'), ...pageCaching(isPrivate) },
  body: '',
  isCacheable: status === 308,
})

const documentOf = ({ head, body, state, viewFiles }: RenderResult, assets: Assets) =>
  renderDocument({
    lang: head.lang,
    head: headMarkup(head),
    body,
    state,
    assets: withPieces(assets, viewFiles),
  })

const locationIn = (c: Context): Location => {
  const { pathname: path, search } = new URL(c.req.url)
  return { path, search, hash: '' }
}
