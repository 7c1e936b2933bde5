/** The app as a browser has it, its network in the hands of the test. */
import { vi } from 'vitest'
import type { Iri } from '#content/model/iri.ts'
import { locationOf } from '#content/page/location.ts'
import type { AssembledPage } from '#content/page/page.ts'
import type { Versioned } from '#content/model/resource.ts'
import { selectFailure } from '#machines/page/error-page.ts'
import { isFetching, selectCurrentPage } from '#machines/page/fetcher.ts'
import type { DeferredActors } from '#machines/app/deferred.ts'
import { createContentApi } from '#src/api/content-api.ts'
import { createAppActor } from '#src/app/effects/app-effects.ts'
import { createServices } from '#src/app/services/services.ts'
import { createResourceCache } from '#src/resources/resource-cache.ts'

const base = 'http://api.test'

export type FakeOutcome = 'as it is' | 'missing' | 'failing' | 'cut off'

export interface FakeRequest {
  iri: Iri
  search: string
  /** Of the page that it is for. */
  path: string | null
  signal: AbortSignal
  /** Held as `fetch` holds it: in Node an abort no longer reaches the signal of a request that has been collected. */
  underWay: readonly unknown[]
  isAnswered: boolean
  settle: (how: FakeOutcome) => void
}

/** Nothing is drawn. */
const noLazyViews = { all: [], load: async () => {}, sourceFileOf: () => undefined }

interface Site {
  shown: AssembledPage
  items: Versioned[]
  /** What the API says; nothing where it has nothing. */
  answerTo: (asked: FakeRequest) => unknown
  loadDeferred?: () => Promise<DeferredActors>
}

const { clone } = Request.prototype
// Node holds what aborts a clone so weakly that it may be collected before it has aborted anything.
vi.spyOn(Request.prototype, 'clone').mockImplementation(function strongClone(this: Request) {
  return new Request(clone.call(this), { signal: this.signal })
})

export const startAppOnFakeNetwork = ({ shown, items, answerTo, loadDeferred }: Site) => {
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
        underWay: [input, sent],
        isAnswered: false,
        settle: (how) => {
          if (request.isAnswered) return
          request.isAnswered = true
          if (how === 'cut off') return reject(new TypeError('fetch failed'))
          if (how === 'failing') return resolve(Response.json({}, { status: 500 }))
          const body = how === 'missing' ? undefined : answerTo(request)
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
  cache.save(items, { path: shown.path })
  const services = createServices({
    loadApi: async () => api,
    cache,
    registry: { components: {}, layouts: {}, templates: {}, lazyViews: async () => noLazyViews },
    sanitizeHtml: (html) => html,
    readPage: () => Promise.resolve(null),
    history: { commit: () => {}, restore: () => {}, followRedirect: () => true },
    loadDeferred: loadDeferred ?? (() => new Promise(() => {})),
    loadEditor: () => new Promise(() => {}),
  })
  const appRef = createAppActor(services, {
    location: locationOf(shown.path),
    page: shown,
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
    want: (path: string) =>
      fetcher!.send({
        type: 'page.requested',
        location: locationOf(path),
        token: (token += 1),
        bypassCache: false,
      }),
    go: (href: string) =>
      navigation!.send({ type: 'navigation.requested', to: locationOf(href), source: 'link' }),
    shown: () => selectCurrentPage(fetcher!.getSnapshot())!.path,
    isFetching: () => isFetching(fetcher!.getSnapshot()),
    failure: () => selectFailure(errorPage!.getSnapshot()),
    stop: () => appRef.stop(),
  }
}

export const isPending = ({ isAnswered, signal }: FakeRequest) => !isAnswered && !signal.aborted

/** Lets everything be heard that has been said, and the client try once more what failed. */
export const settle = async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    await vi.advanceTimersByTimeAsync(turn ? 200 : 0)
    await new Promise((heard) => setImmediate(heard))
  }
}
