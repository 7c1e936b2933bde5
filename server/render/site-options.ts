/** Defines the parts that the routes of the site are made of: the renderer, its assets and the content. */
import type { Context, MiddlewareHandler } from 'hono'
import type { Iri } from '#content/model/iri.ts'
import type { PagePayload } from '#content/page/fetching/payload.ts'
import type { User } from '#content/model/resource.ts'
import type { SiteConfig } from '#content/model/site-config.ts'
import type { CrawlRequest, PageContent, RenderRequest, RenderResult } from '#src/entry-server.tsx'
import type { Viewer } from '../auth/viewer.ts'
import type { PageCache } from './cache/page-cache.ts'
import type { ClientAssets } from './document.ts'

export interface IdentifiedViewer {
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

/**
 * Sends JSON to the content API, or a GET request where `body` is null, on behalf of the browser that sent a form: with its
 * cookies, from its address.
 */
export type SendToApi = (c: Context, path: string, body: unknown) => Promise<Response>

export interface SiteOptions {
  build: string
  /** Loads `src/entry-server.tsx`; in development its current version. */
  loadRenderer: () => Promise<Renderer>
  assets: ClientAssets
  /** The middleware that serves the built files; absent in development, where Vite serves them. */
  files?: MiddlewareHandler
  /** Transforms a document by Vite; absent outside of development. */
  transform?: (url: string, html: string) => Promise<string>
  identifyViewer: (request: Request) => Promise<IdentifiedViewer>
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
        dependencies: Set<Iri> | undefined,
      ) => Promise<PagePayload>)
    | null
  /** Caches responses for visitors; null when changes are not announced. */
  cache: PageCache | null
  /** The content API: its base URL for browsers, its base URL for this process, and the `fetch` that calls it. */
  api: { base: string; internalBase: string; fetch: typeof fetch }
  /** Null for a remote API, whose cookies only the browser can send. */
  sendToApi: SendToApi | null
  hub: { url: string | null; lastEventId: () => Promise<string | null> }
  /** Returns the site's origin for a request; null when it is unknown. */
  origin: (c: Context) => string | null
  log: (problem: unknown, path: string) => void
}
