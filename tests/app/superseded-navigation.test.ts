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
import { resourcesAt } from '../support/content/sample-resources.ts'

const paths = ['/a', '/b', '/c']
const sites = Object.fromEntries(paths.map((path) => [path, resourcesAt(path)]))
const resources = new Map(
  Object.values(sites).flatMap(({ resources: all }) => all.map((one) => [one['@id'], one])),
)

/** The app on a page of its own, beside those that are wanted. */
const open = (hasManifest: boolean) =>
  startAppOnFakeNetwork({
    ...resourcesAt('/start'),
    answerTo: ({ iri }) => {
      const [, path] = /^\/_\/routes_manifest\/(.*)$/.exec(iri) ?? []
      if (path) return hasManifest ? { resource_iris: sites[path]!.shown.resources } : undefined
      return resources.get(iri)
    },
  })

// Loaded before, so that it is there when it is asked for.
beforeAll(async () => void (await import('#src/app/effects/fetch-chain-effects.ts')))
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const step = fc.oneof(
  fc.record({ want: fc.constantFrom(...paths) }),
  fc.record({
    answer: fc.constantFrom<FakeOutcome>('as it is', 'as it is', 'missing', 'failing', 'cut off'),
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
        const check = () => {
          expect(app.requests.slice(0, since).filter(isPending)).toEqual([])
          if (!app.isFetching()) expect(app.requests.filter(isPending)).toEqual([])
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
          } else app.requests.filter(isPending)[doing.nth]?.settle(doing.answer)
          await settle()
          expect([wanted, before]).toContain(app.shown())
          check()
        }
        while (app.isFetching()) {
          app.requests.filter(isPending).forEach((request) => request.settle('as it is'))
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

test('what is left open by a page that is no longer wanted is aborted, whatever garbage was collected before', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const app = open(true)
  app.want('/a')
  await settle()
  // Asked for again after a failure, which is a clone of the request.
  app.requests.find(isPending)!.settle('failing')
  await settle()
  collectGarbage()
  const ofOther = app.requests.filter(isPending)
  expect(ofOther).not.toEqual([])
  app.want('/b')
  await settle()
  expect(ofOther.filter(isPending)).toEqual([])
  app.stop()
})
