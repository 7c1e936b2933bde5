import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { FieldChange } from '#content/change/fields/field-value.ts'
import { Failure } from '#content/model/failure.ts'
import { editModeMemoryMachine } from '#machines/editing/edit-mode-memory.ts'
import { cover } from '../../support/machines/coverage.ts'
import {
  type EditorGestures,
  openEditor,
  queryManager,
  sampleTitle,
  selectTitleAndText,
  stageTitle,
  title,
  typeInto,
  walkEditor,
} from '../../support/editor.tsx'
import { coveringPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(editModeMemoryMachine)
afterEach(cleanup)

const edit: FieldChange = {
  iri: sampleTitle['@id'],
  property: 'title',
  value: 'Mine',
  stored: 'Curtain',
  interruption: {
    page: { path: '/', title: 'Home' },
    failure: null,
    remote: 'Curtain',
  },
}

const paths = coveringPaths(
  pathsOf(editModeMemoryMachine, {
    input: undefined,
    events: [
      { type: 'edit.entered' },
      { type: 'edit.exited' },
      { type: 'xstate.done.actor.wasEditing', output: false },
      { type: 'xstate.error.actor.wasEditing', error: new Failure('unexpected') },
      {
        type: 'xstate.done.actor.readWork',
        output: { edits: [edit], moves: [], iris: [], addition: null },
      },
      { type: 'selection.changed' },
      { type: 'components.selected' },
      { type: 'xstate.error.actor.readWork', error: new Failure('unexpected') },
    ],
  }),
)

const settle: EditorGestures[string] = ({ happen, puppets }, event) =>
  happen(() => puppets.wasEditing.settle(event))

const settleWork: EditorGestures[string] = ({ happen, puppets }, event) =>
  happen(() => puppets.readWork.settle(event))

const gestures: EditorGestures = {
  'edit.entered': ({ press }) => press('Edit'),
  'edit.exited': ({ press }) => press('Done'),
  'xstate.done.actor.wasEditing': settle,
  'xstate.error.actor.wasEditing': settle,
  'xstate.done.actor.readWork': settleWork,
  'xstate.error.actor.readWork': settleWork,
  'selection.changed': ({ user }) => user.click(title(1)),
  'components.selected': selectTitleAndText,
}

const open = () =>
  openEditor({ inspect: coverage.inspect, editing: false, controlsResumption: true })

for (const path of paths)
  test(path.name, async () => {
    const editor = await open()
    await walkEditor(editor, editor.appRef.system.get('editModeMemory'), path, gestures)
    expect(screen.queryByRole('button', { name: 'Done' }) !== null).toBe(
      path.next.matches('editing'),
    )
    expect(editor.puppets.rememberEditing.listenerCount()).toBe(
      path.next.matches('editing') ? 1 : 0,
    )
    const isEditBack = path.events.some(({ type }) => type === 'xstate.done.actor.readWork')
    expect(screen.queryByRole('region', { name: 'Not saved: Title' }) !== null).toBe(isEditBack)
  })

test('a tab that was editing goes on doing so', async () => {
  const editor = await open()
  await settle(editor, { type: 'xstate.done.actor.wasEditing', output: true } as never)
  expect(screen.getByRole('button', { name: 'Done' })).toBeTruthy()
  expect(editor.puppets.rememberEditing.listenerCount()).toBe(1)
})

test('what was selected before a reload is selected, and remembered again', async () => {
  const { user } = await openEditor({ inspect: coverage.inspect })
  await user.click(title())
  const storage = { ...sessionStorage }
  cleanup()
  await openEditor({ storage, inspect: coverage.inspect })
  expect(queryManager()).not.toBeNull()
  expect(sessionStorage.getItem('selection')).toBe(storage['selection'])
})

test('what is being added is remembered until it is discarded, and added again after a reload', async () => {
  const before = await openEditor({ inspect: coverage.inspect })
  await stageTitle(before)
  typeInto(title(1), 'Overture')
  const storage = { ...sessionStorage }
  expect(storage['addition']).toContain('Overture')
  cleanup()
  const { press, happen, puppets } = await openEditor({ storage, inspect: coverage.inspect })
  expect(title(1).textContent).toBe('Overture')
  await press('Discard')
  await happen(() =>
    puppets.stagedResource.confirm.settle({ type: 'xstate.done.actor.confirm', output: true }),
  )
  expect(sessionStorage.getItem('addition')).toBeNull()
})

coverage.expectAll()
