/** Deletions are seen at once, and are taken back if the server refuses them. */
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import {
  type OpenEditor,
  bodyText,
  openEditor,
  sampleTitle,
  selectTitleAndText,
  settleRun,
  title,
  typeInto,
} from '../../../support/editor.tsx'

afterEach(cleanup)

const shownTitle = () => document.querySelector(`[data-iri="${sampleTitle['@id']}"]`)

const deleteSelected = async (editor: OpenEditor) => {
  await editor.press('Delete')
  await editor.press('Ok')
}

test('a component is gone as soon as its deletion is confirmed, while nothing else is rendered anew', async () => {
  const editor = await openEditor({ controlsChangeRuns: true })
  const text = bodyText()
  await editor.user.click(title())
  await editor.press('Delete')
  expect(shownTitle()).not.toBeNull()
  await editor.press('Ok')
  expect(editor.puppets.changeRun.calls).toHaveLength(1)
  expect(shownTitle()).toBeNull()
  expect(bodyText()).toBe(text)
})

test('several components are gone as soon as their deletion is confirmed', async () => {
  const editor = await openEditor({ controlsChangeRuns: true })
  await selectTitleAndText(editor)
  await deleteSelected(editor)
  expect(shownTitle()).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'Body text' })).toBeNull()
})

test('what the server refuses to delete comes back in its place, and a message says so', async () => {
  const editor = await openEditor({ controlsChangeRuns: true })
  await editor.user.click(title())
  await deleteSelected(editor)
  await settleRun(editor, { failure: new Failure('forbidden') })
  expect(title().textContent).toBe('Curtain')
  expect(title().compareDocumentPosition(bodyText())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getByText('Not deleted')).toBeTruthy()
})

test('words that are not saved come back with what the server refuses to delete', async () => {
  const editor = await openEditor({ controlsChangeRuns: true })
  await editor.user.click(title())
  typeInto(title(), 'Curtain call')
  await deleteSelected(editor)
  // The words are sent first. The deletion follows whether they are saved or not.
  await settleRun(editor, { failure: new Failure('forbidden') })
  expect(editor.puppets.changeRun.calls).toHaveLength(2)
  expect(shownTitle()).toBeNull()
  await settleRun(editor, { failure: new Failure('forbidden') })
  expect(title().textContent).toBe('Curtain call')
})
