import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  type FakeOutcome,
  isPending,
  startAppOnFakeNetwork,
  settle,
} from '../support/ui/fake-network.ts'
import type { Resource } from '#content/model/resource.ts'
import { resourcesAt } from '../support/content/sample-resources.ts'

const paths = ['/a', '/b', '/c']
const sites = Object.fromEntries(paths.map((path) => [path, resourcesAt(path)]))
const resources = new Map<string, Resource>(
  Object.values(sites).flatMap(({ resources: all }) => all.map((one) => [one['@id'], one])),
)

/** Opens the app on a page other than those that are requested. */
const open = (hasManifest: boolean) =>
  startAppOnFakeNetwork({
    ...resourcesAt('/start'),
    bodyFor: ({ iri }) => {
      const [, path] = /^\/_\/routes_manifest\/(.*)$/.exec(iri) ?? []
      if (path)
        return hasManifest ? { resource_iris: sites[path]!.assembledPage.resources } : undefined
      return resources.get(iri)
    },
  })

/** Answers all requests until the requested page has loaded. */
const finishFetching = async (app: ReturnType<typeof open>) => {
  while (app.isFetching()) {
    app.requests.filter(isPending).forEach((request) => request.settle('success'))
    await settle()
  }
}

// Loaded before, because fake timers do not wait for the dynamic import.
beforeAll(async () => void (await import('#src/app/effects/fetch-chain-effects.ts')))
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const step = fc.oneof(
  fc.record({ request: fc.constantFrom(...paths) }),
  fc.record({
    outcome: fc.constantFrom<FakeOutcome>(
      'success',
      'success',
      'missing',
      'serverError',
      'networkError',
    ),
    nth: fc.nat(7),
  }),
)

test('shows the last requested page and aborts all other requests, in whatever order responses arrive or fail', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 30 }),
      fc.boolean(),
      async (steps, hasManifest) => {
        const app = open(hasManifest)
        let requestedPath = '/start'
        let firstRequest = 0
        const check = () => {
          expect(app.requests.slice(0, firstRequest).filter(isPending)).toEqual([])
          if (!app.isFetching()) expect(app.requests.filter(isPending)).toEqual([])
          // The previous page stays until the requested one has loaded; no other page appears in between.
          if (app.currentPath() === requestedPath)
            expect(app.cache.read(`/_/routes/${requestedPath}`)).toBeDefined()
        }
        let previousPath = app.currentPath()
        for (const action of steps) {
          if ('request' in action) {
            if (action.request === requestedPath) continue
            previousPath = app.currentPath()
            requestedPath = action.request
            firstRequest = app.requests.length
            app.requestPage(requestedPath)
          } else app.requests.filter(isPending)[action.nth]?.settle(action.outcome)
          await settle()
          expect([requestedPath, previousPath]).toContain(app.currentPath())
          check()
        }
        await finishFetching(app)
        check()
        expect(app.failure() ? previousPath : requestedPath).toBe(app.currentPath())
        app.stop()
      },
    ),
    { numRuns: 60 },
  )
})

test('aborts the requests of a superseded page even after garbage collection', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const app = open(true)
  app.requestPage('/a')
  await settle()
  // The client retries a failed request with a clone of it.
  app.requests.find(isPending)!.settle('serverError')
  await settle()
  collectGarbage()
  const superseded = app.requests.filter(isPending)
  expect(superseded).not.toEqual([])
  app.requestPage('/b')
  await settle()
  expect(superseded.filter(isPending)).toEqual([])
  await finishFetching(app)
  app.stop()
})
