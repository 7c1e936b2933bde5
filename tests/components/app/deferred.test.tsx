import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failureFromStatus } from '#content/model/failure.ts'
import {
  type DeferredActors,
  type DeferredBundle,
  deferredMachine,
} from '#machines/app/deferred.ts'
import { trackRequest } from '#src/app/effects/shared.ts'
import { type Gestures, type OpenApp, settlePage, openApp, walkPath } from '../../support/app.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import {
  type Answer,
  namedPaths,
  pathsOf,
  controlledPromise,
  inertActor,
} from '../../support/machines/paths.ts'

const coverage = cover(deferredMachine)
const payload = pagePayload([component('Title', 'hello', { title: 'Hello' })])
const next = pagePayload([component('Title', 'next', { title: 'Next' })], { path: '/next' })
const hub = 'https://example.org/.well-known/mercure'

const loaded = {
  type: 'xstate.done.actor.loadDeferred' as const,
  output: {
    actors: { liveUpdates: inertActor, readerEnhancements: inertActor } as DeferredActors,
    views: null,
  },
}
const paths = pathsOf(deferredMachine, {
  input: { hub, lastEventId: null, page: payload.page },
  events: [
    { type: 'browser.idle' },
    { type: 'hub.discovered', url: hub },
    { type: 'page.loaded', page: next.page! },
    { type: 'page.unloaded' },
    { type: 'requests.busy' },
    { type: 'requests.idle' },
    loaded,
    { type: 'xstate.error.actor.loadDeferred', error: failureFromStatus(503) },
  ],
})

/** Finishes the request that the test has started. */
let finishRequest: (() => void) | null = null

const startRequest = ({ happen, appRef: { system } }: OpenApp) =>
  happen(() => {
    const request = new Promise<void>((resolve) => (finishRequest = resolve))
    trackRequest({ system, self: { sessionId: 'request' } }, request).catch(() => {})
  })

const open = () => {
  const loading = controlledPromise<DeferredBundle, undefined>()
  const app = openApp('/', {
    payload,
    input: { hub },
    loading: { deferred: loading },
    inspect: coverage.inspect,
  })
  const answer = (event: Answer) =>
    app.happen(() => loading.settle('error' in event ? event : { ...event, output: app.deferred }))
  return { ...app, answer }
}

afterEach(() => {
  finishRequest = null
  cleanup()
})

test.each(namedPaths(paths))('%s', async (_, path) => {
  const { answer, ...app } = open()
  const gestures: Gestures = {
    'browser.idle': ({ happen, becomeIdle }: OpenApp) => happen(becomeIdle),
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
    'xstate.after.retryDelay.deferred.retrying': ({ wait }: OpenApp) => wait(5_000),
  }
  await walkPath(app, app.appRef.system.get('deferred'), path, gestures)
  // The hub is connected only once the deferred actors are loaded.
  expect(app.hub.listenerCount()).toBe(path.next.value === 'loaded' ? 1 : 0)
})

test('live updates start with the current page and requests', async () => {
  const { answer, happen, pop, ...app } = open()
  await happen(app.becomeIdle)
  await pop('/next')
  await settlePage({ ...app, happen } as OpenApp, next)
  await startRequest({ ...app, happen } as OpenApp)
  await answer(loaded)
  expect(screen.getByRole('heading').textContent).toBe('Next')
  const live = app.appRef.system.get('liveUpdates').getSnapshot()
  expect(live.value).toMatchObject({ requests: 'busy' })
  expect(live.context.current).toEqual(next.page!.resources)
})

coverage.expectAll()
