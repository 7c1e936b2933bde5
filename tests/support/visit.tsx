/** The app as a visitor has it, with its real effects, over pages that a test makes up. */
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { registry } from '#site/index.ts'
import { hrefOf, locationOf } from '#content/location.ts'
import type { PagePayload } from '#content/payload.ts'
import { defaultSiteConfig } from '#content/site-config.ts'
import { App } from '#src/app/App.tsx'
import { OwnScreen } from '#src/app/OwnScreen.tsx'
import { createApp } from '#src/app/effects.ts'
import { createServices } from '#src/app/services.ts'
import { createCache } from '#src/resources/cache.ts'
import type { Registry } from '#src/views/define.ts'
import { refusing } from './render.ts'

interface VisitOptions {
  at?: string
  kinds?: Registry['components']
}

export const visit = (
  pages: Record<string, PagePayload>,
  { at = '/', kinds }: VisitOptions = {},
) => {
  const cache = createCache()
  const first = pages[at]!
  cache.save(first.entries)
  const said: string[] = []
  /** Settles the reads that are waiting, the oldest first. */
  const waiting: { path: string; answer: () => void }[] = []
  const services = createServices({
    loadApi: () => Promise.reject(new Error('Nothing but pages is asked for.')),
    cache,
    registry: { ...registry, components: { ...registry.components, ...kinds } },
    cleanHtml: (html) => html,
    readPage: ({ path }) =>
      new Promise((resolve) => {
        const payload = pages[path] ?? refusing(404, `Page not found: ${path}`)
        waiting.push({ path, answer: () => resolve(payload) })
      }),
    history: {
      commit: (location, replace) =>
        said.push(`${replace ? 'replace' : 'push'} ${hrefOf(location)}`),
      restore: () => said.push('restore'),
      follow: () => true,
    },
    loadLater: () => new Promise(() => {}),
    loadEditor: () => Promise.reject(new Error('Visitors have no editor.')),
  })
  const appRef = createApp(services, {
    location: locationOf(at),
    page: first.page,
    failure: null,
    user: null,
    possible: false,
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
      guarded={false}
      OwnScreen={OwnScreen}
      scroll={() => said.push('scroll')}
    />,
  )
  return { ...view, appRef, cache, said, waiting, user: userEvent.setup() }
}
