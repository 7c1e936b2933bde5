/** Defines the input and output of rendering, and the services of the actors on the server. */
import type { Failure } from '#content/model/failure.ts'
import type { Location } from '#content/page/location.ts'
import type { PagePayload } from '#content/page/payload.ts'
import type { User } from '#content/model/resource.ts'
import type { SiteConfig } from '#content/page/site-config.ts'
import type { AppRef } from '#machines/app/app.ts'
import { registry } from '#site/index.ts'
import { htmlFields } from '#site/kinds.ts'
import { createContentApi } from '#src/api/content-api.ts'
import type { ResourceCache } from '#src/resources/resource-cache.ts'
import type { SanitizeHtml } from '../services/sanitize-resource.ts'
import { memoizeAsync } from '../lazy/memoize-async.ts'
import { createServices } from '../services/services.ts'
import type { PageState } from '../page-state.ts'

export interface RenderRequest {
  build: string
  location: Location
  user: User | null
  /** False when the session is unknown, so that `user: null` does not mean signed out. */
  isUserKnown: boolean
  /** The failure to show instead of any page in maintenance mode; otherwise null. */
  unavailable: { status: number; message: string } | null
  site: SiteConfig
  origin: string | null
  hub: string | null
  lastEventId: string | null
  /** The URL of the content API for the browser, and URL and `fetch` for this process. */
  api: { base: string; internalBase: string; fetch: typeof fetch }
  /** Reads a page in one payload; null when the API serves only single resources. */
  readPage: (location: Location) => Promise<PagePayload | null>
  sanitizeHtml: SanitizeHtml
}

/** Everything a page is rendered from; created for each request and never shared. */
export interface PageRender {
  appRef: AppRef
  cache: ResourceCache
  state: PageState
  status: number
  /** The redirect's target, if the response is one. */
  redirect: string | null
  /** The error because of which the page or a part of it is missing; null if none. */
  error: unknown
}

/** Returns the state before the page is loaded. */
export const initialPageState = (request: RenderRequest): PageState => {
  const { build, location, user, site, origin, hub, lastEventId, api } = request
  return {
    build,
    origin,
    location,
    user,
    hub,
    lastEventId,
    site,
    api: api.base,
    manifestName: null,
    page: null,
    failure: null,
    entries: [],
    htmlFields,
    generatedViews: registry.generated,
    withSuspense: false,
  }
}

/** Returns the parts of a failure that may be sent to the browser. */
export const publicFailure = ({
  status = 500,
  message,
  statusMessage,
}: Pick<Failure, 'message'> & Partial<Pick<Failure, 'status' | 'statusMessage'>>) => ({
  status,
  message,
  ...(statusMessage && { statusMessage }),
})

/** Turns a network error of the content API into a 502, which is what a gateway responds with (RFC 9110). */
const withGatewayErrors =
  (baseFetch: typeof fetch): typeof fetch =>
  (input, init) =>
    baseFetch(input, init).catch((error: unknown) => {
      if (error instanceof TypeError) return new Response(null, { status: 502 })
      throw error
    })

/** Creates the services for one render: without history, deferred actors or editor, and with the request's user. */
export const createServerServices = (
  { api, sanitizeHtml }: RenderRequest,
  cache: ResourceCache,
  followRedirect: (href: string) => boolean,
) =>
  createServices({
    loadApi: memoizeAsync(async () =>
      createContentApi({
        base: api.internalBase,
        fetch: withGatewayErrors(api.fetch),
        sessionHint: { read: () => false, write: () => {} },
      }),
    ),
    cache,
    registry,
    htmlFields,
    sanitizeHtml,
    // Loading resource by resource starts only after the payload was found to be missing.
    readPage: () => Promise.resolve(null),
    history: { commit: () => {}, restore: () => {}, followRedirect },
    loadDeferred: () => new Promise(() => {}),
    loadEditor: () => new Promise(() => {}),
  })
