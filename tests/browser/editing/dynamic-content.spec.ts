import type { Page } from '@playwright/test'
import {
  bodyText,
  deleteSelected,
  expectSaved,
  manager,
  startEditing,
} from '../support/editor-actions.ts'
import { button, expect, open, test } from '../support/fixtures.ts'

const article = '/blog-articles/blog-article-1'
const other = '/blog-articles/blog-article-2'
const main = (page: Page) => page.getByRole('main')
const placeholder = (page: Page) =>
  main(page).getByRole('button', { name: 'Body Text is empty. Select it to add something.' })
const contentTab = (page: Page) => manager(page).getByRole('tab', { name: 'Content' })

test('an article without a text gets one of its own, which is undone and redone', async ({
  editor,
  visitor,
}) => {
  await open(editor, article)
  await startEditing(editor)
  await bodyText(editor).click()
  await deleteSelected(editor)
  await expect(placeholder(editor)).toBeVisible()

  await placeholder(editor).click()
  await contentTab(editor).click()
  await button(manager(editor), 'Add Body Text').click()
  await expect(bodyText(editor)).toBeFocused()
  await editor.keyboard.type('Written anew.')
  await button(manager(editor), 'Add and publish').click()
  await expectSaved(editor)
  await expect(main(editor)).toContainText('Written anew.')
  await expect(placeholder(editor)).toHaveCount(0)

  await open(visitor, article)
  await expect(main(visitor)).toContainText('Written anew.')
  await open(visitor, other)
  await expect(main(visitor)).not.toContainText('Written anew.')

  await button(editor, 'Undo').click()
  await expect(placeholder(editor)).toBeVisible()
  await button(editor, 'Redo').click()
  await expect(main(editor)).toContainText('Written anew.')
  await expectSaved(editor)
  await editor.reload()
  await expect(main(editor)).toContainText('Written anew.')
})

/** Opens the template of the articles, as an article leads there. */
const openTemplate = async (page: Page) => {
  await open(page, article)
  await startEditing(page)
  await bodyText(page).click()
  await manager(page)
    .getByRole('navigation', { name: 'Selection' })
    .getByRole('button', { name: 'Main content' })
    .click()
  await manager(page)
    .getByRole('link', { name: /Edit the template/ })
    .click()
}

/** Adds a title that articles show which have nothing of their own at the selected position of the template. */
const addFallback = async (page: Page, words: string) => {
  const dialog = page.getByRole('dialog', { name: 'Add component' })
  await contentTab(page).click()
  await button(manager(page), 'Add what other pages show').click()
  await dialog.getByRole('option', { name: 'Title', exact: true }).click()
  await button(dialog, 'Insert').click()
  await page.keyboard.type(words)
  await button(manager(page), 'Add and publish').click()
  await expectSaved(page)
}

test('what the template has for articles without a picture is shown once that is deleted', async ({
  editor,
}) => {
  await openTemplate(editor)
  const image = main(editor).getByRole('button', { name: /^Here comes: Image/ })
  await image.click()
  await addFallback(editor, 'A picture is to come')
  await open(editor, article)
  await startEditing(editor)
  await main(editor).getByRole('img').click()
  await deleteSelected(editor)
  const fallback = main(editor).getByText('A picture is to come')
  await expect(fallback).toBeVisible()
  await expectSaved(editor)
  await button(editor, 'Undo').click()
  await expect(main(editor).getByRole('img')).toBeVisible()
  await expect(fallback).toHaveCount(0)
  await expectSaved(editor)
  await expect(editor.getByText('This page has changed')).toHaveCount(0)
})

test('a template shows at a position what each article has, with something for those without', async ({
  editor,
  visitor,
}) => {
  await openTemplate(editor)
  const text = main(editor).getByRole('button', { name: /^Here comes: Body Text/ })
  await expect(text).toBeVisible()

  await text.click()
  await button(manager(editor), 'Add after').click()
  const dialog = editor.getByRole('dialog', { name: 'Add component' })
  await editor.keyboard.type('image of each')
  await button(dialog, 'Add now').click()
  await expectSaved(editor)
  const image = main(editor).getByRole('button', { name: /^Here comes: Image/ })
  await expect(image).toHaveCount(2)

  await image.last().click()
  await addFallback(editor, 'A picture is to come')
  await open(visitor, article)
  await expect(main(visitor).locator('img')).toHaveCount(2)

  await contentTab(editor).click()
  await manager(editor).getByLabel('Shows').selectOption('The same on all pages')
  await expectSaved(editor)
  await open(visitor, other)
  await expect(main(visitor).getByRole('heading', { name: 'A picture is to come' })).toBeVisible()
  await button(editor, 'Undo').click()
  await expectSaved(editor)
  await open(visitor, other)
  await expect(main(visitor).getByRole('heading', { name: 'A picture is to come' })).toHaveCount(0)
})
