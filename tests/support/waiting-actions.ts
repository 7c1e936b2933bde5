/** Shows and carries out what waits for the network in the editor of the tests. */
import { screen } from '@testing-library/react'
import { rememberedActionsText } from '#content/change/remembered-actions.ts'
import { admin } from './content/sample-resources.ts'
import { type OpenEditor, sampleDraft } from './editor.tsx'

/** The stored text of a publication that has waited since before a reload. */
export const waitingPublication = rememberedActionsText(admin['@id'], [
  { id: 'new 0', action: { type: 'publish.requested', iri: sampleDraft['@id'] }, edits: [] },
])!

/** Opens the list of what is not saved. */
export const openUnsavedList = async ({ user }: OpenEditor) => {
  await user.click(document.querySelector('[data-save-status]')!)
  // Its code is loaded with the first one.
  return screen.findByRole('dialog', { name: 'Not saved yet' }, { timeout: 10_000 })
}

/** Has what waits for the network carried out. */
export const retryWaiting = async (editor: OpenEditor) => {
  await openUnsavedList(editor)
  await editor.press('Try again')
}
