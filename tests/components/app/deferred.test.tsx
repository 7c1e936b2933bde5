import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failureFromStatus } from '#content/model/failure.ts'
import { locationOf } from '#content/navigation/location.ts'
import { type DeferredBundle, deferredMachine } from '#machines/app/deferred.ts'
import { deferredActors } from '#machines/app/deferred-actors.ts'
import { trackRequest } from '#src/app/effects/shared.ts'
import { type Gestures, type OpenApp, settlePage, openApp, walkPath } from '../../support/app.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { controlledPromise, inertActors } from '#charts/paths/controlled-effects.ts'
import { type Answer, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(deferredMachine)
const payload = pagePayload([component('Title', 'hello', { title: 'Hello' })])
const next = pagePayload([component('Title', 'next', { title: 'Next' })], { path: '/next' })
const hub = 'https://example.org/.well-known/mercure'

const loaded = {
  type: 'xstate.done.actor.loadDeferred' as const,
  output: {
    actors: inertActors(deferredActors),
    views: null,
  },
}
const allPaths = pathsOf(deferredMachine, {
  input: {
    location: locationOf('/'),
    page: payload.page,
    failure: null,
    hub,
    lastEventId: null,
  },
  events: [
    { type: 'location.committed', visit: 'revisited' },
    { type: 'xstate.done.actor.pageReady' },
    { type: 'xstate.error.actor.pageReady', error: failureFromStatus(503) },
    { type: 'hub.discovered', url: hub },
    { type: 'page.loaded', page: next.page! },
    { type: 'page.unloaded' },
    { type: 'requests.busy' },
    { type: 'requests.idle' },
    loaded,
    { type: 'xstate.error.actor.loadDeferred', error: failureFromStatus(503) },
    { type: 'xstate.done.actor.waitForIdle' },
    { type: 'xstate.error.actor.waitForIdle', error: failureFromStatus(503) },
  ],
})

/** Finishes the request that the test has started. */
let finishRequest: (() => void) | null = null

const startRequest = ({ happen, appRef: { system } }: OpenApp) =>
  happen(() => {
    const request = new Promise<void>((resolve) => (finishRequest = resolve))
    trackRequest({ system, self: { sessionId: 'request' } }, request).catch(() => {})
  })
// A page is loaded and unloaded by a navigation, for which the code is loaded before.
const paths = allPaths.filter(({ events }) => {
  const types = events.map(({ type }) => type)
  const changed = types.findIndex((type) => type.startsWith('page.'))
  const before = types.slice(0, changed)
  return changed < 0 || before.some((type) => /location|pageReady/.test(type))
})

const open = () => {
  const ready = controlledPromise<void, undefined>()
  const loading = controlledPromise<DeferredBundle, undefined>()
  const idle = controlledPromise<void, undefined>()
  const app = openApp('/', {
    payload,
    input: { hub },
    loading: { pageReady: ready, deferred: loading, idle },
    inspect: coverage.inspect,
  })
  const answer = (event: Answer) =>
    app.happen(() => loading.settle('error' in event ? event : { ...event, output: app.deferred }))
  const settleReady = (event: Answer) => app.happen(() => ready.settle(event))
  const settleIdle = (event: Answer) => app.happen(() => idle.settle(event))
  return { ...app, answer, settleReady, settleIdle }
}

afterEach(() => {
  finishRequest = null
  cleanup()
})

test.each(namedPaths(paths))('%s', async (_, path) => {
  const { answer, settleReady, settleIdle, ...app } = open()
  const gestures: Gestures = {
    'location.committed': ({ pop }) => pop('/#there'),
    'xstate.done.actor.pageReady': (_app: OpenApp, event: Answer) => settleReady(event),
    'xstate.error.actor.pageReady': (_app: OpenApp, event: Answer) => settleReady(event),
    'hub.discovered': ({ happen, discoverHub }: OpenApp) => happen(() => discoverHub(hub)),
    'page.loaded': async () => {
      await app.pop('/next')
      await settlePage(app, next)
    },
    'page.unloaded': () => app.pop('/login'),
    'requests.busy': startRequest,
    'requests.idle': async (opened: OpenApp) => {
      // Only a request that has started can finish.
      if (!finishRequest) await startRequest(opened)
      await opened.happen(() => finishRequest!())
    },
    'xstate.done.actor.loadDeferred': (_app: OpenApp, event: Answer) => answer(event),
    'xstate.error.actor.loadDeferred': (_app: OpenApp, event: Answer) => answer(event),
    'xstate.done.actor.waitForIdle': (_app: OpenApp, event: Answer) => settleIdle(event),
    'xstate.error.actor.waitForIdle': (_app: OpenApp, event: Answer) => settleIdle(event),
    'xstate.after.retryDelay.deferred.retrying': ({ wait }: OpenApp) => wait(5_000),
  }
  await walkPath(app, app.appRef.system.get('deferred'), path, gestures)
  // The hub is connected only once the deferred actors are loaded.
  expect(app.hub.listenerCount()).toBe(path.next.value === 'loaded' ? 1 : 0)
})

test('live updates start with the current page and requests', async () => {
  const { answer, settleReady, settleIdle, happen, pop, ...app } = open()
  await settleReady({ type: 'xstate.done.actor.pageReady' })
  await pop('/next')
  await settlePage({ ...app, happen } as OpenApp, next)
  await startRequest({ ...app, happen } as OpenApp)
  await answer(loaded)
  await settleIdle({ type: 'xstate.done.actor.waitForIdle' })
  expect(screen.getByRole('heading').textContent).toBe('Next')
  const live = app.appRef.system.get('liveUpdates').getSnapshot()
  expect(live.value).toMatchObject({ requests: 'busy' })
  expect(live.context.shownIris).toEqual(next.page!.resources)
})

coverage.expectAll()
