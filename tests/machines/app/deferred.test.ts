import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { failureFromStatus } from '#content/model/failure.ts'
import {
  type DeferredActors,
  type DeferredBundle,
  deferredMachine,
} from '#machines/app/deferred.ts'
import { resourcesAt } from '../../support/content/sample-resources.ts'
import {
  pathsOf,
  controlledPromise,
  inertActor,
  untakenTransitions,
  unreachableStates,
} from '../../support/machines/paths.ts'
import { transitionTable } from '../../support/machines/transition-table.ts'

const bundle: DeferredBundle = {
  actors: { liveUpdates: inertActor, readerEnhancements: inertActor } as DeferredActors,
  views: {},
}
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
    { type: 'xstate.done.actor.loadDeferred', output: bundle },
    { type: 'xstate.error.actor.loadDeferred', error: failureFromStatus(503) },
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
      "waiting | browser.idle → loading",
      "loading | loadDeferred done → loaded {views}",
      "loading | loadDeferred failed → retrying",
      "retrying | retryDelay elapsed → loading",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(deferredMachine, paths)).toEqual([])
  expect(untakenTransitions(deferredMachine, paths)).toEqual([])
})

test('loads nothing before the browser is idle', () => {
  const loading = controlledPromise<DeferredBundle, undefined>()
  const ref = createActor(deferredMachine.provide({ actors: { loadDeferred: loading.logic } }), {
    input,
  }).start()
  expect(loading.calls).toEqual([])
  ref.send({ type: 'browser.idle' })
  expect(loading.calls).toHaveLength(1)
})
