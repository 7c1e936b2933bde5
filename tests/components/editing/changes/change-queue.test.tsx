import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import type { RememberedHistory } from '#content/change/undo/remembered-history.ts'
import type { ChangeOutcome } from '#content/change/change-outcome.ts'
import type { Change } from '#content/change/types.ts'
import {
  canRedo,
  canUndo,
  isBusy,
  changeQueueMachine,
} from '#machines/editing/changes/change-queue.ts'
import { cover } from '../../../support/machines/coverage.ts'
import { done, intent } from '../../../support/sample-change.ts'
import {
  type EditorGestures,
  changeTitle,
  goBeforeChanges,
  isUnavailable,
  openEditor,
  resumeHistory,
  sampleTitle,
  stageTitle,
  title,
  typeInto,
  walkEditor,
} from '../../../support/editor.tsx'
import { changeQueuePaths } from '../../../support/machines/change-queue-paths.ts'
import { coveringPaths } from '#charts/paths/paths.ts'

const coverage = cover(changeQueueMachine)
afterEach(cleanup)

const iri = sampleTitle['@id']
const failed: ChangeOutcome = { ...done, failure: new Failure('offline') }

const paths = coveringPaths(changeQueuePaths({ intent, conflictKey: iri, done, failed }))

const settleChangeRun: EditorGestures[string] = ({ happen, puppets }, event) =>
  happen(() => puppets.changeRun.settle(event))

const gestures: EditorGestures = {
  'change.requested': ({ happen, changeQueueRef }, event) =>
    happen(() => changeQueueRef.send(event)),
  'undo.requested': ({ user }) => user.keyboard('{Control>}z{/Control}'),
  'redo.requested': ({ user }) => user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}'),
  'history.resumed': ({ happen, puppets }, { history, identities }: RememberedHistory) =>
    happen(() =>
      puppets.readHistory.settle({
        type: 'xstate.done.actor.readHistory',
        output: { history, identities },
      }),
    ),
  'change.recovered': ({ happen, puppets }, { change }: { change: Change }) =>
    happen(() =>
      puppets.readActions.settle({
        type: 'xstate.done.actor.readActions',
        output: { actions: [], change },
      }),
    ),
  'jump.requested': async ({ user, press }, { to }: { to: string | null }) => {
    await press('History')
    const states = screen.queryAllByRole('menuitem')
    const state = states.at(to === null ? -1 : 0)
    if (state) await user.click(state)
    if (screen.queryByRole('menu')) await user.keyboard('{Escape}')
  },
  'xstate.done.actor.changeRun 1': settleChangeRun,
  'xstate.done.actor.undo': settleChangeRun,
  'xstate.done.actor.redo': settleChangeRun,
}

const barButton = (name: string) => screen.getByRole('button', { name })

for (const path of paths)
  test(path.name, async () => {
    const editor = await openEditor({
      inspect: coverage.inspect,
      controlsChangeRuns: true,
      controlsResumption: true,
    })
    await walkEditor(editor, editor.changeQueueRef, path, gestures)
    const next = path.next as never
    expect(isUnavailable(barButton('Undo'))).toBe(!canUndo(next))
    expect(isUnavailable(barButton('Redo'))).toBe(!canRedo(next))
    expect(document.querySelector('[data-save-status]')?.textContent).toBe(
      isBusy(next) ? 'Saving…' : 'Saved',
    )
  })

test('undoes all changes to go to the state before them', async () => {
  const editor = await openEditor({ inspect: coverage.inspect, controlsChangeRuns: true })
  await goBeforeChanges(editor)
  expect(editor.puppets.changeRun.calls.map(({ input: { job } }) => job.kind)).toEqual(['undo'])
})

test.each(['undo', 'redo'] as const)(
  'what is typed during an %s is sent after it',
  async (direction) => {
    const editor = await openEditor({ inspect: coverage.inspect, controlsChangeRuns: true })
    const { happen, press, puppets } = editor
    const change = done.change!
    await resumeHistory(editor, {
      undoStack: direction === 'undo' ? [change] : [],
      redoStack: direction === 'redo' ? [change] : [],
    })
    await press(direction === 'undo' ? 'Undo' : 'Redo')
    await changeTitle(editor, 'Typed')
    const jobs = () => puppets.changeRun.calls.map(({ input: { job } }) => job)
    expect(jobs()).toEqual([{ kind: direction, change }])
    await happen(() =>
      puppets.changeRun.settle({ type: `xstate.done.actor.${direction}`, output: done }),
    )
    expect(jobs().slice(1)).toMatchObject([{ kind: 'apply', intent: { value: 'Typed' } }])
  },
)

test('announces saved, undone and redone changes', async () => {
  const editor = await openEditor({ controlsChangeRuns: true })
  const { happen, press, puppets, changeQueueRef } = editor
  await happen(() =>
    changeQueueRef.send({ type: 'change.requested', id: '1', intent, conflictKeys: [iri] }),
  )
  await happen(() =>
    puppets.changeRun.settle({ type: 'xstate.done.actor.changeRun 1', output: done }),
  )
  expect(screen.getByText('Saved', { selector: '[role="status"] *' })).toBeTruthy()
  await press('Undo')
  await happen(() => puppets.changeRun.settle({ type: 'xstate.done.actor.undo', output: done }))
  expect(screen.getByText('Undone')).toBeTruthy()
  await press('Redo')
  await happen(() => puppets.changeRun.settle({ type: 'xstate.done.actor.redo', output: done }))
  expect(screen.getByText('Redone')).toBeTruthy()
})

test('undo and redo wait for an action that is in progress', async () => {
  const editor = await openEditor({ controlsChangeRuns: true })
  const { puppets, user, press, happen } = editor
  await resumeHistory(editor, { undoStack: [done.change!], redoStack: [] })
  await user.click(title())
  await user.keyboard('{Control>}d{/Control}')
  const jobs = () => puppets.changeRun.calls.map(({ input: { job } }) => job)
  expect(jobs()).toMatchObject([{ intent: { kind: 'duplicate' } }])
  await press('Undo')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(jobs()).toHaveLength(1)
  await happen(() =>
    puppets.changeRun.settle({
      type: 'xstate.done.actor.changeRun 1',
      output: done,
    }),
  )
  expect(jobs().slice(1)).toMatchObject([{ kind: 'undo' }])
})

test('undo and redo say why they do nothing while a component is added', async () => {
  const editor = await openEditor()
  await resumeHistory(editor, { undoStack: [done.change!], redoStack: [] })
  await stageTitle(editor)
  const reason = 'Add or discard the new component first.'
  const undo = screen.getByRole('button', { name: 'Undo' })
  expect(undo.getAttribute('aria-description')).toBe(reason)
  // In the new text, the keys are its own.
  fireEvent.keyDown(document.body, { key: 'y', ctrlKey: true })
  expect(screen.getByRole('alert').textContent).toBe(`Not redone${reason}`)
})

test('sends what is typed into two components in parallel', async () => {
  const editor = await openEditor({ inspect: coverage.inspect, controlsChangeRuns: true })
  await changeTitle(editor, 'Mine')
  typeInto(title(1), 'Mine, too')
  await editor.wait(250)
  expect(editor.puppets.changeRun.calls.map(({ input: { job } }) => job)).toMatchObject([
    { intent: { kind: 'set', value: 'Mine' } },
    { intent: { kind: 'set', value: 'Mine, too' } },
  ])
})

coverage.expectAll()
