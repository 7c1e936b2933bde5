import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import {
  type ErrorPageEmitted,
  errorPageMachine,
  selectFailure,
} from '#machines/page/error-page.ts'
import {
  pathsOf,
  transitionTable,
  untakenTransitions,
  unreachableStates,
} from '../../support/machines/paths.ts'

const failure = new Failure('notFound')

const paths = [{ failure: null }, { failure }].flatMap((input) =>
  pathsOf(errorPageMachine, {
    input,
    events: [
      { type: 'page.failed', failure },
      { type: 'page.loaded' },
      { type: 'page.unloaded' },
      { type: 'home.requested' },
    ],
  }),
)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → hidden",
      "hidden | page.failed → visible",
      "visible | page.failed → visible",
      "visible | page.loaded → hidden",
      "visible | page.unloaded → hidden",
      "visible | home.requested → visible (emits home.requested)",
      "start → visible",
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

test('stays until another page has loaded', () => {
  const ref = createActor(errorPageMachine, { input: { failure } }).start()
  const emitted: ErrorPageEmitted[] = []
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
