/** The browser takes over what the server rendered, starting from where it stopped. */
// The order of the layers is said first, before any of them has a rule.
import '#src/ui/tokens.css'
import '#src/views/base.css'
// What comes later is dressed from the start: a stylesheet of its own that fails once is never asked for again.
import '#src/ui/Button.module.css'
import '#src/ui/FailureNote.module.css'
import '#src/ui/TextField.module.css'
import '#src/views/Comfort.module.css'
import '#src/views/SignInView.module.css'
import '#src/views/UpdateNotice.module.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { registry } from '#site/index.ts'
import { hasPage, locationOf } from '#content/location.ts'
import type { NavigationRef } from '#machines/navigation.ts'
import { createCache } from '#src/resources/cache.ts'
import { viewsFor } from '#src/views/arriving.ts'
import { App } from './app/App.tsx'
import { loadEditor } from './app/editor-views.ts'
import { createApp, joinApp } from './app/effects.ts'
import { createBrowserHistory } from './app/history.ts'
import { inTime } from './app/in-time.tsx'
import { idle, loadLater, loadNext, loadOwnScreen } from './app/later.ts'
import { once } from './app/once.ts'
import { reloadOnce } from './app/reload-once.ts'
import { createServices } from './app/services.ts'
import { sessionMark } from './app/session-mark.ts'
import { type PageState, inputOf } from './app/state.ts'

/** Told where the page's makers look, and by the browser itself. */
const report = (error: unknown) => reportError(error)

addEventListener('vite:preloadError', (event) => {
  reloadOnce(event).catch(report)
})

const state = JSON.parse(document.getElementById('state')!.textContent!) as PageState
/** What draws the page has to be there to take it over as it was rendered. */
const arriving = viewsFor(
  registry,
  state.entries.map(({ resource }) => resource),
)
// One answer is for all queries that show the same, and none knows of the hash.
state.location = locationOf(location.href)
const history = createBrowserHistory()
const cache = createCache()
cache.save(state.entries, { ssr: true, ...(state.page && { path: state.page.path }) })

/** What waits for the browser goes first, a press or a scroll: all of this at once would be felt on a slow phone. */
const breathe = () => new Promise((resolve) => setTimeout(resolve))

const takeOver = async () => {
  await breathe()
  joinApp()
  await breathe()
  const loadApi = once(async () => {
    const { createContentApi } = await import('./api/content-api.ts')
    return createContentApi({
      base: new URL(state.api, location.origin).href,
      // Where the content is elsewhere this host has no page of it.
      ...(state.api.startsWith('/') && { host: { base: location.origin, build: state.build } }),
      manifest: state.manifest,
      mark: sessionMark,
      onHub: (url) => appRef.send({ type: 'hub.found', url }),
    })
  })
  const services = createServices({
    loadApi,
    cache,
    registry,
    history,
    loadLater,
    loadEditor,
    cleanHtml: async (html) => (await import('./app/purify.ts')).purify(html),
  })
  const appRef = createApp(services, inputOf(state, sessionMark.read()))
  await breathe()
  appRef.start()
  const navigation: NavigationRef = appRef.system.get('navigation')
  history.listen((to) => navigation.send({ type: 'history.popped', to }))

  const [OwnScreen] = await Promise.all([ownScreen(), arriving?.catch(() => {}), breathe()])
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root')!,
      <App
        appRef={appRef}
        cache={cache}
        registry={registry}
        site={state.site}
        origin={state.origin}
        guarded={state.guarded}
        OwnScreen={OwnScreen}
        scroll={history.scroll}
      />,
    )
  })

  // Nothing that a reader does not see yet may delay what they do see.
  await loaded()
  await idle()
  appRef.send({ type: 'page.idle' })
  setTimeout(() => void Promise.allSettled([loadApi(), loadNext()]), prefetchDelay)
}

const OwnScreenInTime = inTime(async () => ({ default: (await loadOwnScreen()).OwnScreen }))
/** Where the app's own screen is the page itself it has to be there to be taken over as it was rendered. */
const ownScreen = async () =>
  hasPage(state.location.path) ? OwnScreenInTime : (await loadOwnScreen()).OwnScreen

const loaded = async () => {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
}

/** What the next step may need is fetched before it is taken (specification, section 9). */
const prefetchDelay = 1_000

takeOver().catch(report)
