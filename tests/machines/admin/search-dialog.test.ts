import { expect, test } from 'vitest'
import { searchDialogMachine } from '#machines/admin/search-dialog.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(searchDialogMachine, {
  input: undefined,
  events: [{ type: 'search.requested' }, { type: 'search.dismissed' }],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → closed",
      "closed | search.requested → open",
      "open | search.dismissed → closed",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(searchDialogMachine, paths)).toEqual([])
  expect(untakenTransitions(searchDialogMachine, paths)).toEqual([])
})
