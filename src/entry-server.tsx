/** A request becomes a page. */
import { renderToString } from 'react-dom/server'
import { headSettings as settings } from '#site/head.ts'
import { registry } from '#site/index.ts'
import { loadAllViews, viewKeyOf } from '#src/views/registry/load-views.ts'
import { type Head, headOf } from '#src/views/head/page-head.ts'
import { App } from './app/shell/App.tsx'
import { AppScreen } from './app/shell/AppScreen.tsx'
import { tryOr } from './app/server/try-or.ts'
import { cleanPayload, loadPage } from './app/server/load-page.ts'
import type { PageRender, RenderRequest } from './app/server/render-request.ts'
import type { PageState } from './app/page-state.ts'

export { type Head, type PageState, type RenderRequest, cleanPayload }

export interface RenderResult extends Pick<PageRender, 'status' | 'redirect' | 'problem'> {
  head: Head
  body: string
  state: PageState
  /** The sources of the views that came by themselves, as the build knows them. */
  viewFiles: string[]
}

const viewsLoaded = loadAllViews(registry)

export async function render(request: RenderRequest): Promise<RenderResult> {
  const bundles = await viewsLoaded
  const pageRender = await loadPage(request)
  const { appRef, cache, state, status, redirect } = pageRender
  const { location, site, origin } = request
  const { page: shown, failure } = state
  const head = headOf({ shown, failure, read: cache.read, location, site, origin, settings })
  const rendered = redirect === null ? renderBody(pageRender) : { body: '' }
  appRef.stop()
  const files = state.entries.flatMap(({ resource }) => {
    const view = viewKeyOf(resource)
    return (view && bundles.sourceFileOf(view)) ?? []
  })
  const result = { status, redirect, head, state, problem: pageRender.problem }
  return { ...result, viewFiles: [...new Set(files)], ...rendered }
}

/** Where a component cannot be rendered the page is, without it; the browser tries again inside its fence. */
const renderBody = ({ appRef, cache, state }: PageRender) => {
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
        scroll={() => {}}
      />,
    )
  return tryOr<{ body: string; problem?: unknown }>(
    () => ({ body: renderApp() }),
    (problem) => {
      state.withSuspense = true
      return { body: renderApp(), problem }
    },
  )
}
