/** A request becomes a page. */
import { renderToString } from 'react-dom/server'
import { headSettings as settings } from '#site/head.ts'
import { registry } from '#site/index.ts'
import { allViews, viewNameOf } from '#src/views/arriving.ts'
import { type Head, headOf } from '#src/views/head.ts'
import { App } from './app/App.tsx'
import { OwnScreen } from './app/OwnScreen.tsx'
import { attempt } from './app/attempt.ts'
import { cleanPayload, gather } from './app/gather.ts'
import type { Gathered, RenderRequest } from './app/rendering.ts'
import type { PageState } from './app/state.ts'

export { type Head, type PageState, type RenderRequest, cleanPayload }

export interface Rendered extends Pick<Gathered, 'status' | 'redirect' | 'problem'> {
  head: Head
  body: string
  state: PageState
  /** The sources of the views that came by themselves, as the build knows them. */
  pieces: string[]
}

const complete = allViews(registry)

export async function render(request: RenderRequest): Promise<Rendered> {
  const pieces = await complete
  const gathered = await gather(request)
  const { appRef, cache, state, status, redirect } = gathered
  const { location, site, origin } = request
  const { page: shown, failure } = state
  const head = headOf({ shown, failure, read: cache.read, location, site, origin, settings })
  const drawn = redirect === null ? draw(gathered) : { body: '' }
  appRef.stop()
  const files = state.entries.flatMap(({ resource }) => {
    const view = viewNameOf(resource)
    return (view && pieces.fileOf(view)) ?? []
  })
  const known = { status, redirect, head, state, problem: gathered.problem }
  return { ...known, pieces: [...new Set(files)], ...drawn }
}

/** Where a component cannot be rendered the page is, without it; the browser tries again inside its fence. */
const draw = ({ appRef, cache, state }: Gathered) => {
  const page = () =>
    renderToString(
      <App
        appRef={appRef}
        cache={cache}
        registry={registry}
        site={state.site}
        origin={state.origin}
        guarded={state.guarded}
        OwnScreen={OwnScreen}
        scroll={() => {}}
      />,
    )
  return attempt<{ body: string; problem?: unknown }>(
    () => ({ body: page() }),
    (problem) => {
      state.guarded = true
      return { body: page(), problem }
    },
  )
}
