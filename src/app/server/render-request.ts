/** Defines the input and output of rendering, and the services of the actors on the server. */
import type { Location } from '#content/navigation/location.ts'
import type { User } from '#content/model/resource.ts'
import type { SiteConfig } from '#content/model/site-config.ts'
import type { AppRef } from '#machines/app/app.ts'
import { htmlFields } from '#site/kinds.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import type { ResourceCache } from '#src/resources/resource-cache.ts'
import type { Registry } from '#src/views/registry/registry.ts'
import { createServices } from '../services/services.ts'
import type { PageState } from '../page-state.ts'

/** The user, the location and the site for which a page is rendered. */
export interface PageRequest {
  build: string
  location: Location
  user: User | null
  site: SiteConfig
  origin: string | null
  hub: string | null
  lastEventId: string | null
  /** The URL of the content API for the browser. */
  apiBase: string
}

/** The sanitized content of a page: plain data, complete before rendering starts. */
export interface PageContent extends Partial<
  Pick<
    PageState,
    'page' | 'entries' | 'failure' | 'manifestName' | 'signInAttempt' | 'accountAttempt'
  >
> {
  /** The target of a redirect, with its status in place of the page's. */
  redirect?: { to: string; status: number }
  /** The error because of which the page is missing. */
  error?: unknown
  /** True when reading took too long: the browser then loads the page itself. */
  isTimedOut?: boolean
}

export interface RenderRequest extends PageRequest {
  content: PageContent
}

/** The input of rendering; created for each request and never shared. */
export interface PageRender {
  appRef: AppRef
  cache: ResourceCache
  registry: Registry
  state: PageState
  status: number
  /** The redirect's target, if the response is one. */
  redirect: string | null
  /** The error because of which the page or a part of it is missing; null if none. */
  error: unknown
}

/** Returns the state that a page is rendered from; without content, the state before the page is loaded. */
export const initialPageState = (
  request: PageRequest,
  { generated: generatedViews }: Registry,
  content: PageContent = {},
): PageState => {
  const { build, location, user, site, origin, hub, lastEventId, apiBase } = request
  const { manifestName = null, page = null, failure = null, entries = [] } = content
  return {
    build,
    origin,
    location,
    user,
    hub,
    lastEventId,
    site,
    api: apiBase,
    manifestName,
    page,
    failure,
    entries,
    ...(content.signInAttempt && { signInAttempt: content.signInAttempt }),
    ...(content.accountAttempt && { accountAttempt: content.accountAttempt }),
    htmlFields,
    generatedViews,
    withSuspense: false,
  }
}

interface ServerServicesOptions {
  cache: ResourceCache
  registry: Registry
  loadApi?: () => Promise<ContentApi>
  followRedirect?: (href: string) => boolean
}

const never = () => new Promise<never>(() => {})

/**
 * Creates the services for one request: without history, deferred actors or editor. HTML is sanitized by the server.
 */
export const createServerServices = ({
  cache,
  registry,
  loadApi = never,
  followRedirect = () => false,
}: ServerServicesOptions) =>
  createServices({
    loadApi,
    cache,
    registry,
    htmlFields: {},
    sanitizeHtml: (html) => html,
    // The page is read resource by resource: pages in one payload are read by the server itself.
    readPage: () => Promise.resolve(null),
    history: {
      commit: () => {},
      restore: () => {},
      scrollToStart: () => {},
      scrollToSaved: () => {},
      followRedirect,
    },
    pageReady: never,
    loadDeferred: never,
    loadEditor: never,
  })
