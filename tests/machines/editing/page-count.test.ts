import { expect, test } from 'vitest'
import type { Iri } from '#content/model/iri.ts'
import { Failure } from '#content/model/failure.ts'
import { pageCountMachine, selectCount } from '#machines/editing/page-count.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '../../support/machines/paths.ts'
import { transitionTable } from '../../support/machines/transition-table.ts'

const pathsFor = (iri: Iri | null) =>
  pathsOf(pageCountMachine, {
    input: { iri },
    events: [
      { type: 'xstate.done.actor.readPageCount', output: 12 },
      { type: 'xstate.error.actor.readPageCount', error: new Failure('notFound') },
      { type: 'session.renewed' },
    ],
  })
const paths = pathsFor('/_/layouts/1')
const pathsOfNothing = pathsFor(null)

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

test('reads nothing where there is nothing to count', () => {
  expect(transitionTable(pathsOfNothing)).toEqual(['start → idle'])
})

test('reaches every state and takes every transition', () => {
  const all = [...paths, ...pathsOfNothing]
  expect(unreachableStates(pageCountMachine, all)).toEqual([])
  expect(untakenTransitions(pageCountMachine, all)).toEqual([])
})

test('knows the number only once it is read', () => {
  expect(paths.map(({ next }) => selectCount(next))).toEqual([null, 12, null, null])
})
