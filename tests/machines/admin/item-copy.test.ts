import { expect, test } from 'vitest'
import { itemCopyMachine } from '#machines/admin/item-copy.ts'
import { itemCopy } from '../../support/machines/admin-paths.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(itemCopyMachine, itemCopy)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "idle | copy.requested → copying {failure}",
      "idle | notification.accepted [isUndo] → undoing",
      "idle | notification.shown [isOtherChange] {undoable}",
      "copying | copyItem done → idle {undoable} (openCopy)",
      "copying | copyItem failed → idle {failure}",
      "undoing | undoCopy done → idle {undoable} (openList)",
      "undoing | undoCopy failed → idle",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(itemCopyMachine, paths)).toEqual([])
  expect(untakenTransitions(itemCopyMachine, paths)).toEqual([])
})

test('undoes nothing that another notification has taken the place of', () => {
  const replaced = paths.filter(
    ({ events }) => events.at(-1)?.type === 'notification.shown' && events.length > 1,
  )
  for (const { next } of replaced) expect(next.context.undoable).toBeNull()
  expect(replaced.length).toBeGreaterThan(0)
})
