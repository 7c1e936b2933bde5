/** The app as a visitor has it, with its real effects, over pages that a test makes up. */
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { hrefOf, locationOf } from '#content/navigation/location.ts'
import type { PagePayload } from '#content/page/fetching/payload.ts'
import { defaultSiteConfig } from '#content/model/site-config.ts'
import type { DeferredActors } from '#machines/app/deferred.ts'
import { App } from '#src/app/shell/App.tsx'
import { AppScreen } from '#src/app/shell/AppScreen.tsx'
import { PlainErrorView } from '#src/views/screens/PlainErrorView.tsx'
import { createAppActor } from '#src/app/effects/app-effects.ts'
import { loadDeferred } from '#src/app/lazy/load-deferred.ts'
import type { DeferredViews } from '#src/app/lazy/deferred-views.ts'
import { createServices } from '#src/app/services/services.ts'
import { createResourceCache } from '#src/resources/resource-cache.ts'
import type { Views } from '#src/views/registry/registry.ts'
import { inertActors } from '#charts/paths/controlled-effects.ts'
import { errorPayload } from './render-request.ts'
import { createSiteRegistry } from './site-registry.ts'

// Loaded before, because the first navigation would wait for it.
const { actors: deferred, views } = (await loadDeferred()) as {
  actors: DeferredActors
  views: DeferredViews
}

interface VisitorAppOptions {
  at?: string
  kinds?: Views['components']
}

export const renderVisitorApp = (
  pages: Record<string, PagePayload>,
  { at = '/', kinds }: VisitorAppOptions = {},
) => {
  const cache = createResourceCache()
  const first = pages[at]!
  cache.save(first.entries)
  const effects: string[] = []
  /** Settles the reads that are pendingReads, the oldest first. */
  const pendingReads: { path: string; answer: () => void }[] = []
  const services = createServices({
    loadApi: () => Promise.reject(new Error('Nothing but pages is asked for.')),
    cache,
    registry: createSiteRegistry({ ...(kinds && { components: kinds }) }),
    htmlFields: {},
    sanitizeHtml: (html) => html,
    readPage: ({ path }) =>
      new Promise((resolve) => {
        const payload = pages[path] ?? errorPayload(404, `Page not found: ${path}`)
        pendingReads.push({ path, answer: () => resolve(payload) })
      }),
    history: {
      commit: (location, replace) =>
        effects.push(`${replace ? 'replace' : 'push'} ${hrefOf(location)}`),
      restore: () => effects.push('restore'),
      followRedirect: () => true,
      scrollToStart: () => effects.push('scroll'),
      scrollToSaved: () => effects.push('scroll back'),
    },
    pageReady: async () => {},
    loadDeferred: async () => ({
      actors: {
        ...inertActors(deferred),
        navigationFocus: deferred.navigationFocus,
      },
      views: { ...views, Notices: () => null },
    }),
    loadEditor: () => Promise.reject(new Error('Visitors have no editor.')),
  })
  const appRef = createAppActor(services, {
    location: locationOf(at),
    page: first.page,
    failure: null,
    user: null,
    hasSessionHint: false,
    hub: null,
    lastEventId: null,
  })
  appRef.start()
  const view = render(
    <App
      appRef={appRef}
      cache={cache}
      registry={services.registry}
      site={defaultSiteConfig}
      origin={null}
      withSuspense={false}
      AppScreen={AppScreen}
      ErrorView={PlainErrorView}
    />,
  )
  return { ...view, appRef, cache, effects, pendingReads, user: userEvent.setup() }
}
