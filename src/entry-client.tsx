/** Hydrates the page in the browser from the state that the server embedded. */
// Declares the order of the cascade layers, so it must be the first stylesheet.
import '#src/ui/tokens.css'
import '#src/views/base.css'
// Stylesheets of lazy components, included here because Vite requests a lazy stylesheet only once, even if it fails to load.
import '#src/ui/Button.module.css'
import '#src/ui/FailureAlert.module.css'
import '#src/ui/TextField.module.css'
import '#src/views/chrome/chrome.module.css'
import '#src/views/screens/ErrorView.module.css'
import '#src/views/screens/CardScreen.module.css'
import '#src/views/screens/fluid/Fluid.module.css'
import '#src/views/chrome/UpdateNotice.module.css'
import { siteViews } from '#site/index.ts'
import { locationOf } from '#content/navigation/location.ts'
import type { AppRef } from '#machines/app/app.ts'
import type { DeferredRef } from '#machines/app/deferred.ts'
import type { NavigationRef } from '#machines/page/navigation.ts'
import { createResourceCache } from '#src/resources/resource-cache.ts'
import { PlainErrorView } from '#src/views/screens/PlainErrorView.tsx'
import { loadViewsFor } from '#src/views/registry/load-views.ts'
import { App } from './app/shell/App.tsx'
import type { ScreenViews } from './app/shell/Screen.tsx'
import { loadEditor } from './app/lazy/load-editor.ts'
import { createAppActor } from './app/effects/app-effects.ts'
import { createStartupActor } from './app/effects/startup-effects.ts'
import { createBrowserHistory } from './app/browser/history.ts'
import { hydratePage } from './app/browser/hydrate-page.ts'
import { readPageState } from './app/browser/read-page-state.ts'
import { resolveAppScreen } from './app/lazy/app-screens.ts'
import { loadDeferred } from './app/lazy/load-deferred.ts'
import { loadApiBundle, loadErrorView } from './app/lazy/lazy-modules.ts'
import { memoizeAsync } from '#content/memoize-async.ts'
import { createRegistry } from './app/services/create-registry.ts'
import { createServices } from './app/services/services.ts'
import { sessionHint } from './app/browser/session-hint.ts'
import { toAppInput } from './app/page-state.ts'

const state = readPageState()
const registry = createRegistry(siteViews, state.generatedViews)
// The server caches one response for several queries and never sees the hash.
state.location = locationOf(location.href)
const history = createBrowserHistory()
const cache = createResourceCache()
cache.save(state.entries)

/** Returns a function that loads the client of the content API once. */
const createApiLoader = (onHubDiscovered: (url: string) => void) =>
  memoizeAsync(async () => {
    const { createBrowserApi } = await loadApiBundle()
    return createBrowserApi({
      base: new URL(state.api, location.origin).href,
      // Only the embedded content API has page payloads at this host.
      ...(state.api.startsWith('/') && { host: { base: location.origin, build: state.build } }),
      manifestName: state.manifestName,
      sessionHint,
      onHubDiscovered,
    })
  })

/** Creates the root actor with the services of the browser; it is started later. */
const createApp = () => {
  const loadApi = createApiLoader((url) => deferredRef.send({ type: 'hub.discovered', url }))
  const services = createServices({
    loadApi,
    cache,
    registry,
    history,
    // Deferred code must not delay the resources of the visible page.
    pageReady: () => new Promise((complete) => startupRef.subscribe({ complete })),
    loadDeferred,
    loadEditor,
    htmlFields: state.htmlFields,
    sanitizeHtml: async (html) =>
      (await import('./app/browser/sanitize-html.ts')).sanitizeHtml(html),
  })
  const appRef = createAppActor(services, toAppInput(state, sessionHint.read()))
  const deferredRef: DeferredRef = appRef.system.get('deferred')
  return appRef
}

const startApp = (appRef: AppRef) => {
  appRef.start()
  const navigationRef: NavigationRef = appRef.system.get('navigation')
  history.listen((to, delta) => navigationRef.send({ type: 'history.popped', to, delta }))
  if (import.meta.env.MODE === 'development') loadDevelopmentTools(appRef).catch(reportError)
}

/** Only where the site is developed: a build leaves it out. */
const loadDevelopmentTools = async (appRef: AppRef) => {
  const { showDevelopmentTools } = await import('./app/development/development-tools.tsx')
  showDevelopmentTools(appRef)
}

/** Returns the error screen's component: loaded when the first page is one, because it is hydrated; otherwise a plain one. */
const resolveErrorView = () =>
  state.failure ? loadErrorView().catch(() => PlainErrorView) : PlainErrorView

/** Loads all that this page shows. A view that cannot be loaded is missing on the page, and nothing else. */
const loadViews = async () => {
  const resources = state.entries.map(({ resource }) => resource)
  const [AppScreen, ErrorView] = await Promise.all([
    resolveAppScreen(state.location.path),
    resolveErrorView(),
    loadViewsFor(registry, resources)?.catch(() => {}),
  ])
  return { AppScreen, ErrorView }
}

const hydrate = (appRef: AppRef, views: ScreenViews) =>
  hydratePage(
    document.getElementById('root')!,
    <App
      appRef={appRef}
      cache={cache}
      registry={registry}
      site={state.site}
      origin={state.origin}
      withSuspense={state.withSuspense}
      {...views}
    />,
  )

const startupRef = createStartupActor({ createApp, startApp, loadViews, hydrate })
startupRef.start()
