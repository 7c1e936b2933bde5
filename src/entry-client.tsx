/** The browser takes over what the server rendered, starting from where it stopped. */
// The order of the layers is said first, before any of them has a rule.
import '#src/ui/tokens.css'
import '#src/views/base.css'
// What comes later is dressed from the start: a stylesheet of its own that fails once is never asked for again.
import '#src/ui/Button.module.css'
import '#src/ui/FailureAlert.module.css'
import '#src/ui/TextField.module.css'
import '#src/views/chrome/chrome.module.css'
import '#src/views/screens/SignInView.module.css'
import '#src/views/chrome/UpdateNotice.module.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { registry } from '#site/index.ts'
import { isContentPath, locationOf } from '#content/page/location.ts'
import type { NavigationRef } from '#machines/page/navigation.ts'
import { createResourceCache } from '#src/resources/resource-cache.ts'
import { loadViewsFor } from '#src/views/registry/load-views.ts'
import { App } from './app/shell/App.tsx'
import { loadEditor } from './app/lazy/load-editor.ts'
import { createAppActor, getAppLogic } from './app/effects/app-effects.ts'
import { createBrowserHistory } from './app/browser/history.ts'
import { lazyOptional } from './app/lazy/lazy-optional.tsx'
import { whenIdle, loadDeferred, preloadNextSteps, loadAppScreen } from './app/lazy/deferred.ts'
import { memoizeAsync } from './app/lazy/memoize-async.ts'
import { reloadStaleBuild } from './app/browser/reload-stale-build.ts'
import { createServices } from './app/services/services.ts'
import { sessionHint } from './app/browser/session-hint.ts'
import { type PageState, toAppInput } from './app/page-state.ts'

/** Told where the page's makers look, and by the browser itself. */
const report = (error: unknown) => reportError(error)

addEventListener('vite:preloadError', (event) => {
  reloadStaleBuild(event).catch(report)
})

const state = JSON.parse(document.getElementById('state')!.textContent!) as PageState
/** What draws the page has to be there to take it over as it was rendered. */
const pendingViews = loadViewsFor(
  registry,
  state.entries.map(({ resource }) => resource),
)
// One answer is for all queries that show the same, and none knows of the hash.
state.location = locationOf(location.href)
const history = createBrowserHistory()
const cache = createResourceCache()
cache.save(state.entries, { ssr: true, ...(state.page && { path: state.page.path }) })

/** What waits for the browser goes first, a press or a scroll: all of this at once would be felt on a slow phone. */
const yieldToMain = () => new Promise((resolve) => setTimeout(resolve))

const hydrateApp = async () => {
  await yieldToMain()
  getAppLogic()
  await yieldToMain()
  const loadApi = memoizeAsync(async () => {
    const { createContentApi } = await import('./api/content-api.ts')
    return createContentApi({
      base: new URL(state.api, location.origin).href,
      // Where the content is elsewhere this host has no page of it.
      ...(state.api.startsWith('/') && { host: { base: location.origin, build: state.build } }),
      manifestName: state.manifestName,
      sessionHint: sessionHint,
      onHubDiscovered: (url) => appRef.send({ type: 'hub.discovered', url }),
    })
  })
  const services = createServices({
    loadApi,
    cache,
    registry,
    history,
    loadDeferred,
    loadEditor,
    cleanHtml: async (html) => (await import('./app/browser/sanitize-html.ts')).sanitizeHtml(html),
  })
  const appRef = createAppActor(services, toAppInput(state, sessionHint.read()))
  await yieldToMain()
  appRef.start()
  const navigationRef: NavigationRef = appRef.system.get('navigation')
  history.listen((to) => navigationRef.send({ type: 'history.popped', to }))

  const [OwnScreen] = await Promise.all([
    resolveAppScreen(),
    pendingViews?.catch(() => {}),
    yieldToMain(),
  ])
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root')!,
      <App
        appRef={appRef}
        cache={cache}
        registry={registry}
        site={state.site}
        origin={state.origin}
        withSuspense={state.withSuspense}
        AppScreen={OwnScreen}
        scroll={history.scroll}
      />,
    )
  })

  // Nothing that a reader does not see yet may delay what they do see.
  await windowLoaded()
  await whenIdle()
  appRef.send({ type: 'browser.idle' })
  setTimeout(() => void Promise.allSettled([loadApi(), preloadNextSteps()]), prefetchDelay)
}

const LazyAppScreen = lazyOptional(async () => ({ default: (await loadAppScreen()).AppScreen }))
/** Where the app's own screen is the page itself it has to be there to be taken over as it was rendered. */
const resolveAppScreen = async () =>
  isContentPath(state.location.path) ? LazyAppScreen : (await loadAppScreen()).AppScreen

const windowLoaded = async () => {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
}

/** What the next step may need is fetched before it is taken (specification, section 9). */
const prefetchDelay = 1_000

hydrateApp().catch(report)
