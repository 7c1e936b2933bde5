/** Responds to requests for pages with rendered documents. */
import type { Context } from 'hono'
import { accountLinkIn } from '#content/account/account-link.ts'
import type { Iri } from '#content/model/iri.ts'
import { toAsciiUrl } from '#content/links/address-input.ts'
import type { Location } from '#content/navigation/location.ts'
import { isAdminPath, isPublicPath } from '#content/navigation/path-patterns.ts'
import type { PageContent, PageRequest, PageState, RenderResult } from '#src/entry-server.tsx'
import type { Viewer } from '../../auth/viewer.ts'
import { pageCaching, uncached } from '../../http/cache-policy.ts'
import { withAllAssets, withLazyViewAssets } from '../build-assets.ts'
import { documentHeaders } from '../document-headers.ts'
import { documentStateOf } from '../document-state.ts'
import { type Assets, renderDocument } from '../document.ts'
import { speculationRules } from '../speculation-rules.ts'
import { iconMarkup, socialImageMarkup } from '../site-pictures.ts'
import { headMarkup } from '../head-markup.ts'
import { hasSessionHint, isClosedFor, maintenanceFailure, retryAfter } from '../maintenance-mode.ts'
import { plainSignOut } from '../plain-sign-out.ts'
import { offlineShellPath, readPageContent } from './read-page-content.ts'
import { type SiteConfig, siteConfigList } from '#content/model/site-config.ts'
import type { SiteOptions, IdentifiedViewer } from '../site-options.ts'
import { readPagePayload } from './read-page-payload.ts'
import { type RenderedResponse, respondWith } from './rendered-response.ts'

/** Reads the content of a page; while the site is closed for the viewer, its failure alone. */
const readContent = (
  options: SiteOptions,
  request: PageRequest,
  {
    viewer,
    dependencies,
    isClosed,
  }: { viewer: Viewer; dependencies: Set<Iri> | undefined; isClosed: boolean },
): Promise<PageContent> => {
  if (isClosed) return Promise.resolve({ failure: maintenanceFailure })
  const { readPage, loadRenderer, api } = options
  // With a remote API only the browser knows who is signed in.
  const contentRequest = {
    location: request.location,
    user: request.user,
    isUserKnown: readPage !== null,
  }
  return readPageContent(
    contentRequest,
    readPage
      ? { readPayload: (location) => readPagePayload(readPage, location, viewer, dependencies) }
      : {
          crawl: async (signal) => {
            const { crawlPage } = await loadRenderer()
            return crawlPage({ ...request, api, signal })
          },
        },
  )
}

/** True when the browser claims a session at a remote API, where only the browser knows who is signed in. */
const hasUnverifiedSession = (c: Context, { readPage }: SiteOptions) =>
  readPage === null && hasSessionHint(c.req.header('cookie'))

/** True when the viewer gets the maintenance page. */
const isSiteClosed = (c: Context, options: SiteOptions, viewer: Viewer, request: PageRequest) =>
  !hasUnverifiedSession(c, options) && isClosedFor(viewer, request.location.path, request.site)

/** Returns the assets of the build that a document is for: that of the editor for users, and on the screens of the app. */
const assetsFor = (c: Context, options: SiteOptions, { user, location }: PageState) =>
  user || !isPublicPath(location.path) || hasUnverifiedSession(c, options)
    ? options.assets.editor
    : options.assets.visitor

interface RenderOptions {
  /** Receives the IRIs that the page depends on. */
  dependencies?: Set<Iri> | undefined
  /** Changes the content before it is rendered, to show the outcome of a form. */
  changeContent?: (content: PageContent) => PageContent
}

/** Responds with a page, or with the redirect or error in its place. */
export const respondWithPage = (c: Context, options: SiteOptions) =>
  respondWith(c, options, (identified, location, dependencies) =>
    renderPage(c, options, { identified, location }, { dependencies }),
  )

/** Returns the rendered page at a location, or the redirect or error in its place. */
export const renderPage = async (
  c: Context,
  options: SiteOptions,
  { identified: { viewer, user }, location }: { identified: IdentifiedViewer; location: Location },
  { dependencies, changeContent = (content) => content }: RenderOptions,
): Promise<RenderedResponse> => {
  dependencies?.add(siteConfigList)
  const request = await pageRequest(c, options, user, location)
  const isClosed = isSiteClosed(c, options, viewer, request)
  const content = await readContent(options, request, { viewer, dependencies, isClosed })
  const { render } = await options.loadRenderer()
  const rendered = await render({ ...request, content: changeContent(content) })
  if (rendered.error) options.log(rendered.error, location.path)
  return rendered.redirect
    ? redirectResponse(rendered, user !== null)
    : documentResponse(c, options, rendered, { user, isClosed, site: request.site })
}

/** Returns what a page is rendered for: the viewer, the location and the site. */
const pageRequest = async (
  c: Context,
  options: SiteOptions,
  user: IdentifiedViewer['user'],
  location: Location,
): Promise<PageRequest> => {
  const { build, api, hub } = options
  // Read before the page, so that no event in between is missed.
  const lastEventId = await hub.lastEventId()
  const site = await options.siteConfig()
  const origin = options.origin(c)
  return { build, location, user, site, origin, hub: hub.url, lastEventId, apiBase: api.base }
}

interface DocumentOptions {
  user: IdentifiedViewer['user']
  isClosed: boolean
  site: SiteConfig
}

const documentResponse = async (
  c: Context,
  options: SiteOptions,
  rendered: RenderResult,
  { user, isClosed, site }: DocumentOptions,
): Promise<RenderedResponse> => {
  const { api, hub, transform } = options
  const { status, state } = rendered
  const assets = assetsFor(c, options, state)
  const used =
    state.location.path === offlineShellPath
      ? withAllAssets(assets)
      : withLazyViewAssets(assets, rendered.viewFiles)
  const isPrivate = user !== null
  const html = documentOf(rendered, { assets: used, site, user })
  return {
    status,
    headers: {
      ...documentHeaders({
        ...{ api: api.base, hub: hub.url },
        ...{ isPrivate, status, styles: used.styles },
      }),
      // The address contains a token, and so does the document.
      ...(accountLinkIn(state.location.path).token && uncached),
      ...(!rendered.head.indexable && { 'X-Robots-Tag': 'noindex' }),
      ...(isClosed && { 'Retry-After': `${retryAfter}` }),
    },
    body: (await transform?.(c.req.path, html)) ?? html,
    isCacheable: state.page !== null && !rendered.error,
  }
}

const redirectResponse = (
  { status, redirect }: RenderResult,
  isPrivate: boolean,
): RenderedResponse => ({
  status,
  headers: { Location: toAsciiUrl(redirect ?? '/'), ...pageCaching(isPrivate) },
  body: '',
  isCacheable: status === 308,
})

const documentOf = (
  { head, body, preloads, state, error }: RenderResult,
  { assets, site, user }: { assets: Assets } & Pick<DocumentOptions, 'site' | 'user'>,
) =>
  renderDocument({
    lang: head.lang,
    // A signed-in user’s pages are not cached, and would be rendered for each link that is pointed at.
    head:
      preloads + headMarkup(head) + socialImageMarkup(head, site) + (user ? '' : speculationRules),
    icons: iconMarkup(site),
    body,
    account: plainSignOut(user, isAdminPath(state.location.path) && !error),
    state: documentStateOf(state, body),
    assets,
  })
