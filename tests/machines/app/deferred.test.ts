import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { failureFromStatus } from '#content/model/failure.ts'
import { type DeferredActors, deferredMachine } from '#machines/app/deferred.ts'
import { resourcesAt } from '../../support/content/sample-resources.ts'
import {
  pathsOf,
  controlledPromise,
  inertActor,
  transitionTable,
  untakenTransitions,
  unreachableStates,
} from '../../support/machines/paths.ts'

const later = { liveUpdates: inertActor, readerEnhancements: inertActor } as DeferredActors
const { assembledPage: page } = resourcesAt('/')
const input = { hub: null, lastEventId: '41', page }

const paths = pathsOf(deferredMachine, {
  input,
  events: [
    { type: 'browser.idle' },
    { type: 'hub.discovered', url: 'https://example.org/hub' },
    { type: 'page.loaded', page },
    { type: 'page.unloaded' },
    { type: 'requests.busy' },
    { type: 'requests.idle' },
    { type: 'network.restored' },
    { type: 'server.reachable' },
    { type: 'session.changed' },
    { type: 'change.saved', saved: { resource: null } },
    { type: 'resource.removed', iri: '/component/titles/gone' },
    { type: 'xstate.done.actor.loadDeferred', output: later },
    { type: 'xstate.error.actor.loadDeferred', error: failureFromStatus(503) },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → waiting",
      "waiting | browser.idle → loading",
      "waiting | hub.discovered → waiting",
      "waiting | page.loaded → waiting",
      "waiting | page.unloaded → waiting",
      "waiting | requests.busy → waiting",
      "waiting | requests.idle → waiting",
      "loading | hub.discovered → loading",
      "loading | page.loaded → loading",
      "loading | page.unloaded → loading",
      "loading | requests.busy → loading",
      "loading | requests.idle → loading",
      "loading | loadDeferred done → loaded",
      "loading | loadDeferred failed → retrying",
      "loaded | hub.discovered → loaded (sends hub.discovered to liveUpdates)",
      "loaded | page.loaded → loaded (sends page.loaded to liveUpdates)",
      "loaded | page.unloaded → loaded (sends page.unloaded to liveUpdates)",
      "loaded | requests.busy → loaded (sends requests.busy to liveUpdates)",
      "loaded | requests.idle → loaded (sends requests.idle to liveUpdates)",
      "loaded | network.restored → loaded (sends network.restored to liveUpdates)",
      "loaded | server.reachable → loaded (emits server.reachable)",
      "loaded | session.changed → loaded (sends session.changed to liveUpdates)",
      "loaded | change.saved → loaded (sends change.saved to liveUpdates)",
      "loaded | resource.removed → loaded (sends resource.removed to liveUpdates)",
      "retrying | hub.discovered → retrying",
      "retrying | page.loaded → retrying",
      "retrying | page.unloaded → retrying",
      "retrying | requests.busy → retrying",
      "retrying | requests.idle → retrying",
      "retrying | retryDelay elapsed → loading",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(deferredMachine, paths)).toEqual([])
  expect(untakenTransitions(deferredMachine, paths)).toEqual([])
})

test('loads nothing before the browser is idle', () => {
  const loading = controlledPromise<DeferredActors, undefined>()
  const ref = createActor(deferredMachine.provide({ actors: { loadDeferred: loading.logic } }), {
    input,
  }).start()
  expect(loading.calls).toEqual([])
  ref.send({ type: 'browser.idle' })
  expect(loading.calls).toHaveLength(1)
})
