import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { editorChromeMachine, isHidden } from '#machines/editing/editor-chrome.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(editorChromeMachine, {
  input: undefined,
  events: [{ type: 'toggle.requested' }, { type: 'page.edited' }],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → visible",
      "visible | toggle.requested → hidden (emits chrome.hidden)",
      "hidden | toggle.requested → visible (emits chrome.shown)",
      "hidden | page.edited → visible (emits chrome.shown)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(editorChromeMachine, paths)).toEqual([])
  expect(untakenTransitions(editorChromeMachine, paths)).toEqual([])
})

test('starts visible, hides, and comes back', () => {
  const ref = createActor(editorChromeMachine).start()
  const toggle = () => {
    ref.send({ type: 'toggle.requested' })
    return isHidden(ref.getSnapshot())
  }
  expect(isHidden(ref.getSnapshot())).toBe(false)
  expect([toggle(), toggle()]).toEqual([true, false])
})
