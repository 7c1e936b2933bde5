/** The app as a browser has it, its network in the hands of the test. */
import { vi } from 'vitest'
import type { Iri } from '#content/iri.ts'
import { locationOf } from '#content/location.ts'
import type { ShownPage } from '#content/page.ts'
import type { Versioned } from '#content/resource.ts'
import { selectFailure } from '#machines/error-page.ts'
import { isFetching, selectShown } from '#machines/fetcher.ts'
import type { Later } from '#machines/later.ts'
import { createContentApi } from '#src/api/content-api.ts'
import { createApp } from '#src/app/effects.ts'
import { createServices } from '#src/app/services.ts'
import { createCache } from '#src/resources/cache.ts'

const base = 'http://api.test'

export type Answer = 'as it is' | 'missing' | 'failing' | 'cut off'

export interface Asked {
  iri: Iri
  search: string
  /** Of the page that it is for. */
  path: string | null
  signal: AbortSignal
  /** Held as `fetch` holds it: in Node an abort no longer reaches the signal of a request that has been collected. */
  underWay: readonly unknown[]
  isAnswered: boolean
  settle: (how: Answer) => void
}

/** Nothing is drawn. */
const noPieces = { all: [], load: async () => {}, fileOf: () => undefined }

interface Site {
  shown: ShownPage
  items: Versioned[]
  /** What the API says; nothing where it has nothing. */
  answerTo: (asked: Asked) => unknown
  loadLater?: () => Promise<Later>
}

const { clone } = Request.prototype
// Node holds what aborts a clone so weakly that it may be collected before it has aborted anything.
vi.spyOn(Request.prototype, 'clone').mockImplementation(function strongClone(this: Request) {
  return new Request(clone.call(this), { signal: this.signal })
})

export const onNetwork = ({ shown, items, answerTo, loadLater }: Site) => {
  const requests: Asked[] = []
  const network: typeof fetch = (input, init) =>
    new Promise((resolve, reject) => {
      const sent = new Request(input, init)
      const { url, signal, headers } = sent
      const { pathname: iri, search } = new URL(url)
      const request: Asked = {
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
    mark: { read: () => false, write: () => {} },
  })
  const cache = createCache()
  cache.save(items, { path: shown.path })
  const services = createServices({
    loadApi: async () => api,
    cache,
    registry: { components: {}, layouts: {}, templates: {}, pieces: async () => noPieces },
    cleanHtml: (html) => html,
    readPage: () => Promise.resolve(null),
    history: { commit: () => {}, restore: () => {}, follow: () => true },
    loadLater: loadLater ?? (() => new Promise(() => {})),
    loadEditor: () => new Promise(() => {}),
  })
  const appRef = createApp(services, {
    location: locationOf(shown.path),
    page: shown,
    failure: null,
    user: null,
    possible: false,
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
        type: 'page.wanted',
        location: locationOf(path),
        token: (token += 1),
        afresh: false,
      }),
    go: (href: string) =>
      navigation!.send({ type: 'navigation.requested', to: locationOf(href), source: 'link' }),
    shown: () => selectShown(fetcher!.getSnapshot())!.path,
    isFetching: () => isFetching(fetcher!.getSnapshot()),
    failure: () => selectFailure(errorPage!.getSnapshot()),
    stop: () => appRef.stop(),
  }
}

export const isUnderWay = ({ isAnswered, signal }: Asked) => !isAnswered && !signal.aborted

/** Lets everything be heard that has been said, and the client try once more what failed. */
export const settle = async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    await vi.advanceTimersByTimeAsync(turn ? 200 : 0)
    await new Promise((heard) => setImmediate(heard))
  }
}
