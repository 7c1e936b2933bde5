/** What a render is asked for, what it goes by, and the services it has on the server. */
import type { Failure } from '#content/model/failure.ts'
import type { Location } from '#content/page/location.ts'
import type { PagePayload } from '#content/page/payload.ts'
import type { User } from '#content/model/resource.ts'
import type { SiteConfig } from '#content/page/site-config.ts'
import type { AppRef } from '#machines/app/app.ts'
import { registry } from '#site/index.ts'
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
  /** Whether no user means that nobody is signed in. */
  isUserKnown: boolean
  /** What there is to say instead of any page; null while the site is open. */
  unavailable: { status: number; message: string } | null
  site: SiteConfig
  origin: string | null
  hub: string | null
  lastEventId: string | null
  /** The content API as the browser reaches it, and as this process does. */
  api: { base: string; internalBase: string; fetch: typeof fetch }
  /** A page in one answer; null where the API gives it only resource by resource. */
  readPage: (location: Location) => Promise<PagePayload | null>
  cleanHtml: SanitizeHtml
}

/** Everything a page is rendered from, made for one request and shared with no other. */
export interface PageRender {
  appRef: AppRef
  cache: ResourceCache
  state: PageState
  status: number
  /** Where to go instead of showing anything. */
  redirect: string | null
  /** Why the page, or a part of it, had to be left out. */
  problem: unknown
}

/** Before anything is known of the page. */
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
    withSuspense: false,
  }
}

/** A failure as far as it may travel. */
export const publicFailure = ({
  status = 500,
  message,
}: Pick<Failure, 'message'> & { status?: number | undefined }) => ({ status, message })

/** For who asked this server, one behind it that does not answer is a status like any other. */
const withGatewayErrors =
  (ask: typeof fetch): typeof fetch =>
  (input, init) =>
    ask(input, init).catch((error: unknown) => {
      if (error instanceof TypeError) return new Response(null, { status: 502 })
      throw error
    })

/** The server neither keeps a history nor listens nor edits, and who is signed in is in the request. */
export const createServerServices = (
  { api, cleanHtml }: RenderRequest,
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
    cleanHtml,
    // Asked before, and answered that there is none.
    readPage: () => Promise.resolve(null),
    history: { commit: () => {}, restore: () => {}, followRedirect },
    loadDeferred: () => new Promise(() => {}),
    loadEditor: () => new Promise(() => {}),
  })
