import { button, expect, open, test } from '../support/fixtures.ts'
import {
  discardNew,
  manager,
  selectHeading,
  startEditing,
  title,
} from '../support/editor-actions.ts'

test('a component is found and inserted by keys alone, and its kind comes first after that', async ({
  editor,
}) => {
  await open(editor, '/about')
  await startEditing(editor)
  await selectHeading(editor)
  await button(manager(editor), 'Add after').click()
  const dialog = editor.getByRole('dialog', { name: 'Add component' })
  await expect(dialog.getByRole('combobox', { name: 'Search' })).toBeFocused()
  await editor.keyboard.type('heading')
  await expect(dialog.getByRole('option')).toHaveText(['Title'])
  await editor.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(title(editor).nth(1)).toBeFocused()
  await discardNew(editor)

  await editor.reload()
  await selectHeading(editor)
  await button(manager(editor), 'Add after').click()
  await expect(
    dialog.getByRole('group', { name: 'Added recently' }).getByRole('option'),
  ).toHaveText(['Title'])
  await editor.keyboard.press('ArrowDown')
  await editor.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
