import { expect, test } from 'vitest'
import type { ItemForm } from '#content/admin/item-form.ts'
import { Failure } from '#content/model/failure.ts'
import { outsideChangeMachine } from '#machines/admin/outside-change.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const theirs: ItemForm = { fields: [], version: null }
const pathsWith = (isOutdated: boolean) =>
  pathsOf(outsideChangeMachine, {
    input: { path: '/_cwa/pages/%2F_%2Fpages%2F1', isOutdated },
    events: [
      { type: 'xstate.done.actor.readTheirs', output: theirs },
      { type: 'xstate.error.actor.readTheirs', error: new Failure('offline') },
      { type: 'xstate.error.actor.readTheirs', error: new Failure('notFound') },
    ],
  })
const paths = [...pathsWith(false), ...pathsWith(true)]

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → waiting",
      "start → settling",
      "settling | debounce elapsed → reading",
      "reading | readTheirs done → ended {theirs}",
      "reading | readTheirs failed → backingOff",
      "reading | readTheirs failed [isGone] → ended",
      "backingOff | retryDelay elapsed → reading",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(outsideChangeMachine, paths)).toEqual([])
  expect(untakenTransitions(outsideChangeMachine, paths)).toEqual([])
})
