/** Runs the app as in a browser, with every response under the control of the test. */
import { vi } from 'vitest'
import type { Iri } from '#content/model/iri.ts'
import { locationOf } from '#content/navigation/location.ts'
import type { AssembledPage } from '#content/page/page.ts'
import type { Versioned } from '#content/model/resource.ts'
import { selectFailure } from '#machines/page/error-page.ts'
import { selectCurrentPage } from '#machines/page/fetcher.ts'
import type { DeferredBundle } from '#machines/app/deferred.ts'
import { createContentApi } from '#src/api/content-api.ts'
import { createAppActor } from '#src/app/effects/app-effects.ts'
import { createRegistry } from '#src/app/services/create-registry.ts'
import { createServices } from '#src/app/services/services.ts'
import { createResourceCache } from '#src/resources/resource-cache.ts'
import { createSilentHistory } from '../silent-history.ts'

// Loaded up front, so that the answers of the tests settle in the order in which they are given.
await import('#src/app/services/sanitize-resource.ts')

const base = 'http://api.test'

export type FakeOutcome = 'success' | 'missing' | 'serverError' | 'networkError'

export interface FakeRequest {
  iri: Iri
  search: string
  /** The path of the page that the request is for, from its `path` header. */
  path: string | null
  signal: AbortSignal
  /** Keeps the request alive, as `fetch` does: in Node, an abort does not reach a collected request's signal. */
  retained: readonly unknown[]
  isSettled: boolean
  settle: (outcome: FakeOutcome) => void
}

/** The tests render nothing. */
const noLazyViews = { all: [], load: async () => [], sourceFileOf: () => undefined }

interface Site {
  assembledPage: AssembledPage
  items: Versioned[]
  /** Returns the body of a successful response; undefined for a 404. */
  bodyFor: (request: FakeRequest) => unknown
  loadDeferred?: () => Promise<DeferredBundle>
}

const { clone } = Request.prototype
// Node references the source of a clone's abort signal so weakly that it may be collected before it aborts.
vi.spyOn(Request.prototype, 'clone').mockImplementation(function strongClone(this: Request) {
  return new Request(clone.call(this), { signal: this.signal })
})

/** Starts the app with a `fetch` whose requests the test settles one by one. */
export const startAppOnFakeNetwork = ({ assembledPage, items, bodyFor, loadDeferred }: Site) => {
  const requests: FakeRequest[] = []
  const network: typeof fetch = (input, init) =>
    new Promise((resolve, reject) => {
      const sent = new Request(input, init)
      const { url, signal, headers } = sent
      const { pathname: iri, search } = new URL(url)
      const request: FakeRequest = {
        iri,
        search,
        path: headers.get('path'),
        signal,
        retained: [input, sent],
        isSettled: false,
        settle: (outcome) => {
          if (request.isSettled) return
          request.isSettled = true
          if (outcome === 'networkError') return reject(new TypeError('fetch failed'))
          if (outcome === 'serverError') return resolve(Response.json({}, { status: 500 }))
          const body = outcome === 'missing' ? undefined : bodyFor(request)
          resolve(body ? Response.json(body) : Response.json({}, { status: 404 }))
        },
      }
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      requests.push(request)
    })
  const api = createContentApi({
    base,
    fetch: network,
    sessionHint: { read: () => false, write: () => {} },
  })
  const cache = createResourceCache()
  cache.save(items)
  const services = createServices({
    loadApi: async () => api,
    cache,
    registry: createRegistry({
      components: {},
      layouts: {},
      templates: {},
      lazyViews: async () => noLazyViews,
    }),
    htmlFields: {},
    sanitizeHtml: (html) => html,
    readPage: () => Promise.resolve(null),
    history: createSilentHistory(),
    pageReady: async () => {},
    loadDeferred: loadDeferred ?? (() => new Promise(() => {})),
    loadEditor: () => new Promise(() => {}),
  })
  const appRef = createAppActor(services, {
    location: locationOf(assembledPage.path),
    page: assembledPage,
    failure: null,
    user: null,
    hasSessionHint: false,
    hub: null,
    lastEventId: null,
  })
  appRef.start()
  const { fetcher, errorPage, navigation } = appRef.getSnapshot().children
  let token = 0
  return {
    appRef,
    requests,
    cache,
    requestPage: (path: string) =>
      fetcher!.send({
        type: 'page.requested',
        location: locationOf(path),
        token: (token += 1),
        bypassCache: false,
      }),
    navigate: (href: string) =>
      navigation!.send({ type: 'navigation.requested', to: locationOf(href), source: 'link' }),
    currentPath: () => selectCurrentPage(fetcher!.getSnapshot())!.path,
    isFetching: () => fetcher!.getSnapshot().hasTag('busy'),
    failure: () => selectFailure(errorPage!.getSnapshot()),
    stop: () => appRef.stop(),
  }
}

export const isPending = ({ isSettled, signal }: FakeRequest) => !isSettled && !signal.aborted

/** Waits until all events are handled and the client has retried failed requests. */
export const settle = async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    await vi.advanceTimersByTimeAsync(turn ? 200 : 0)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
