/** The site as people see it: pages, their payloads, and the files they are built of. */
import { randomBytes } from 'node:crypto'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Location } from '#content/location.ts'
import type { PagePayload, PayloadAnswer } from '#content/payload.ts'
import type { User } from '#content/resource.ts'
import type { SiteConfig } from '#content/site-config.ts'
import type { Head, RenderRequest, Rendered, cleanPayload } from '#src/entry-server.tsx'
import type { Viewer } from '../env.ts'
import { withPieces } from './assets.ts'
import { cleanHtml } from './clean.ts'
import { type Assets, documentOf, escapeAttribute } from './document.ts'
import { cacheHeaders, documentHeaders } from './headers.ts'
import { createPwa } from './pwa.ts'

export interface Visitor {
  viewer: Viewer
  /** As `GET /me` would say it; null for visitors who have not signed in. */
  user: User | null
}

export interface SiteOptions {
  build: string
  /** `src/entry-server.tsx`; while developing, as it is now. */
  loadRenderer: () => Promise<{
    render: (request: RenderRequest) => Promise<Rendered>
    cleanPayload: typeof cleanPayload
  }>
  assets: Assets
  /** The built files; vite serves them while developing. */
  files?: MiddlewareHandler
  /** What vite does to a document while developing. */
  transform?: (url: string, html: string) => Promise<string>
  whoAsks: (request: Request) => Promise<Visitor>
  siteConfig: () => Promise<SiteConfig>
  /** One call of the store; null where the content is elsewhere and has to be walked. */
  readPage: ((path: string, viewer: Viewer) => Promise<PagePayload>) | null
  /** The content API as browsers reach it (`/_api`), and as this process does. */
  api: RenderRequest['api']
  hub: { url: string | null; lastEventId: () => Promise<string | null> }
  /** Where the site is at home; null where nobody has said so. */
  origin: string | null
  log: (problem: unknown, path: string) => void
}

export const createSite = (options: SiteOptions) => {
  const site = new Hono()
  if (options.files) site.use(options.files)
  return site
    .route('/', createPwa(options))
    .get('/:path{.*_payload\\.json}', (c) => answerPayload(c, options))
    .get('*', (c) => answerPage(c, options))
}

const payloadName = /_payload\.json$/

const answerPayload = async (c: Context, options: SiteOptions) => {
  const { readPage, whoAsks, loadRenderer, build } = options
  if (!readPage) return c.notFound()
  const { viewer } = await whoAsks(c.req.raw)
  const path = locationIn(c).path.replace(payloadName, '')
  const trimmed = path === '/' ? path : path.replace(/\/$/, '')
  const renderer = await loadRenderer()
  const payload = await renderer.cleanPayload(await readPage(decoded(trimmed), viewer), cleanHtml)
  return c.json<PayloadAnswer>(
    { build, ...payload },
    { headers: cacheHeaders(viewer.userId !== null) },
  )
}

const answerPage = async (c: Context, options: SiteOptions) => {
  const location = locationIn(c)
  const { viewer, user } = await options.whoAsks(c.req.raw)
  // Asked before the page is read, so that nothing is missed in between.
  const lastEventId = await options.hub.lastEventId()
  const { render } = await options.loadRenderer()
  const rendered = await render({
    build: options.build,
    location,
    user,
    site: await options.siteConfig(),
    origin: options.origin,
    hub: options.hub.url,
    lastEventId,
    api: options.api,
    readPage: async ({ path }: Location) => options.readPage?.(decoded(path), viewer) ?? null,
    cleanHtml,
  })
  if (rendered.problem) options.log(rendered.problem, location.path)

  const isPrivate = user !== null
  if (rendered.redirect)
    return c.body(null, 308, { Location: rendered.redirect, ...cacheHeaders(isPrivate) })

  const nonce = randomBytes(16).toString('base64')
  const html = documentOf({
    lang: rendered.head.lang,
    head: markupOf(rendered.head),
    body: rendered.body,
    state: rendered.state,
    assets: withPieces(options.assets, rendered.pieces),
    nonce,
  })
  const headers = documentHeaders({ nonce, api: options.api.base, isPrivate })
  const sent = (await options.transform?.(c.req.path, html)) ?? html
  return c.body(sent, rendered.status as ContentfulStatusCode, headers)
}

const locationIn = (c: Context): Location => {
  const { pathname: path, search } = new URL(c.req.url)
  return { path, search, hash: '' }
}

/** The path as it is stored; one that is not even text is taken as it came, and found nowhere. */
const decoded = (path: string) => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const markupOf = ({ title, description, canonical, indexable }: Head) =>
  [
    `<title>${escapeAttribute(title)}</title>`,
    description && `<meta name="description" content="${escapeAttribute(description)}">`,
    !indexable && '<meta name="robots" content="noindex">',
    canonical && `<link rel="canonical" href="${escapeAttribute(canonical)}">`,
  ]
    .filter(Boolean)
    .join('\n')
