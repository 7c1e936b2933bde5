/** Tests actions right after a confirmation was canceled, while its dialog is still closing. */
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { isEditing } from '#machines/editing/edit-mode.ts'
import {
  type OpenEditor,
  openEditor,
  queryManager,
  sampleTitle,
  settleRun,
  stageTitle,
  title,
  tool,
  typeInto,
} from '../../support/editor.tsx'

afterEach(cleanup)

const dialog = () => screen.queryByRole('dialog')
const intents = ({ puppets }: OpenEditor) =>
  puppets.changeRun.calls.map(({ input: { job } }) => job.kind === 'apply' && job.intent)

const openCanceledDeletion = async () => {
  const editor = await openEditor({ controlsChangeRuns: true })
  await editor.user.click(title())
  await editor.press('Delete')
  await editor.press('Cancel')
  expect(dialog()).toBeNull()
  return editor
}

test('Done ends editing right after a deletion is canceled', async () => {
  const editor = await openCanceledDeletion()
  await editor.press('Done')
  expect(isEditing(editor.editModeRef.getSnapshot())).toBe(false)
  expect(intents(editor)).toEqual([])
})

test('Delete asks again right after a deletion is canceled', async () => {
  const editor = await openCanceledDeletion()
  await editor.press('Delete')
  expect(dialog()?.textContent).toContain('Delete this resource?')
  await editor.press('Ok')
  expect(intents(editor)).toMatchObject([{ kind: 'delete' }])
})

const openAddDialog = async () => {
  const editor = await openCanceledDeletion()
  await editor.press('Add after')
  expect(screen.getByRole('dialog', { name: 'Add component' })).toBeTruthy()
  return editor
}

test('a component is added right after a deletion is canceled, and nothing is deleted', async () => {
  const editor = await openAddDialog()
  await editor.user.click(screen.getByRole('option', { name: 'Title' }))
  await editor.press('Insert')
  typeInto(title(1), 'Overture')
  await editor.press('Add draft')
  await settleRun(editor, { result: { resource: sampleTitle } })
  expect(intents(editor)).toMatchObject([{ kind: 'add', data: { title: 'Overture' } }])
  expect(isEditing(editor.editModeRef.getSnapshot())).toBe(true)
})

test('nothing is deleted when adding is canceled right after a deletion is', async () => {
  const editor = await openAddDialog()
  await editor.press('Cancel')
  expect(dialog()).toBeNull()
  expect(intents(editor)).toEqual([])
})

const openCanceledDiscard = async (leave = 'Discard') => {
  const editor = await openEditor({ controlsChangeRuns: true })
  await stageTitle(editor)
  await editor.press(leave)
  await editor.press('Cancel')
  expect(dialog()).toBeNull()
  return editor
}

test('a new component is added right after discarding it is canceled', async () => {
  const editor = await openCanceledDiscard()
  typeInto(title(1), 'Overture')
  await editor.press('Add draft')
  expect(intents(editor)).toMatchObject([{ kind: 'add', data: { title: 'Overture' } }])
})

test('Discard asks again right after discarding is canceled', async () => {
  const editor = await openCanceledDiscard()
  await editor.press('Discard')
  await editor.press('Ok')
  expect(screen.getAllByRole('textbox', { name: 'Title' })).toHaveLength(2)
})

test('Done asks again right after it is canceled, and then ends editing', async () => {
  const editor = await openCanceledDiscard('Done')
  await editor.press('Done')
  await editor.press('Ok')
  expect(isEditing(editor.editModeRef.getSnapshot())).toBe(false)
})

test.each([
  [
    'discarded',
    async ({ press }: OpenEditor) => {
      await press('Discard')
      await press('Ok')
    },
  ],
  [
    'added',
    async (editor: OpenEditor) => {
      await editor.press('Add draft')
      await settleRun(editor, { result: { resource: sampleTitle } })
    },
  ],
])(
  'editing goes on when Done was canceled and the component is %s right after it',
  async (_, end) => {
    const editor = await openCanceledDiscard('Done')
    await end(editor)
    expect(isEditing(editor.editModeRef.getSnapshot())).toBe(true)
    expect(queryManager() && tool('Close')).toBeTruthy()
  },
)
