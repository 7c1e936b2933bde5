/** Renders the content that the server has read for a page to HTML, head and state. */
import { renderToString } from 'react-dom/server'
import { headSettings as settings } from '#site/head.ts'
import { viewKeyOf } from '#src/views/registry/load-views.ts'
import { type Head, headOf } from '#src/views/head/page-head.ts'
import { ErrorView } from '#src/views/screens/ErrorView.tsx'
import { App } from './app/shell/App.tsx'
import { AppScreen } from './app/shell/AppScreen.tsx'
import { tryOr } from './app/server/try-or.ts'
import { type CrawlRequest, crawlPage } from './app/server/crawl-page.ts'
import { createPageRender } from './app/server/page-render.ts'
import { loadServerRegistry } from './app/server/server-registry.ts'
import type {
  PageContent,
  PageRender,
  PageRequest,
  RenderRequest,
} from './app/server/render-request.ts'
import type { DocumentState, PageState, ShownTexts } from './app/page-state.ts'

export {
  type CrawlRequest,
  type DocumentState,
  type Head,
  type PageContent,
  type PageRequest,
  type PageState,
  type RenderRequest,
  type ShownTexts,
  crawlPage,
}

export interface RenderResult extends Pick<PageRender, 'status' | 'redirect' | 'error'> {
  head: Head
  body: string
  /** Links for loading pictures early, as HTML. */
  preloads: string
  state: PageState
  /** The source files of the lazy views on the page, for preloading their chunks. */
  viewFiles: string[]
}

/**
 * Renders the document of a page. Where a component throws, the result lacks it, and `error` holds what was thrown; rejects
 * when the page cannot be rendered without it either. `status` is an HTTP status, and `body` is empty for a redirect.
 */
export async function render(request: RenderRequest): Promise<RenderResult> {
  const { registry, sourceFileOf } = await loadServerRegistry()
  const pageRender = createPageRender(request, registry)
  const { appRef, cache, state, status, redirect } = pageRender
  const { location, site, origin } = request
  const { page: currentPage, failure } = state
  const head = headOf({ currentPage, failure, read: cache.read, location, site, origin, settings })
  const { body: html, ...rendered } = redirect === null ? renderBody(pageRender) : { body: '' }
  appRef.stop()
  const files = state.entries.flatMap(({ resource }) => {
    const view = viewKeyOf(resource)
    return (view && sourceFileOf(view)) ?? []
  })
  const result = { status, redirect, head, state, error: pageRender.error }
  return { ...result, viewFiles: [...new Set(files)], ...splitPreloads(html), ...rendered }
}

/** Splits off the links that React writes in front of a page. Preact would move the whole page, finding them there. */
const splitPreloads = (html: string) => {
  const [preloads] = /^(?:<link [^>]*>)*/.exec(html)!
  return { preloads, body: html.slice(preloads.length) }
}

/**
 * Renders the page to HTML. When a component throws, renders again with a Suspense boundary around each component, so
 * that only this one is missing; the browser renders it again inside its error boundary.
 */
const renderBody = ({
  appRef,
  cache,
  registry,
  state,
}: PageRender): { body: string; error?: unknown } => {
  const renderApp = () =>
    renderToString(
      <App
        appRef={appRef}
        cache={cache}
        registry={registry}
        site={state.site}
        origin={state.origin}
        withSuspense={state.withSuspense}
        AppScreen={AppScreen}
        ErrorView={ErrorView}
      />,
    )
  return tryOr<{ body: string; error?: unknown }>(
    () => ({ body: renderApp() }),
    (error) => {
      state.withSuspense = true
      return { body: renderApp(), error }
    },
  )
}
