import { expect, test } from 'vitest'
import { noFacts } from '#content/admin/item-deletion.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { itemDeletionMachine } from '#machines/admin/item-deletion.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(itemDeletionMachine, {
  input: { iri: '/_/pages/1', listPath: '/_cwa/layouts' },
  events: [
    { type: 'deletion.confirmed' },
    { type: 'deletion.canceled' },
    { type: 'xstate.done.actor.readDeletion', output: { ...noFacts, path: '/about' } },
    { type: 'xstate.error.actor.readDeletion', error: new Failure('offline') },
    { type: 'xstate.error.actor.readDeletion', error: failureFromStatus(401) },
    { type: 'xstate.done.actor.deleteItem' },
    { type: 'xstate.error.actor.deleteItem', error: new Failure('offline') },
    { type: 'xstate.error.actor.deleteItem', error: failureFromStatus(401) },
    { type: 'xstate.done.actor.renewSession', output: 'renewed' },
    { type: 'xstate.done.actor.renewSession', output: 'declined' },
    { type: 'xstate.error.actor.renewSession', error: new Failure('unexpected') },
  ],
  distinguishBy: ({ consequences, isConfirmed, failure }) => [
    consequences.length,
    isConfirmed,
    failure !== null,
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → reading",
      "reading | readDeletion done → confirming {consequences}",
      "reading | readDeletion failed → ended {failure}",
      "reading | readDeletion failed [canRenew] → renewing {failure}",
      "confirming | deletion.confirmed → deleting {failure, isConfirmed}",
      "confirming | deletion.canceled → ended {failure}",
      "deleting | deleteItem done → ended {failure}",
      "deleting | deleteItem failed → ended {failure}",
      "deleting | deleteItem failed [canRenew] → renewing {failure}",
      "renewing | renewSession done [isRenewed] → reading",
      "renewing | renewSession done → ended",
      "renewing | renewSession failed → ended",
      "renewing | renewSession done [isRenewed, isConfirmed] → deleting",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(itemDeletionMachine, paths)).toEqual([])
  expect(untakenTransitions(itemDeletionMachine, paths)).toEqual([])
})

test('counts as deleted only after the answer of the API', () => {
  const deleted = paths.filter(({ next }) => next.output?.isDeleted)
  expect(deleted.length).toBeGreaterThan(0)
  for (const { events } of deleted) expect(events.at(-1)?.type).toBe('xstate.done.actor.deleteItem')
})
