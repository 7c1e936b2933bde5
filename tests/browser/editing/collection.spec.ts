import type { Page } from '@playwright/test'
import { button, expect, open, test } from '../support/fixtures.ts'
import { expectSaved, manager, prepareHeading, startEditing } from '../support/editor-actions.ts'

const cards = (page: Page) =>
  page.getByRole('main').getByRole('article').getByRole('heading', { level: 2 })
const field = (page: Page, label: string) => manager(page).getByLabel(label, { exact: true })

test('what a collection lists is changed beside the list itself', async ({ editor }) => {
  await open(editor, '/blog-articles')
  await startEditing(editor)
  await editor.getByRole('main').getByRole('status').click()
  await expect(field(editor, 'What is listed')).toHaveValue('/page_data/blog_article_datas')

  await field(editor, 'Sort by').selectOption('Title, A to Z')
  await expect(cards(editor)).toHaveText(['Blog Article 1', 'Blog Article 2', 'Blog Article 3'])
  await field(editor, 'Entries on a page').fill('2')
  await expect(cards(editor)).toHaveText(['Blog Article 1', 'Blog Article 2'])
  await expect(editor.getByRole('navigation', { name: 'Pages' })).toBeVisible()
  await field(editor, 'Only with these words').fill('article 3')
  await expect(cards(editor)).toHaveText(['Blog Article 3'])
  await expect(editor.getByRole('main').getByRole('article').locator('img')).toBeVisible()
  await field(editor, 'Look').selectOption('Titles only')
  await expect(editor.getByRole('main').getByRole('article').locator('img')).toHaveCount(0)
  await expect(cards(editor)).toHaveText(['Blog Article 3'])
  await expectSaved(editor)
  for (let change = 0; change < 4; change += 1) {
    await button(editor, 'Undo').click()
    await expectSaved(editor)
  }
  await expect(cards(editor)).toHaveText(['Blog Article 3', 'Blog Article 2', 'Blog Article 1'])
  await expect(editor.getByRole('main').getByRole('article').locator('img')).toHaveCount(3)
})

test('the page of the list that is shown is read again with its own address', async ({
  editor,
}) => {
  await open(editor, '/blog-articles?perPage=1&page=2')
  await startEditing(editor)
  await editor.getByRole('main').getByRole('status').click()
  await expect(cards(editor)).toHaveText(['Blog Article 2'])
  await field(editor, 'Sort by').selectOption('Title, A to Z')
  await expectSaved(editor)
  await field(editor, 'Sort by').selectOption('Oldest first')
  await expectSaved(editor)
  await expect(cards(editor)).toHaveText(['Blog Article 2'])
})

test('what a new collection lists is seen before it is added, and that it will be public at once', async ({
  editor: page,
}) => {
  await prepareHeading(page)
  await button(manager(page), 'Add after').click()
  const dialog = page.getByRole('dialog', { name: 'Add component' })
  await dialog.getByRole('option', { name: 'Title' }).click()
  await expect(dialog.getByText('visitors see it as soon as')).toBeHidden()
  await dialog.getByRole('option', { name: 'Collection' }).click()
  await expect(dialog).toContainText('It has no draft: visitors see it as soon as it is added.')
  await button(dialog, 'Insert').click()
  await expect(manager(page)).toContainText('visitors see it as soon as it is added')
  await expect(page.getByText('New Collection: its fields are in the panel.')).toBeVisible()
  await expect(page.getByText('Choose what is listed to see it here.')).toBeVisible()

  const added = page.locator('[data-staged]')
  const entries = added.getByRole('heading', { level: 2 })
  await field(page, 'What is listed').selectOption('Blog Articles')
  await expect(entries).toHaveText(['Blog Article 3', 'Blog Article 2', 'Blog Article 1'])
  await expect(added.locator('img').first()).toBeVisible()
  await field(page, 'Sort by').selectOption('Title, A to Z')
  await field(page, 'Entries on a page').fill('2')
  await expect(entries).toHaveText(['Blog Article 1', 'Blog Article 2'])
  await field(page, 'Only with these words').fill('article 3')
  await expect(entries).toHaveText(['Blog Article 3'])
  await button(manager(page), 'Add').click()
  await expectSaved(page)
  await expect(added).toHaveCount(0)
  await expect(cards(page).filter({ hasText: 'Blog Article' })).toHaveText(['Blog Article 3'])
})
