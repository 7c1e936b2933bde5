import type { Page } from '@playwright/test'
import { startServerProcess } from '../../support/server/server-process.ts'
import {
  bodyText,
  expectSaved,
  manager,
  replaceText,
  selectHeading,
  startEditing,
  title,
} from '../support/editor-actions.ts'
import { button, expect, open, signIn, test } from '../support/fixtures.ts'

const article = '/blog-articles/blog-article-1'

/** Moves the focus from the text to the panel, where the keys are about the component. */
const leaveText = async (page: Page) => {
  await page.keyboard.press('Tab')
  await expect(title(page).first()).not.toBeFocused()
}

const selectPicture = async (page: Page) => {
  await page.getByRole('main').getByRole('img').first().click()
  await expect(manager(page)).toBeVisible()
}

const press = (page: Page, keys: string) => page.keyboard.press(keys)
const copied = (page: Page) => page.getByText('Copied', { exact: true })
const titles = (page: Page) => page.getByRole('main').getByRole('textbox', { name: 'Title' })

test('a heading is duplicated as a draft with the focus in its text, undone and redone', async ({
  editor,
  visitor,
}) => {
  await open(editor, '/')
  await startEditing(editor)
  const count = await titles(editor).count()
  await selectHeading(editor)
  await button(manager(editor), 'Duplicate').click()
  await expect(titles(editor)).toHaveCount(count + 1)
  await expect(editor.locator('[data-iri][aria-current="true"]').last()).toBeVisible()
  await expect(manager(editor).getByText('Draft', { exact: true }).first()).toBeVisible()
  await expect(
    editor.locator('[data-iri][aria-current="true"] [role="textbox"]').last(),
  ).toBeFocused()
  await open(visitor, '/')
  const words = await titles(editor).first().innerText()
  await expect(visitor.getByRole('heading', { name: words })).toHaveCount(1)

  await button(editor, 'Undo').click()
  await expect(titles(editor)).toHaveCount(count)
  await button(editor, 'Redo').click()
  await expect(titles(editor)).toHaveCount(count + 1)
})

test('Ctrl+D duplicates what is being typed, with the last letter', async ({ editor }) => {
  await open(editor, '/')
  await startEditing(editor)
  await selectHeading(editor)
  await replaceText(editor, 'Typed just now')
  await press(editor, 'ControlOrMeta+D')
  await expect(editor.getByRole('main').getByText('Typed just now')).toHaveCount(2)
})

test('a heading is copied to another page in another tab, and words to a text', async ({
  editor,
}) => {
  await open(editor, '/')
  await startEditing(editor)
  await selectHeading(editor)
  const words = await titles(editor).first().innerText()
  await leaveText(editor)
  await press(editor, 'ControlOrMeta+C')
  await expect(copied(editor)).toBeVisible()

  const other = await editor.context().newPage()
  await open(other, '/about')
  await startEditing(other)
  const pasted = other.getByRole('main').getByText(words)
  await expect(pasted).toHaveCount(0)
  await selectHeading(other)
  await leaveText(other)
  await press(other, 'ControlOrMeta+V')
  await expect(pasted).toBeVisible()
  await expect(manager(other).getByText('Draft', { exact: true }).first()).toBeVisible()

  await selectHeading(other)
  await press(other, 'End')
  await press(other, 'ControlOrMeta+V')
  await expect(title(other).first()).toContainText(words)
  await expect(pasted).toHaveCount(2)
})

test('a text that is edited has a clipboard of its own', async ({ editor }) => {
  await open(editor, '/')
  await startEditing(editor)
  const count = await titles(editor).count()
  await selectHeading(editor)
  await press(editor, 'ControlOrMeta+A')
  await press(editor, 'ControlOrMeta+C')
  await press(editor, 'End')
  await press(editor, 'ControlOrMeta+V')
  await expect(titles(editor)).toHaveCount(count)
  const words = await titles(editor).first().innerText()
  expect(words.slice(0, words.length / 2)).toBe(words.slice(words.length / 2))
})

test('a picture that is pressed after a text is copied, and not the text', async ({ editor }) => {
  await open(editor, article)
  await startEditing(editor)
  await bodyText(editor).first().click()
  await selectPicture(editor)
  await press(editor, 'ControlOrMeta+C')
  await expect(copied(editor)).toBeVisible()
})

test('a component is not pasted into a place that belongs to the template', async ({ editor }) => {
  await open(editor, '/')
  await startEditing(editor)
  await selectHeading(editor)
  const words = await titles(editor).first().innerText()
  await leaveText(editor)
  await press(editor, 'ControlOrMeta+C')
  await expect(copied(editor)).toBeVisible()
  await open(editor, '/topic-1/chapter-one')
  await startEditing(editor)
  await editor.getByRole('textbox', { name: 'Body text' }).first().click()
  await press(editor, 'Tab')
  await press(editor, 'ControlOrMeta+V')
  await expect(editor.getByText('This place belongs to the template')).toBeVisible()
  await expect(editor.getByRole('main').getByText(words)).toHaveCount(0)
})

test('a picture is pasted on another site with its file', async ({ editor, newUser }) => {
  await open(editor, article)
  await startEditing(editor)
  await selectPicture(editor)
  const alt = await editor.getByRole('main').getByRole('img').first().getAttribute('alt')
  await press(editor, 'ControlOrMeta+C')
  await expect(copied(editor)).toBeVisible()

  const otherSite = await startServerProcess()
  const other = await newUser({ baseURL: otherSite.url })
  await signIn(other)
  await open(other, '/')
  await startEditing(other)
  await selectHeading(other)
  await leaveText(other)
  await press(other, 'ControlOrMeta+V')
  const picture = other.getByRole('main').getByRole('img', { name: alt! })
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  expect(new URL((await picture.getAttribute('src'))!, otherSite.url).origin).toBe(
    new URL(otherSite.url).origin,
  )
  await other.context().close()
  await otherSite.dispose()
})

test('a heading is cut after a question, pasted below, and all of it undone', async ({
  editor,
}) => {
  await open(editor, '/')
  await startEditing(editor)
  const before = await titles(editor).allInnerTexts()
  await selectHeading(editor)
  await leaveText(editor)
  await press(editor, 'ControlOrMeta+X')
  await button(editor, 'Ok').click()
  await expect(titles(editor)).toHaveCount(before.length - 1)
  await expectSaved(editor)
  await press(editor, 'ControlOrMeta+V')
  await expect(titles(editor)).toHaveCount(before.length)
  await button(editor, 'Undo').click()
  await expect(titles(editor)).toHaveCount(before.length - 1)
  await button(editor, 'Undo').click()
  await expect(titles(editor)).toHaveText(before)
})

test.describe('a heading that is deleted while its new draft is announced', () => {
  // The live version, which the announcement has read, may be gone by then.
  test.use({ expectedErrors: /404 .*\/component\/titles\/[^/]+\?published=true/ })

  test('a heading that is cut right after typing leaves nothing behind, and is pasted as it was typed', async ({
    editor,
  }) => {
    await open(editor, '/')
    await startEditing(editor)
    const count = await titles(editor).count()
    const before = await titles(editor).first().innerText()
    await selectHeading(editor)
    await replaceText(editor, 'Typed just now')
    await press(editor, 'Tab')
    await press(editor, 'ControlOrMeta+X')
    await button(editor, 'Ok').click()
    await expect(titles(editor)).toHaveCount(count - 1)
    await expect(editor.getByRole('main').getByText(before)).toHaveCount(0)
    await expectSaved(editor)
    await press(editor, 'ControlOrMeta+V')
    await expect(editor.getByRole('main').getByText('Typed just now')).toBeVisible()
    await expect(titles(editor)).toHaveCount(count)
  })
})

test('a picture that is cut is pasted with its file, which is stored nowhere else by then', async ({
  editor,
}) => {
  const pictures = editor.getByRole('main').getByRole('img')
  await open(editor, article)
  await startEditing(editor)
  await selectPicture(editor)
  await press(editor, 'ControlOrMeta+C')
  await expect(copied(editor)).toBeVisible()
  await open(editor, '/about')
  await startEditing(editor)
  const count = await pictures.count()
  await selectHeading(editor)
  await leaveText(editor)
  await press(editor, 'ControlOrMeta+V')
  await expect(pictures).toHaveCount(count + 1)
  await expect(manager(editor)).toBeFocused()

  await press(editor, 'ControlOrMeta+X')
  await button(editor, 'Ok').click()
  await expect(pictures).toHaveCount(count)
  await expectSaved(editor)
  await press(editor, 'ControlOrMeta+V')
  await expect(pictures).toHaveCount(count + 1)
  await expect
    .poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
})

test('the menu copies and pastes, where the browser lets it', async ({ editor }) => {
  await editor.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(editor, '/')
  await startEditing(editor)
  const count = await titles(editor).count()
  await selectHeading(editor)
  await button(manager(editor), 'Clipboard').click()
  await editor.getByRole('menuitem', { name: 'Copy' }).click()
  await expect(copied(editor)).toBeVisible()
  await button(manager(editor), 'Clipboard').click()
  await editor.getByRole('menuitem', { name: 'Paste' }).click()
  await expect(titles(editor)).toHaveCount(count + 1)
})
