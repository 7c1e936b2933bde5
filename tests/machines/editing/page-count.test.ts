import { expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import { pageCountMachine, selectCount } from '#machines/editing/page-count.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '../../support/machines/paths.ts'
import { transitionTable } from '../../support/machines/transition-table.ts'

const paths = pathsOf(pageCountMachine, {
  input: { iri: '/_/layouts/1' },
  events: [
    { type: 'xstate.done.actor.readPageCount', output: 12 },
    { type: 'xstate.error.actor.readPageCount', error: new Failure('notFound') },
    { type: 'session.renewed' },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → reading",
      "reading | readPageCount done → known {count}",
      "reading | readPageCount failed → unknown",
      "unknown | session.renewed → reading",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(pageCountMachine, paths)).toEqual([])
  expect(untakenTransitions(pageCountMachine, paths)).toEqual([])
})

test('knows the number only once it is read', () => {
  expect(paths.map(({ next }) => selectCount(next))).toEqual([null, 12, null, null])
})
