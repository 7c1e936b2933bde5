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
      "idle | notification.accepted [isUndo] → undoing {awaited, undoable}",
      "idle | notification.shown [isOtherChange] {undoable}",
      "copying | notification.accepted [isUndo] {awaited, undoable}",
      "copying | copyItem done [hasCopied] → idle {undoable} (openCopy)",
      "copying | copyItem failed → idle {failure}",
      "copying | copyItem done [hasAwaited] → undoing {copied, undoable}",
      "copying | copyItem failed [hasAwaited] → undoing {failure}",
      "undoing | undoCopy done [isUndone] → idle {awaited} (openList)",
      "undoing | undoCopy failed → idle {awaited}",
      "undoing | notification.accepted [isUndo] {awaited, undoable}",
      "undoing | undoCopy done [hasCopied and isUndone] → idle {awaited, copied} (announceCopy, openCopy)",
      "undoing | undoCopy failed [hasCopied] → idle {awaited, copied} (openCopy)",
      "undoing | undoCopy done [hasAwaited] → undoing {awaited, isUndone}",
      "undoing | undoCopy failed [hasAwaited] → undoing {awaited}",
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
