import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { activeEditorMachine, selectEditor } from '#machines/editing/active-editor.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '../../support/machines/paths.ts'
import { transitionTable } from '../../support/machines/transition-table.ts'

const getFirst = () => 'first editor'
const getSecond = () => 'second editor'

const paths = pathsOf(activeEditorMachine, {
  input: undefined,
  events: [
    { type: 'editor.mounted', getEditor: getFirst },
    { type: 'editor.unmounted', getEditor: getFirst },
    { type: 'control.focused', id: 'body' },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → unmounted",
      "activeEditor | editor.mounted → mounted",
      "activeEditor | control.focused {controlId}",
      "mounted | editor.unmounted [isActive] → unmounted",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(activeEditorMachine, paths)).toEqual([])
  expect(untakenTransitions(activeEditorMachine, paths)).toEqual([])
})

test('keeps the editor that was mounted last', () => {
  const ref = createActor(activeEditorMachine).start()
  const editor = () => selectEditor(ref.getSnapshot())
  expect(editor()).toBeNull()
  ref.send({ type: 'editor.mounted', getEditor: getFirst })
  ref.send({ type: 'editor.mounted', getEditor: getSecond })
  ref.send({ type: 'editor.unmounted', getEditor: getFirst })
  expect(editor()).toBe('second editor')
  ref.send({ type: 'editor.unmounted', getEditor: getSecond })
  expect(editor()).toBeNull()
})
