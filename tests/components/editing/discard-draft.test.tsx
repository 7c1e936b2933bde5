/** Tests what becomes of a component with a live version and a draft: the draft is discarded, or both are deleted. */
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import {
  type OpenEditor,
  changeTitle,
  openDrafts,
  openEditor,
  sampleDraft,
  saveAsDraft,
  title,
  titleAndTextPositions,
  tool,
} from '../../support/editor.tsx'

afterEach(cleanup)

const dialog = () => screen.queryByRole('dialog')
const { '@id': draft } = sampleDraft

const openDraft = async () => {
  const editor = await openEditor({ controlsChangeRuns: true })
  await editor.user.click(screen.getByText('Coda, rewritten'))
  return editor
}
const lastIntent = ({ puppets }: OpenEditor) => {
  const job = puppets.changeRun.calls.at(-1)?.input.job
  return job?.kind === 'apply' ? job.intent : undefined
}

test('a draft is discarded at the foot of the panel, and the question says that the published version stays', async () => {
  const editor = await openDraft()
  expect(tool('Publish').nextElementSibling).toBe(tool('Discard'))
  await editor.press('Discard')
  expect(dialog()?.textContent).toContain('Discard this draft?')
  expect(dialog()?.textContent).toContain('The version that was published stays.')
  await editor.press('Ok')
  expect(lastIntent(editor)).toEqual({ kind: 'delete', iri: draft, isDraft: true })
})

test('what is live and unchanged has nothing to discard, and is deleted by itself', async () => {
  const editor = await openEditor({ controlsChangeRuns: true })
  await editor.user.click(title())
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  await editor.press('Delete')
  expect(dialog()?.textContent).toContain('Delete this resource?')
  await editor.press('Ok')
  expect(lastIntent(editor)).toEqual({ kind: 'delete', iri: '/component/Title/one' })
})

test('Delete leaves neither version of a component', async () => {
  const editor = await openEditor({ controlsChangeRuns: true })
  await editor.user.click(title())
  await changeTitle(editor, 'Curtain up')
  await saveAsDraft(editor, 'Curtain up')
  await editor.press('Delete')
  expect(dialog()?.textContent).toContain('permanently delete this resource?')
  await editor.press('Ok')
  expect(lastIntent(editor)).toEqual({
    kind: 'deleteAll',
    positions: [titleAndTextPositions[0]],
  })
})

test('Delete leaves no draft of what is still being typed', async () => {
  const editor = await openEditor({ controlsChangeRuns: true })
  await editor.user.click(title())
  await changeTitle(editor, 'Curtain up')
  await editor.press('Delete')
  await editor.press('Ok')
  await saveAsDraft(editor, 'Curtain up')
  expect(lastIntent(editor)).toEqual({
    kind: 'deleteAll',
    positions: [titleAndTextPositions[0]],
  })
})

test('the list of changes discards a draft with the same question', async () => {
  const editor = await openEditor({ controlsChangeRuns: true })
  await openDrafts(editor)
  await editor.press('Discard')
  expect(screen.getByRole('dialog', { name: 'Discard this draft?' })).toBeTruthy()
  await editor.press('Ok')
  expect(lastIntent(editor)).toEqual({ kind: 'delete', iri: draft, isDraft: true })
})
