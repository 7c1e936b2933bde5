import { expect, test } from 'vitest'
import { itemDialogMachine } from '#machines/admin/item-dialog.ts'
import { itemDialog } from '../../support/machines/admin-paths.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(itemDialogMachine, itemDialog)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → closed",
      "closed | item.requested → open.editing {path}",
      "open | location.committed [isOtherPage] → closed",
      "open.editing | item.dismissed → closed",
      "open.editing | item.dismissed [isUnsaved] → open.asking",
      "open.asking | dismissal.confirmed → closed",
      "open.asking | dismissal.canceled → open.editing",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(itemDialogMachine, paths)).toEqual([])
  expect(untakenTransitions(itemDialogMachine, paths)).toEqual([])
})
