import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { EmittedBy } from '#machines/emitted-events.ts'
import { errorPageMachine, selectFailure } from '#machines/page/error-page.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const failure = new Failure('notFound')

const offline = new Failure('offline')
const paths = [{ failure: null }, { failure }, { failure: offline }].flatMap((input) =>
  pathsOf(errorPageMachine, {
    input,
    events: [
      { type: 'page.failed', failure },
      { type: 'page.loaded' },
      { type: 'page.unloaded' },
      { type: 'view.requested' },
      { type: 'xstate.done.actor.loadErrorView', output: {} },
      { type: 'xstate.error.actor.loadErrorView', error: offline },
      { type: 'home.requested' },
      { type: 'connection.opened' },
      { type: 'network.restored' },
    ],
  }),
)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → view.unloaded screen.hidden",
      "start → view.unloaded screen.visible",
      "screen and view.unloaded | page.failed → screen.visible view.loading {failure}",
      "screen | page.failed → screen.visible {failure}",
      "screen.visible | page.loaded → screen.hidden {failure}",
      "screen.visible | page.unloaded → screen.hidden {failure}",
      "screen.visible | home.requested (emits home.requested)",
      "screen.visible | connection.opened [isOffline] (emits retry.requested)",
      "screen.visible | network.restored [isOffline] (emits retry.requested)",
      "view.unloaded | view.requested → view.loading",
      "view.loading | loadErrorView done → view.loaded {view}",
      "view.loading | loadErrorView failed → view.unloaded",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(errorPageMachine, paths)).toEqual([])
  expect(untakenTransitions(errorPageMachine, paths)).toEqual([])
})

test('shows the failure the page was rendered with', () => {
  const ref = createActor(errorPageMachine, { input: { failure } }).start()
  expect(selectFailure(ref.getSnapshot())).toBe(failure)
})

test('loads its view before a page may fail, and again after it could not', async () => {
  const loading = controlledPromise<unknown, undefined>()
  const ref = createActor(errorPageMachine.provide({ actors: { loadErrorView: loading.logic } }), {
    input: { failure: null },
  }).start()
  const view = () => ref.getSnapshot().context.view
  ref.send({ type: 'view.requested' })
  loading.settle({ type: 'xstate.error.actor.loadErrorView', error: offline })
  await waitFor(ref, (at) => at.matches({ view: 'unloaded' }))
  expect(view()).toBeNull()
  ref.send({ type: 'page.failed', failure })
  loading.settle({ type: 'xstate.done.actor.loadErrorView', output: 'the view' })
  await waitFor(ref, (at) => at.matches({ view: 'loaded' }))
  expect(view()).toBe('the view')
  ref.send({ type: 'page.failed', failure })
  expect(loading.calls).toHaveLength(2)
})

test('stays until another page has loaded', () => {
  const ref = createActor(errorPageMachine, { input: { failure } }).start()
  const emitted: EmittedBy<'errorPage'>[] = []
  ref.on('*', (event) => emitted.push(event))
  ref.send({ type: 'home.requested' })
  expect(selectFailure(ref.getSnapshot())).toBe(failure)
  expect(emitted).toEqual([{ type: 'home.requested' }])
  ref.send({ type: 'page.loaded' })
  expect(selectFailure(ref.getSnapshot())).toBeNull()
})

test('shows the latest failure', () => {
  const ref = createActor(errorPageMachine, { input: { failure } }).start()
  const newer = new Failure('offline')
  ref.send({ type: 'page.failed', failure: newer })
  expect(selectFailure(ref.getSnapshot())).toBe(newer)
})
