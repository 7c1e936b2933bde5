import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import {
  isOpen,
  selectAskedKey,
  unsavedListMachine,
} from '#machines/editing/changes/unsaved-list.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(unsavedListMachine, {
  input: undefined,
  events: [
    { type: 'list.requested' },
    { type: 'list.dismissed' },
    { type: 'everything.saved' },
    { type: 'location.committed' },
    { type: 'giveUp.requested', key: 'field 1' },
    { type: 'giveUp.answered' },
    { type: 'xstate.error.actor.watchUnsaved', error: new Error('broken') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → closed",
      "closed | list.requested → open.listing",
      "open | list.dismissed → closed {key}",
      "open | everything.saved → closed {key}",
      "open | location.committed → closed {key}",
      "open.listing | giveUp.requested → open.asking {key}",
      "open.asking | giveUp.requested",
      "open.asking | giveUp.answered → open.listing {key}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(unsavedListMachine, paths)).toEqual([])
  expect(untakenTransitions(unsavedListMachine, paths)).toEqual([])
})

test('asks about one change at a time, and about none once it is closed', () => {
  const ref = createActor(unsavedListMachine).start()
  const asked = () => selectAskedKey(ref.getSnapshot())
  ref.send({ type: 'list.requested' })
  ref.send({ type: 'giveUp.requested', key: 'field 1' })
  ref.send({ type: 'giveUp.requested', key: 'field 2' })
  expect(asked()).toBe('field 2')
  ref.send({ type: 'list.dismissed' })
  expect([isOpen(ref.getSnapshot()), asked()]).toEqual([false, null])
})
