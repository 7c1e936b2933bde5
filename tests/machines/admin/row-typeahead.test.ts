import { expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import { rowTypeaheadMachine, selectTyped } from '#machines/admin/row-typeahead.ts'
import { rowTypeahead } from '../../support/machines/admin-paths.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(rowTypeaheadMachine, rowTypeahead)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "rowTypeahead | character.typed → searching {typed}",
      "searching | typeaheadTimeout elapsed → idle {typed}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(rowTypeaheadMachine, paths)).toEqual([])
  expect(untakenTransitions(rowTypeaheadMachine, paths)).toEqual([])
})

test('begins another search after a pause, which each character begins anew', () => {
  const clock = new SimulatedClock()
  const ref = createActor(rowTypeaheadMachine, { clock }).start()
  const type = (character: string) => ref.send({ type: 'character.typed', character })
  type('a')
  clock.increment(699)
  type('b')
  clock.increment(699)
  expect(selectTyped(ref.getSnapshot())).toBe('ab')
  clock.increment(1)
  type('c')
  expect(selectTyped(ref.getSnapshot())).toBe('c')
})
