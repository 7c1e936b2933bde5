import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { EmittedBy } from '#machines/emitted-events.ts'
import { errorPageMachine, selectFailure } from '#machines/page/error-page.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '../../support/machines/paths.ts'
import { transitionTable } from '../../support/machines/transition-table.ts'

const failure = new Failure('notFound')

const offline = new Failure('offline')
const paths = [{ failure: null }, { failure }, { failure: offline }].flatMap((input) =>
  pathsOf(errorPageMachine, {
    input,
    events: [
      { type: 'page.failed', failure },
      { type: 'page.loaded' },
      { type: 'page.unloaded' },
      { type: 'home.requested' },
      { type: 'connection.opened' },
      { type: 'network.restored' },
    ],
  }),
)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → hidden",
      "start → visible",
      "errorPage | page.failed → visible {failure}",
      "visible | page.loaded → hidden {failure}",
      "visible | page.unloaded → hidden {failure}",
      "visible | home.requested (emits home.requested)",
      "visible | connection.opened [isOffline] (emits retry.requested)",
      "visible | network.restored [isOffline] (emits retry.requested)",
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
