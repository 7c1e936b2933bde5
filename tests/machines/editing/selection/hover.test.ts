import { expect, test } from 'vitest'
import {
  hoverMachine,
  isSuspended,
  selectBoundary,
  selectHoveredIri,
} from '#machines/editing/selection/hover.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const boundary = { position: '/_/component_positions/1', side: 'after' } as const

const paths = pathsOf(hoverMachine, {
  input: undefined,
  events: [
    { type: 'pointer.moved', iri: '/component/Title/one', boundary: null },
    { type: 'pointer.moved', iri: null, boundary },
    { type: 'pointer.moved', iri: null, boundary: null },
    { type: 'pointer.left' },
    { type: 'pointer.pressed' },
    { type: 'key.pressed' },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → outside",
      "hover | pointer.moved [isOnPage] → hovering {boundary, iri}",
      "hover | pointer.moved → outside {iri}",
      "hovering | pointer.left → outside {iri}",
      "hovering | pointer.pressed → suspended {iri}",
      "hovering | key.pressed → suspended {iri}",
      "suspended | pointer.left → outside",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(hoverMachine, paths)).toEqual([])
  expect(untakenTransitions(hoverMachine, paths)).toEqual([])
})

test('knows a resource or a boundary only while something is hovered', () => {
  for (const { next } of paths)
    expect(selectHoveredIri(next) !== null || selectBoundary(next) !== null).toBe(
      next.matches('hovering'),
    )
  expect(paths.some(({ next }) => selectBoundary(next) !== null)).toBe(true)
  expect(paths.some(({ next }) => isSuspended(next))).toBe(true)
})
