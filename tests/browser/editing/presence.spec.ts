/** Editors see who else edits and where, before their changes conflict; nobody else learns of it. */
import type { Page } from '@playwright/test'
import { manager, selectHeading, startEditing } from '../support/editor-actions.ts'
import {
  button,
  createAccount,
  expect,
  open,
  signOut,
  submitSignIn,
  test,
} from '../support/fixtures.ts'

const eveHere = 'Also editing: eve'
const outline = (page: Page) => page.locator('[data-highlight="colleague"]')

/** Opens a page in the browser of another editor, Eve, and starts editing it. */
const openEve = async (editor: Page, newUser: () => Promise<Page>) => {
  await createAccount(editor, 'eve', 'ROLE_ADMIN')
  const eve = await newUser()
  await open(eve, '/login')
  await submitSignIn(eve, 'eve')
  await startEditing(eve)
  return eve
}

/** Opens the menu of those who are here, and returns its only entry. */
const openEntry = async (page: Page) => {
  await button(page, eveHere).click()
  return page.getByRole('menuitem', { name: 'eve' })
}

test('who is here, what they edit, and that they have left', async ({
  editor,
  newUser,
  visitor,
}) => {
  await startEditing(editor)
  const eve = await openEve(editor, newUser)
  await expect(button(editor, eveHere)).toBeVisible()
  await expect(button(eve, 'Also editing: admin')).toBeVisible()
  await expect(outline(editor)).toHaveCount(0)

  await selectHeading(eve)
  await expect(outline(editor)).toHaveText('eve')
  await eve.keyboard.type('!')
  await expect(await openEntry(editor)).toContainText(/^EeveEditing Title “.+”$/)
  await editor.getByRole('menuitem', { name: 'eve' }).click()
  await expect(manager(editor).getByText('eve is editing this.')).toBeVisible()
  await expect(outline(editor)).toHaveCount(0)
  await expect(manager(eve).getByText('admin has selected this, too.')).toBeVisible()

  const refused = await visitor.request.get('/_api/_/presences')
  expect(refused.status()).toBe(401)
  await open(visitor, '/')
  await expect(outline(visitor)).toHaveCount(0)

  await button(eve, 'Done').click()
  await expect(button(editor, eveHere)).toHaveCount(0)
  await expect(manager(editor).getByText(/eve/)).toHaveCount(0)
})

test('another page of somebody else is opened from the list, and they are gone when they leave', async ({
  editor,
  newUser,
}) => {
  await startEditing(editor)
  const eve = await openEve(editor, newUser)
  await open(eve, '/blog-articles')
  await startEditing(eve)
  await expect(await openEntry(editor)).toContainText(/On “.+”/)
  await editor.getByRole('menuitem', { name: 'eve' }).click()
  await expect(editor).toHaveURL('/blog-articles')
  await expect(await openEntry(editor)).toContainText('On this page')
  await editor.keyboard.press('Escape')

  await eve.goto('about:blank')
  await expect(button(editor, eveHere)).toHaveCount(0)
  await open(eve, '/')
  await startEditing(eve)
  await expect(button(editor, eveHere)).toBeVisible()
  await signOut(eve)
  await expect(button(editor, eveHere)).toHaveCount(0)
})
