/** The site as people see it: pages, their payloads, and the files they are built of. */
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Iri } from '#content/model/iri.ts'
import { toAsciiUrl } from '#content/page/link.ts'
import { type Location, safeDecodeUri, isContentPath } from '#content/page/location.ts'
import type { PagePayload, PayloadResponse } from '#content/page/payload.ts'
import { pageQuery } from '#content/page/page-query.ts'
import type { User } from '#content/model/resource.ts'
import type { SiteConfig } from '#content/page/site-config.ts'
import type { RenderRequest, RenderResult, sanitizePayload } from '#src/entry-server.tsx'
import type { Viewer } from '../http/hono-env.ts'
import { isUnavailable } from '../store/db/database-errors.ts'
import type { PageCache } from './page-cache.ts'
import { withPieces } from './build-assets.ts'
import { cleanHtml } from './sanitize-cache.ts'
import { type Assets, renderDocument } from './document.ts'
import { plainErrorForCrawlers } from './crawlers/crawler-errors.ts'
import { crawlerRoutes } from './crawlers/crawler-routes.ts'
import { headMarkup } from './head-markup.ts'
import { pageCaching } from '../http/cache-policy.ts'
import { documentHeaders } from './document-headers.ts'
import { maintenanceFailure, isClosedFor, retryAfter, hasSessionHint } from './maintenance-mode.ts'
import { sendPrecomputed, precompute } from './precomputed-response.ts'
import { createPwaRoutes } from './pwa-routes.ts'

export interface Visitor {
  viewer: Viewer
  /** As `GET /me` would say it; null for visitors who have not signed in. */
  user: User | null
}

export interface SiteOptions {
  build: string
  /** `src/entry-server.tsx`; while developing, as it is now. */
  loadRenderer: () => Promise<{
    render: (request: RenderRequest) => Promise<RenderResult>
    sanitizePayload: typeof sanitizePayload
  }>
  assets: Assets
  /** The built files; vite serves them while developing. */
  files?: MiddlewareHandler
  /** What vite does to a document while developing. */
  transform?: (url: string, html: string) => Promise<string>
  whoAsks: (request: Request) => Promise<Visitor>
  siteConfig: () => Promise<SiteConfig>
  /** One call of the store; null where the content is elsewhere and has to be walked. Notes what was used. */
  readPage:
    | ((
        path: string,
        viewer: Viewer,
        query: URLSearchParams,
        used: Set<Iri> | undefined,
      ) => Promise<PagePayload>)
    | null
  /** Keeps what visitors are sent; null where nobody would say that it has changed. */
  cache: PageCache | null
  /** The content API as browsers reach it (`/_api`), and as this process does. */
  api: RenderRequest['api']
  hub: { url: string | null; lastEventId: () => Promise<string | null> }
  /** Where the site is for whoever asks; null where nobody knows. */
  origin: (c: Context) => string | null
  log: (problem: unknown, path: string) => void
}

export const createSiteRoutes = (options: SiteOptions) => {
  const site = new Hono()
  if (options.files) site.use(options.files)
  return site
    .route('/', createPwaRoutes(options))
    .route('/', crawlerRoutes(options))
    .get('/:path{.*_payload\\.json}', (c) => answerPayload(c, options))
    .get('*', async (c) => plainErrorForCrawlers(c, await answerPage(c, options)))
}

/** An answer before it is sent. */
interface Made {
  status: number
  headers: Record<string, string>
  body: string
  /** Refusals are not worth keeping: there is no end of addresses where nothing is. */
  isFound: boolean
}

type Make = (visitor: Visitor, location: Location, used?: Set<Iri>) => Promise<Made>

/**
 * For somebody who is signed in an answer is made each time, and kept by nobody. What was made for one visitor is for all:
 * their query is cut to what makes another page, and nothing else of a request is looked at but where it found the site.
 */
const answerWith = async (c: Context, { whoAsks, cache, origin }: SiteOptions, make: Make) => {
  const visitor = await whoAsks(c.req.raw)
  const asked = locationIn(c)
  if (visitor.viewer.userId !== null) {
    const { status, headers, body } = await make(visitor, asked)
    return c.body(body, status as ContentfulStatusCode, headers)
  }
  const location = isContentPath(asked.path) ? { ...asked, search: pageQuery(asked.search) } : asked
  const makeStored = async (used?: Set<Iri>) => {
    const { status, headers, body, isFound } = await make(visitor, location, used)
    return { stored: precompute(status, headers, body), isKept: isFound }
  }
  if (!cache) return sendPrecomputed(c, (await makeStored()).stored)
  return sendPrecomputed(
    c,
    await cache.get((origin(c) ?? '') + location.path + location.search, makeStored),
  )
}

/** Where all that an owner has decided about the site is kept; every page shows some of it. */
const siteConfigList: Iri = '/_/site_config_parameters'

const closedPage: PagePayload = {
  status: 503,
  page: null,
  entries: [],
  failure: maintenanceFailure,
}

/** Content is found by its path in plain text; what is shown goes by the path as browsers write it. */
const pageAt = async (
  readPage: NonNullable<SiteOptions['readPage']>,
  { path, search }: Pick<Location, 'path' | 'search'>,
  viewer: Viewer,
  used: Set<Iri> | undefined,
): Promise<PagePayload> => {
  const found = await readPage(safeDecodeUri(path), viewer, new URLSearchParams(search), used)
  return found.page ? { ...found, page: { ...found.page, path } } : found
}

const payloadName = /_payload\.json$/

const answerPayload = (c: Context, options: SiteOptions) => {
  const { readPage, loadRenderer, build } = options
  if (!readPage) return c.notFound()
  return answerWith(c, options, async ({ viewer }, { path: asked, search }, used) => {
    used?.add(siteConfigList)
    const path = asked.replace(payloadName, '')
    const trimmed = path === '/' ? path : path.replace(/\/$/, '')
    const renderer = await loadRenderer()
    const isClosed = isClosedFor(viewer, trimmed, await options.siteConfig())
    const page: PagePayload = isClosed
      ? closedPage
      : await pageAt(readPage, { path: trimmed, search }, viewer, used)
    const payload = await renderer.sanitizePayload(page, cleanHtml)
    return {
      // What became of the page is said in it.
      status: 200,
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        ...pageCaching(viewer.userId !== null),
      },
      body: JSON.stringify({ build, ...payload } satisfies PayloadResponse),
      isFound: Boolean(payload.page ?? payload.redirect),
    }
  })
}

const answerPage = (c: Context, options: SiteOptions) =>
  answerWith(c, options, async ({ viewer, user }, location, used) => {
    used?.add(siteConfigList)
    // Asked before the page is read, so that nothing is missed in between.
    const lastEventId = await options.hub.lastEventId()
    const { render } = await options.loadRenderer()
    const site = await options.siteConfig()
    let away: unknown = null
    const readPage = async (asked: Location) => {
      try {
        return options.readPage && (await pageAt(options.readPage, asked, viewer, used))
      } catch (problem) {
        if (isUnavailable(problem)) away = problem
        throw problem
      }
    }
    const isForeign = options.readPage === null
    const isBelieved = isForeign && hasSessionHint(c.req.header('cookie'))
    const isClosed = !isBelieved && isClosedFor(viewer, location.path, site)
    const rendered = await render({
      build: options.build,
      location,
      user,
      // Where the content is elsewhere, so is who is signed in.
      isUserKnown: !isForeign,
      unavailable: isClosed ? maintenanceFailure : null,
      site,
      origin: options.origin(c),
      hub: options.hub.url,
      lastEventId,
      api: options.api,
      readPage,
      sanitizeHtml: cleanHtml,
    })
    // What cannot be read for the moment is no failure of the page: it is to be asked for again.
    if (away) throw away
    if (rendered.error) options.log(rendered.error, location.path)

    const isPrivate = user !== null
    if (rendered.redirect)
      return {
        status: rendered.status,
        headers: { Location: toAsciiUrl(rendered.redirect), ...pageCaching(isPrivate) },
        body: '',
        isFound: rendered.status === 308,
      }
    const html = renderDocument({
      lang: rendered.head.lang,
      head: headMarkup(rendered.head),
      body: rendered.body,
      state: rendered.state,
      assets: withPieces(options.assets, rendered.viewFiles),
    })
    return {
      status: rendered.status,
      headers: {
        ...documentHeaders({
          api: options.api.base,
          hub: options.hub.url,
          isPrivate,
          status: rendered.status,
        }),
        ...(!rendered.head.indexable && { 'X-Robots-Tag': 'noindex' }),
        ...(isClosed && { 'Retry-After': `${retryAfter}` }),
      },
      body: (await options.transform?.(c.req.path, html)) ?? html,
      isFound: rendered.state.page !== null && !rendered.error,
    }
  })

const locationIn = (c: Context): Location => {
  const { pathname: path, search } = new URL(c.req.url)
  return { path, search, hash: '' }
}
