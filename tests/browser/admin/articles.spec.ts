/** Has an article made on one screen, and a page copied with everything on it and shared with a picture. */
import type { Page } from '@playwright/test'
import { findings } from '../support/accessibility.ts'
import { button, expect, expectHydrated, heading, open, test } from '../support/fixtures.ts'

const main = (page: Page) => page.getByRole('main')
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

const choosePicture = async (page: Page, label: string) => {
  const group = page.getByRole('group', { name: label, exact: true })
  await group.getByRole('button').first().press('Enter')
  await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click()
  await expect(group.getByRole('button', { name: 'Remove' })).toBeVisible()
  await expect(group.getByRole('button').first()).toBeFocused()
}

test('an article is made, filled, published and given its route on one screen, and a page is copied', async ({
  editor,
  visitor,
}) => {
  await editor.goto('/_cwa/data/blogArticleData/add')
  await expectHydrated(editor)
  await field(editor, 'Title').fill('Fifth night')
  await field(editor, 'Author').fill('Agnes')
  await field(editor, 'Minutes to read').fill('4')
  await field(editor, 'Body text').fill('The lamp went out.\n\nNobody moved.')
  await choosePicture(editor, 'Picture')
  await field(editor, 'Publication').selectOption('published')
  const parent = editor.getByRole('combobox', { name: 'Parent' })
  await parent.fill('blog')
  await editor.getByRole('option', { name: '/blog-articles – Blog' }).click()
  await expect(parent).toHaveValue('/blog-articles – Blog')
  expect(await findings(editor)).toEqual([])
  await button(editor, 'Add Now').press('Enter')
  await expect(heading(editor)).toHaveText('Fifth night')
  await button(editor, 'Use /blog-articles/fifth-night').press('Enter')
  await expect(main(editor)).toContainText('/blog-articles/fifth-night.')
  await editor.getByRole('tab', { name: 'Info' }).click()
  await expect(main(editor).getByRole('link', { name: 'Open page' })).toHaveAttribute(
    'href',
    '/blog-articles/fifth-night',
  )
  await open(visitor, '/blog-articles/fifth-night')
  await expect(main(visitor)).toContainText('By Agnes · 4 min')
  await expect(main(visitor).getByText('Nobody moved.')).toBeVisible()
  await expect(main(visitor).locator('img')).toBeVisible()

  await editor.goto('/_cwa/pages?search=about')
  await expectHydrated(editor)
  await main(editor).getByRole('listitem').getByRole('link').first().click()
  await choosePicture(editor, 'Social image')
  await button(editor, 'Save').press('Enter')
  await expect(editor.getByText('Saved', { exact: true })).toBeVisible()
  const served = await (await visitor.request.get('/about')).text()
  const image = /<meta property="og:image" content="([^"]+)">/.exec(served)?.[1]
  expect((await visitor.request.get(image!)).headers()['content-type']).toContain('image/')

  await editor.getByRole('tab', { name: 'Info' }).click()
  await main(editor).getByRole('link', { name: 'Duplicate…' }).press('Enter')
  await expect(field(editor, 'Name')).toHaveValue('Copy of about')
  await button(editor, 'Add Now').press('Enter')
  await expect(heading(editor)).toHaveText('Copy of about')
  await button(editor, 'Create a route…').press('Enter')
  await editor.getByLabel('Path of the page').fill('/about-again')
  await editor.keyboard.press('Enter')
  await expect(main(editor)).toContainText('Visitors find the page at /about-again.')
  await open(visitor, '/about')
  const text = await main(visitor).innerText()
  await open(visitor, '/about-again')
  expect(await main(visitor).innerText()).toBe(text)
  await expect(visitor.locator('meta[property="og:image"]')).toHaveCount(1)
})
