import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { failureFromStatus } from '#content/model/failure.ts'
import { type DeferredBundle, deferredMachine } from '#machines/app/deferred.ts'
import { deferredActors } from '#machines/app/deferred-actors.ts'
import { navigationFocusMachine } from '#machines/page/navigation-focus.ts'
import { locationOf } from '#content/navigation/location.ts'
import { resourcesAt } from '../../support/content/sample-resources.ts'
import { controlledPromise, inertActors } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const bundle: DeferredBundle = {
  actors: inertActors(deferredActors),
  views: {},
}
const { assembledPage: page } = resourcesAt('/')
const input = { location: locationOf('/'), page, failure: null, hub: null, lastEventId: '41' }

const paths = pathsOf(deferredMachine, {
  input,
  events: [
    { type: 'location.committed', visit: 'revisited' },
    { type: 'hub.discovered', url: 'https://example.org/hub' },
    { type: 'page.loaded', page },
    { type: 'page.unloaded' },
    { type: 'requests.busy' },
    { type: 'requests.idle' },
    { type: 'xstate.done.actor.pageReady' },
    { type: 'xstate.error.actor.pageReady', error: failureFromStatus(503) },
    { type: 'xstate.done.actor.loadDeferred', output: bundle },
    { type: 'xstate.error.actor.loadDeferred', error: failureFromStatus(503) },
    { type: 'xstate.done.actor.waitForIdle' },
    { type: 'xstate.error.actor.waitForIdle', error: failureFromStatus(503) },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → waiting",
      "deferred | hub.discovered {hub} (emits hub.discovered)",
      "deferred | page.loaded",
      "deferred | page.unloaded {page}",
      "deferred | requests.busy {isBusy}",
      "deferred | requests.idle",
      "deferred | location.committed",
      "waiting | location.committed → loading {visit}",
      "waiting | pageReady done → loading",
      "waiting | pageReady failed → loading",
      "loading | loadDeferred done → waitingForIdle {bundle}",
      "loading | loadDeferred failed → retrying",
      "retrying | retryDelay elapsed → loading",
      "waitingForIdle | waitForIdle done → loaded (sends location.committed to navigationFocus)",
      "waitingForIdle | waitForIdle failed → loaded (sends location.committed to navigationFocus)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(deferredMachine, paths)).toEqual([])
  expect(untakenTransitions(deferredMachine, paths)).toEqual([])
})

const run = () => {
  const ready = controlledPromise<void, undefined>()
  const loading = controlledPromise<DeferredBundle, undefined>()
  const idle = controlledPromise<void, undefined>()
  const actors = {
    pageReady: ready.logic,
    loadDeferred: loading.logic,
    waitForIdle: idle.logic,
  }
  const ref = createActor(deferredMachine.provide({ actors }), { input }).start()
  return { ref, ready, loading, idle }
}

test('loads nothing before the browser is idle', async () => {
  const { ref, ready, loading } = run()
  expect(loading.calls).toEqual([])
  ready.settle({ type: 'xstate.done.actor.pageReady' })
  await waitFor(ref, (at) => at.matches('loading'))
  expect(loading.calls).toHaveLength(1)
})

test('loads at once for the first navigation, which navigationFocus receives', async () => {
  const { ref, loading, idle } = run()
  ref.send({ type: 'location.committed', visit: 'revisited' })
  expect(loading.calls).toHaveLength(1)
  const actors = { ...bundle.actors, navigationFocus: navigationFocusMachine }
  loading.settle({ type: 'xstate.done.actor.loadDeferred', output: { ...bundle, actors } })
  await waitFor(ref, (at) => at.matches('waitingForIdle'))
  expect(ref.getSnapshot().children.navigationFocus).toBeUndefined()
  idle.settle({ type: 'xstate.done.actor.waitForIdle' })
  const { children } = await waitFor(ref, (at) => at.matches('loaded'))
  const navigationFocus = children.navigationFocus!.getSnapshot()
  expect(navigationFocus.value).toBe('revisited')
  expect(navigationFocus.context).toMatchObject({ pageKey: '/', location: input.location })
})
