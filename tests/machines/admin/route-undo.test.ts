import { expect, test } from 'vitest'
import { bulkNotification } from '#content/admin/bulk-change.ts'
import { Failure } from '#content/model/failure.ts'
import { routeUndoMachine } from '#machines/admin/route-undo.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const undoable = { iri: '/_/bulk_changes/1', label: '1 route deleted' }
const accepted = {
  type: 'notification.accepted' as const,
  key: bulkNotification,
  heading: undoable.label,
}
const options = {
  events: [
    { type: 'undo.requested' as const },
    accepted,
    { ...accepted, heading: '1 page deleted' },
    { ...accepted, key: 'another' },
    { type: 'xstate.done.actor.undoDeletion' as const },
    { type: 'xstate.error.actor.undoDeletion' as const, error: new Failure('offline') },
  ],
}
const paths = pathsOf(routeUndoMachine, { input: { undoable }, ...options })

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → waiting",
      "waiting | undo.requested [canUndo] → undoing",
      "waiting | notification.accepted [isUndo] → undoing",
      "undoing | undoDeletion done → undone",
      "undoing | undoDeletion failed → waiting",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(routeUndoMachine, paths)).toEqual([])
  expect(untakenTransitions(routeUndoMachine, paths)).toEqual([])
})

test('undoes nothing where nothing was deleted that can be brought back', () => {
  const idle = pathsOf(routeUndoMachine, { input: { undoable: null }, ...options })
  expect(idle.map(({ next }) => next.value)).not.toContain('undoing')
})
