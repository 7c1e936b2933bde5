import { expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import { formTestMachine } from '#machines/editing/form-test.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '../../support/machines/paths.ts'
import { transitionTable } from '../../support/machines/transition-table.ts'

const paths = pathsOf(formTestMachine, {
  input: { form: '/component/forms/1' },
  events: [
    { type: 'test.requested' },
    { type: 'xstate.done.actor.sendTest' },
    { type: 'xstate.error.actor.sendTest', error: new Failure('offline') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "idle | test.requested → sending",
      "sending | sendTest done → sent",
      "sending | sendTest failed → idle {failure}",
      "sent | test.requested → sending",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(formTestMachine, paths)).toEqual([])
  expect(untakenTransitions(formTestMachine, paths)).toEqual([])
})
