import { expect, test } from 'vitest'
import type { Intent } from '#content/change/types.ts'
import type { Iri } from '#content/model/iri.ts'
import { Failure } from '#content/model/failure.ts'
import { pageCountMachine, selectCount } from '#machines/editing/page-count.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const position = '/_/component_positions/1'
const saved = (intent: Intent) =>
  ({
    type: 'change.saved',
    id: '1',
    intent,
    saved: { resource: null },
    copied: null,
    restored: null,
  }) as const

const pathsFor = (iri: Iri | null) =>
  pathsOf(pageCountMachine, {
    input: { iri },
    events: [
      { type: 'xstate.done.actor.readPageCount', output: 12 },
      { type: 'xstate.error.actor.readPageCount', error: new Failure('notFound') },
      { type: 'session.renewed' },
      saved({ kind: 'transfer', position, group: '/_/component_groups/2', before: null }),
      saved({ kind: 'publish', iri: '/component/titles/1' }),
    ],
  })
const paths = pathsFor('/_/layouts/1')
const pathsOfNothing = pathsFor(null)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → reading",
      "pageCount | change.saved [isTransfer, hasResource] → reading",
      "reading | readPageCount done → known {count}",
      "reading | readPageCount failed → unknown",
      "unknown | session.renewed → reading",
    ]
  `)
})

test('reads nothing where there is nothing to count', () => {
  expect(transitionTable(pathsOfNothing)).toEqual([
    'start → idle',
    'pageCount | change.saved [isTransfer] → idle',
  ])
})

test('reaches every state and takes every transition', () => {
  const all = [...paths, ...pathsOfNothing]
  expect(unreachableStates(pageCountMachine, all)).toEqual([])
  expect(untakenTransitions(pageCountMachine, all)).toEqual([])
})

test('knows the number only once it is read, and keeps it while it is read again', () => {
  expect(paths.map(({ next }) => selectCount(next))).toEqual([null, 12, null, null, 12, null, null])
})
