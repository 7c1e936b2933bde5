import { expect, test } from 'vitest'
import { bulkChangeMachine } from '#machines/admin/bulk-change.ts'
import { bulkChange } from '../../support/machines/admin-paths.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(bulkChangeMachine, bulkChange)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → previewing",
      "previewing | previewChange done → confirming {failure, preview}",
      "previewing | previewChange failed → ended {failure}",
      "previewing | previewChange failed [canRenew] → renewing {failure}",
      "confirming | bulk.confirmed → changing {isConfirmed, request}",
      "confirming | bulk.canceled → ended",
      "changing | makeChange done → ended {failure, undoable}",
      "changing | makeChange failed → ended {failure}",
      "changing | makeChange failed [canRenew] → renewing {failure}",
      "renewing | renewSession done [isRenewed] → previewing",
      "renewing | renewSession done → ended",
      "renewing | renewSession failed → ended",
      "renewing | renewSession done [isRenewed, isConfirmed] → changing",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(bulkChangeMachine, paths)).toEqual([])
  expect(untakenTransitions(bulkChangeMachine, paths)).toEqual([])
})

test('counts as changed only after the answer of the API', () => {
  const changed = paths.filter(({ next }) => next.output?.isChanged)
  expect(changed.length).toBeGreaterThan(0)
  for (const { events } of changed) expect(events.at(-1)?.type).toBe('xstate.done.actor.makeChange')
})
