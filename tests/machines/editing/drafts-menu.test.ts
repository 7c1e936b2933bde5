import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { draftsMenuMachine, isDraftSelected, isOpen } from '#machines/editing/drafts-menu.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(draftsMenuMachine, {
  input: undefined,
  events: [{ type: 'menu.opened' }, { type: 'menu.dismissed' }, { type: 'draft.selected' }],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → dismissed",
      "draftsMenu | menu.opened → open",
      "open | menu.dismissed → dismissed",
      "open | draft.selected → selected",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(draftsMenuMachine, paths)).toEqual([])
  expect(untakenTransitions(draftsMenuMachine, paths)).toEqual([])
})

test('a selected draft closes the menu, and is forgotten once the menu is opened again', () => {
  const ref = createActor(draftsMenuMachine).start()
  const state = () => [isOpen(ref.getSnapshot()), isDraftSelected(ref.getSnapshot())]
  ref.send({ type: 'menu.opened' })
  ref.send({ type: 'draft.selected' })
  expect(state()).toEqual([false, true])
  ref.send({ type: 'menu.opened' })
  expect(state()).toEqual([true, false])
})
