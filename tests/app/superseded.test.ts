import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { locationOf } from '#content/location.ts'
import { isFetching, selectShown } from '#machines/fetcher.ts'
import { selectFailure } from '#machines/error-page.ts'
import { createContentApi } from '#src/api/content-api.ts'
import { createApp } from '#src/app/effects.ts'
import { createServices } from '#src/app/services.ts'
import { createCache } from '#src/resources/cache.ts'
import { siteAt } from '../support/pages.ts'

const base = 'http://api.test'
const paths = ['/a', '/b', '/c']
const sites = Object.fromEntries(paths.map((path) => [path, siteAt(path)]))
const resources = new Map(
  Object.values(sites).flatMap(({ resources: all }) => all.map((one) => [one['@id'], one])),
)

interface Request {
  iri: string
  signal: AbortSignal
  isAnswered: boolean
  settle: (how: Answer) => void
}
type Answer = 'as it is' | 'missing' | 'failing' | 'cut off'

/** The app as a browser has it, its network in the hands of the test. */
const open = (hasManifest: boolean) => {
  const requests: Request[] = []
  const answerTo = (iri: string) => {
    const [, path] = /^\/_\/routes_manifest\/(.*)$/.exec(iri) ?? []
    if (path) return hasManifest ? { resource_iris: sites[path]!.shown.resources } : undefined
    return resources.get(iri)
  }
  const network: typeof fetch = (input, init) =>
    new Promise((resolve, reject) => {
      const { url, signal } = new Request(input, init)
      const iri = url.slice(base.length).split('?')[0]!
      const request: Request = {
        iri,
        signal,
        isAnswered: false,
        settle: (how) => {
          if (request.isAnswered) return
          request.isAnswered = true
          if (how === 'cut off') return reject(new TypeError('fetch failed'))
          if (how === 'failing') return resolve(Response.json({}, { status: 500 }))
          const body = how === 'missing' ? undefined : answerTo(iri)
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
  const services = createServices({
    loadApi: async () => api,
    cache,
    registry: { components: {}, layouts: {}, templates: {}, pieces: {} } as never,
    cleanHtml: (html) => html,
    readPage: () => Promise.resolve(null),
    history: { commit: () => {}, restore: () => {}, follow: () => true },
    loadLater: () => new Promise(() => {}),
    loadEditor: () => new Promise(() => {}),
  })
  const { shown, items } = siteAt('/start')
  cache.save(items)
  const appRef = createApp(services, {
    location: locationOf('/start'),
    page: shown,
    failure: null,
    user: null,
    possible: false,
    hub: null,
    lastEventId: null,
  })
  appRef.start()
  const { fetcher, errorPage } = appRef.getSnapshot().children
  let token = 0
  return {
    requests,
    cache,
    want: (path: string) =>
      fetcher!.send({
        type: 'page.wanted',
        location: locationOf(path),
        token: (token += 1),
        afresh: false,
      }),
    shown: () => selectShown(fetcher!.getSnapshot())!.path,
    isFetching: () => isFetching(fetcher!.getSnapshot()),
    failure: () => selectFailure(errorPage!.getSnapshot()),
    stop: () => appRef.stop(),
  }
}

/** Lets everything be heard that has been said, and the client try once more what failed. */
const settle = async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    await vi.advanceTimersByTimeAsync(turn ? 200 : 0)
    await new Promise((heard) => setImmediate(heard))
  }
}

// Loaded before, so that it is there when it is asked for.
beforeAll(async () => void (await import('#src/app/chain-effects.ts')))
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const step = fc.oneof(
  fc.record({ want: fc.constantFrom(...paths) }),
  fc.record({
    answer: fc.constantFrom<Answer>('as it is', 'as it is', 'missing', 'failing', 'cut off'),
    nth: fc.nat(7),
  }),
)

test('whatever order answers come, fail or are cut off in: the last page wanted is shown, and nothing of another is left open', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 30 }),
      fc.boolean(),
      async (steps, hasManifest) => {
        const app = open(hasManifest)
        let wanted = '/start'
        let since = 0
        const isOpen = ({ isAnswered, signal }: Request) => !isAnswered && !signal.aborted
        const check = () => {
          expect(app.requests.slice(0, since).filter(isOpen)).toEqual([])
          if (!app.isFetching()) expect(app.requests.filter(isOpen)).toEqual([])
          // Until the page is there the one before it stays; nothing else ever comes between.
          if (app.shown() === wanted) expect(app.cache.read(`/_/routes/${wanted}`)).toBeDefined()
        }
        let before = app.shown()
        for (const doing of steps) {
          if ('want' in doing) {
            if (doing.want === wanted) continue
            before = app.shown()
            wanted = doing.want
            since = app.requests.length
            app.want(wanted)
          } else app.requests.filter(isOpen)[doing.nth]?.settle(doing.answer)
          await settle()
          expect([wanted, before]).toContain(app.shown())
          check()
        }
        while (app.isFetching()) {
          app.requests.filter(isOpen).forEach((request) => request.settle('as it is'))
          await settle()
        }
        check()
        expect(app.failure() ? before : wanted).toBe(app.shown())
        app.stop()
      },
    ),
    { numRuns: 60 },
  )
})
