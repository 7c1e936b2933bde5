import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { Resource } from '#content/model/resource.ts'
import { unsavedListMachine } from '#machines/editing/changes/unsaved-list.ts'
import {
  type OpenEditor,
  changeTitle,
  isUnavailable,
  manager,
  openEditor,
  sampleTitle,
  settleRun,
  title,
  typeInto,
} from '../../../support/editor.tsx'
import { cover } from '../../../support/machines/coverage.ts'
import { openUnsavedList } from '../../../support/waiting-actions.ts'

const coverage = cover(unsavedListMachine)
afterEach(cleanup)

const statusButton = () => document.querySelector<HTMLElement>('[data-save-status]')!
const dialog = () => screen.queryByRole('dialog', { name: 'Not saved yet' })
const rows = () => within(dialog()!).queryAllByRole('listitem')
const texts = () =>
  rows().map((row) => [
    within(row).getByRole('heading').textContent,
    row.querySelector('[data-save-state] > span')?.textContent,
  ])
const summary = () => within(dialog()!).getByRole('status').textContent

/** Changes the title of the page, which is then being sent. */
const open = async (options: Parameters<typeof openEditor>[0] = {}) => {
  const editor = await openEditor({
    controlsChangeRuns: true,
    inspect: coverage.inspect,
    ...options,
  })
  await changeTitle(editor, 'Mine')
  return editor
}

const pressInList = ({ user }: OpenEditor, name: string) =>
  user.click(within(dialog()!).getByRole('button', { name }))

const openRefused = async (failure: Failure) => {
  const editor = await open()
  await settleRun(editor, { failure })
  await openUnsavedList(editor)
  return editor
}

const stored: Resource = { ...sampleTitle, title: 'Mine' }
const label = 'Title “Curtain”: Title'

test('nothing is listed while everything is saved', async () => {
  const editor = await openEditor({ controlsChangeRuns: true })
  expect([statusButton().textContent, isUnavailable(statusButton())]).toEqual(['Saved', true])
  await editor.user.click(statusButton())
  expect(dialog()).toBeNull()
})

test('lists what is being sent, which cannot be given up, and closes once it is saved', async () => {
  const editor = await open()
  await openUnsavedList(editor)
  expect(texts()).toEqual([[label, 'Being sent']])
  expect(summary()).toBe('1 change is not saved yet.')
  expect(rows()[0]!.querySelector('time')).not.toBeNull()
  expect(within(dialog()!).queryByRole('button', { name: 'Give up…' })).toBeNull()
  await settleRun(editor, { result: { resource: stored } })
  await expect.poll(dialog).toBeNull()
})

test('lists what waits for an earlier change, and what is no edit', async () => {
  const editor = await open()
  await editor.user.click(title(1))
  await editor.press('Publish')
  typeInto(title(1), 'Again')
  await editor.wait(250)
  await openUnsavedList(editor)
  expect(texts()).toEqual([
    [label, 'Being sent'],
    ['Title “Coda, rewritten”: Title', 'Waiting for an earlier change'],
    ['Published Component', 'Being sent'],
  ])
  expect(summary()).toBe('3 changes are not saved yet.')
})

test.each([
  [new Failure('offline'), 'Waiting for the network', 'Try again'],
  [failureFromStatus(422, { message: 'Too long.' }), 'Refused', 'Try again'],
] as const)('a change that failed is sent again (%#)', async (failure, state, retry) => {
  const editor = await openRefused(failure)
  expect(texts()).toEqual([[label, state]])
  await pressInList(editor, retry)
  expect(texts()).toEqual([[label, 'Being sent']])
})

test('all of them are sent again', async () => {
  const editor = await openRefused(new Failure('offline'))
  expect(summary()).toBe('1 change is not saved yet. Waiting for the network: 1.')
  await pressInList(editor, 'Try all again')
  expect(texts()).toEqual([[label, 'Being sent']])
})

test('all that were kept over a reload are sent again, but nothing that others have changed, too', async () => {
  const first = await openEditor()
  typeInto(title(), 'Mine')
  await first.user.click(title(1))
  await first.press('Move up')
  const storage = { ...sessionStorage }
  cleanup()
  const editor = await openEditor({ storage })
  await openUnsavedList(editor)
  expect(texts().map(([, state]) => state)).toEqual([
    'Not sent before the page was closed',
    'Not sent before the page was closed',
  ])
  await pressInList(editor, 'Try all again')
  expect(editor.puppets.field.calls).toHaveLength(1)
  expect(editor.puppets.reorder.calls).toHaveLength(1)
  const error = new Failure('conflict')
  await editor.happen(() =>
    editor.puppets.reorder.settle({ type: 'xstate.error.actor.saveChange', error }),
  )
  await editor.happen(() =>
    editor.puppets.field.settle({
      type: 'xstate.error.actor.saveChange',
      error: new Failure('offline'),
    }),
  )
  await pressInList(editor, 'Try all again')
  expect(editor.puppets.field.calls).toHaveLength(2)
  expect(editor.puppets.reorder.calls).toHaveLength(1)
})

test('a change is given up after a question, in which its text can be copied', async () => {
  const editor = await openRefused(new Failure('offline'))
  await pressInList(editor, 'Give up…')
  await pressInList(editor, 'Keep')
  expect(texts()).toHaveLength(1)
  await pressInList(editor, 'Give up…')
  await pressInList(editor, 'Copy my text')
  expect(await navigator.clipboard.readText()).toBe('Mine')
  await pressInList(editor, 'Give up')
  await expect.poll(dialog).toBeNull()
  expect([title().textContent, statusButton().textContent]).toEqual(['Curtain', 'Saved'])
})

test('a conflict leads to the message in which it is decided', async () => {
  const editor = await openRefused(
    new Failure('conflict', { resource: { ...sampleTitle, title: 'Theirs' } }),
  )
  expect(texts()).toEqual([[label, 'Changed by somebody else, too']])
  await pressInList(editor, 'Decide…')
  expect(dialog()).toBeNull()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Not saved: Title')
})

test('a conflict that is given up takes what is stored', async () => {
  const editor = await openRefused(
    new Failure('conflict', { resource: { ...sampleTitle, title: 'Theirs' } }),
  )
  await pressInList(editor, 'Give up…')
  await pressInList(editor, 'Give up')
  // It can be undone, and so it is a change, too.
  await settleRun(editor, {})
  await expect.poll(dialog).toBeNull()
  expect(statusButton().textContent).toBe('Saved')
})

test('a press on a change selects it on the page', async () => {
  const editor = await openRefused(new Failure('offline'))
  await pressInList(editor, label)
  expect(dialog()).toBeNull()
  expect(document.activeElement).toBe(manager())
})

test('a question about another change takes the place of the first one', async () => {
  const editor = await openRefused(new Failure('invalid'))
  await pressInList(editor, 'Close')
  await editor.user.click(title(1))
  await editor.user.keyboard('more')
  await editor.wait(250)
  await settleRun(editor, { failure: new Failure('invalid') })
  await openUnsavedList(editor)
  const [first, second] = within(dialog()!).getAllByRole('button', { name: 'Give up…' })
  await editor.user.click(first!)
  await editor.user.click(second!)
  expect(within(dialog()!).getAllByRole('group', { name: 'Give up this change?' })).toHaveLength(1)
})

test('is closed by another page', async () => {
  const editor = await openRefused(new Failure('offline'))
  await editor.pop('/elsewhere')
  await expect.poll(dialog).toBeNull()
})

coverage.expectAll()
