/** Edits while code of the editor cannot be loaded: nothing but the tool that it is for is missing. */
import type { Page } from '@playwright/test'
import {
  expectSaved,
  manager,
  replaceText,
  selectHeading,
  startEditing,
  title,
} from '../support/editor-actions.ts'
import { button, expect, test } from '../support/fixtures.ts'

test.use({ expectedErrors: /net::ERR_|Failed to load resource|ERR_INTERNET_DISCONNECTED/ })

const words = 'Typed without the tools'

const openChanges = async (page: Page) => {
  await page.getByRole('button', { name: /drafts? on this page$/ }).click()
  await page.getByRole('menuitem', { name: 'Review changes…' }).click()
}
const changes = (page: Page) => page.getByRole('dialog', { name: 'Changes' })

test('a heading is typed into and saved though the stylesheet of a tool is gone', async ({
  editor,
}) => {
  await editor.route('**/assets/tools-bundle*.css', (route) => route.fulfill({ status: 404 }))
  const requested = editor.waitForRequest('**/assets/tools-bundle*.css')
  await startEditing(editor)
  await requested
  await selectHeading(editor)
  await replaceText(editor, words)
  await expectSaved(editor)
  await expect(title(editor).first()).toHaveText(words)
  await expect(manager(editor)).toBeVisible()
})

test('a list that cannot be loaded says so, keeps the page, and is loaded again with its styles', async ({
  editor,
}) => {
  await editor.route('**/assets/tools-bundle*', (route) => route.abort())
  // As long as the server cannot be asked for a newer build, the page is not loaded again.
  await editor.route('**/builds/latest.json*', (route) => route.abort())
  await startEditing(editor)
  await selectHeading(editor)
  await replaceText(editor, words)
  await expectSaved(editor)
  await openChanges(editor)
  await expect(changes(editor).getByRole('alert')).toContainText('could not be loaded')
  await expect(title(editor).first()).toHaveText(words)

  await editor.unroute('**/assets/tools-bundle*')
  await button(changes(editor), 'Try again').click()
  await expect(changes(editor).getByRole('heading', { name: words })).toBeVisible()
  await expect(changes(editor).getByRole('alert')).toBeHidden()
  await expect(editor.locator('link[data-failed]')).toHaveCount(0)
})

test('what editing needs is there when the network is cut before it is used', async ({
  editor,
}) => {
  const loaded = editor.waitForResponse(/\/assets\/tools-bundle.*\.js/)
  await startEditing(editor)
  await (await loaded).finished()
  await editor.context().setOffline(true)
  await selectHeading(editor)
  await replaceText(editor, words)
  await expect(title(editor).first()).toHaveText(words)
  await expect(editor.locator('[data-move-handle]')).toBeVisible()
  await editor.context().setOffline(false)
  await expectSaved(editor)
  await openChanges(editor)
  await expect(changes(editor).getByRole('heading', { name: words })).toBeVisible()
})
