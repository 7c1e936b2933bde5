import { expect, test } from 'vitest'
import { itemRenamingMachine } from '#machines/admin/item-renaming.ts'
import { itemRenaming } from '../../support/machines/admin-paths.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(itemRenamingMachine, itemRenaming)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → closed",
      "closed | rename.requested → open",
      "open | rename.ended → closed",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(itemRenamingMachine, paths)).toEqual([])
  expect(untakenTransitions(itemRenamingMachine, paths)).toEqual([])
})
