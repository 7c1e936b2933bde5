import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { bodyText, openEditor } from '../../../support/editor.tsx'

// Loaded while nothing waits for it yet.
await import('#src/editor/pictures/LibraryDialog.tsx')

afterEach(cleanup)

const choice = () => screen.queryByRole('region', { name: 'Image' })

/** Opens the choice of a picture for the place of the caret. */
const openChoice = async () => {
  const editor = await openEditor()
  await editor.user.click(bodyText())
  await editor.press('Image')
  expect(document.activeElement?.textContent).toBe('Choose a picture…')
  return editor
}

test('Escape closes the choice alone, and the text has the focus again', async () => {
  const { user } = await openChoice()
  await user.keyboard('{Escape}')
  expect(choice()).toBeNull()
  expect(document.activeElement).toBe(bodyText())
  expect(screen.getByRole('region', { name: 'Resource manager' })).toBeTruthy()
})

test('Escape in the library closes that first', async () => {
  const { user, press } = await openChoice()
  await press('From the library…')
  const library = await screen.findByRole('dialog', { name: 'Media library' })
  fireEvent.keyDown(library, { key: 'Escape' })
  expect(choice()).not.toBeNull()
  // Afterwards, a browser asks the dialog to close.
  fireEvent(library, new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(choice()).not.toBeNull()
  await user.keyboard('{Escape}')
  expect(choice()).toBeNull()
})
