import { expect, test } from 'vitest'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'
import { statelyStreamMachine } from '#machines/admin/stately-stream.ts'

const error = new Error('Not loaded.')
const paths = pathsOf(statelyStreamMachine, {
  input: undefined,
  events: [
    { type: 'stream.requested' },
    { type: 'stream.confirmed' },
    { type: 'stream.canceled' },
    { type: 'stream.dismissed' },
    { type: 'window.refused' },
    { type: 'window.closed' },
    { type: 'stream.failed', error },
    { type: 'xstate.error.actor.sendToInspector', error },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → off",
      "off | stream.requested → confirming",
      "confirming | stream.confirmed → sending",
      "confirming | stream.canceled → off",
      "sending | stream.dismissed → off",
      "sending | window.refused → refused",
      "sending | window.closed → off",
      "sending | stream.failed → failed {failure}",
      "sending | sendToInspector failed → failed {failure}",
      "refused | stream.requested → confirming",
      "failed | stream.requested → confirming {failure}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(statelyStreamMachine, paths)).toEqual([])
  expect(untakenTransitions(statelyStreamMachine, paths)).toEqual([])
})
