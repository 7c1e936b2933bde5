import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { emptyIdentityMap } from '#content/change/undo/identity-map.ts'
import type { RememberedHistory } from '#content/change/undo/remembered-history.ts'
import { Failure } from '#content/model/failure.ts'
import { historyMemoryMachine } from '#machines/editing/changes/history-memory.ts'
import { cover } from '../../../support/machines/coverage.ts'
import { coveringPaths, pathsOf } from '#charts/paths/paths.ts'
import { done } from '../../../support/sample-change.ts'
import {
  type EditorGestures,
  changeTitle,
  isUnavailable,
  openEditor,
  sampleTitle,
  settleRun,
  walkEditor,
} from '../../../support/editor.tsx'

const coverage = cover(historyMemoryMachine)
afterEach(cleanup)

const output: RememberedHistory = {
  history: { undoStack: [done.change!], redoStack: [] },
  identities: emptyIdentityMap,
}

const paths = coveringPaths(
  pathsOf(historyMemoryMachine, {
    input: undefined,
    events: [
      { type: 'history.changed', ...output },
      { type: 'xstate.done.actor.readHistory', output },
      { type: 'xstate.done.actor.readHistory', output: null },
      { type: 'xstate.error.actor.readHistory', error: new Failure('unexpected') },
    ],
  }),
)

const settle: EditorGestures[string] = ({ happen, puppets }, event) =>
  happen(() => puppets.readHistory.settle(event))

const gestures: EditorGestures = {
  'history.changed': async (editor) => {
    await changeTitle(editor, 'Mine')
    await settleRun(editor, done)
  },
  'xstate.done.actor.readHistory': settle,
  'xstate.error.actor.readHistory': settle,
}

const open = () =>
  openEditor({ inspect: coverage.inspect, controlsResumption: true, controlsChangeRuns: true })

const undoButton = () => screen.getByRole('button', { name: 'Undo' })

for (const path of paths)
  test(path.name, async () => {
    const editor = await open()
    await walkEditor(editor, editor.appRef.system.get('historyMemory'), path, gestures)
    const { undoStack } = editor.changeQueueRef.getSnapshot().context.history
    expect(isUnavailable(undoButton())).toBe(undoStack.length === 0)
  })

test('a change from before a reload is undone with the versions that the tab saw last', async () => {
  const editor = await open()
  const identities = { aliases: {}, etags: { [sampleTitle['@id']]: '"1"' } }
  await editor.happen(() =>
    editor.puppets.readHistory.settle({
      type: 'xstate.done.actor.readHistory',
      output: { ...output, identities },
    }),
  )
  expect(isUnavailable(undoButton())).toBe(false)
  await editor.press('Undo')
  expect(editor.puppets.changeRun.calls.at(-1)!.input).toEqual({
    job: { kind: 'undo', change: done.change },
    identities,
  })
})

test('a change is remembered once it is saved, and not while it is being undone', async () => {
  const editor = await open()
  const stacks = () =>
    editor.remembered.map(
      (remembered) =>
        remembered && [remembered.history.undoStack.length, remembered.history.redoStack.length],
    )
  await changeTitle(editor, 'Mine')
  expect(stacks()).toEqual([])
  await settleRun(editor, done)
  expect(stacks()).toEqual([[1, 0]])
  await editor.press('Undo')
  expect(stacks().slice(1)).toEqual([[0, 0]])
  await settleRun(editor, done)
  expect(stacks().slice(2)).toEqual([[0, 1]])
  await editor.press('Redo')
  expect(stacks().slice(3)).toEqual([[0, 0]])
  await settleRun(editor, { ...done, failure: new Failure('offline') })
  expect(stacks().slice(4)).toEqual([[0, 1]])
})

coverage.expectAll()
