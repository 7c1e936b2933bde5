import type { Page } from '@playwright/test'
import { button, expect, open, test } from '../support/fixtures.ts'
import { expectSaved, manager, startEditing } from '../support/editor-actions.ts'

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
