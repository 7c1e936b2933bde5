import { expect, test } from 'vitest'
import { machineDockMachine } from '#machines/admin/machine-dock.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(machineDockMachine, {
  input: undefined,
  events: [
    { type: 'watch.requested' },
    { type: 'watch.dismissed' },
    { type: 'window.requested' },
    { type: 'window.refused' },
    { type: 'xstate.error.actor.shareSystem', error: new Error('No channel.') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → dock.closed window.unshared",
      "dock.closed | watch.requested → dock.open",
      "dock.open | watch.dismissed → dock.closed",
      "window.unshared | window.requested → window.shared",
      "window.shared | window.requested → window.shared",
      "window.shared | window.refused → window.refused",
      "window.shared | shareSystem failed → window.refused",
      "window.refused | window.requested → window.shared",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(machineDockMachine, paths)).toEqual([])
  expect(untakenTransitions(machineDockMachine, paths)).toEqual([])
})
