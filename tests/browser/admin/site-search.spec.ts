/** Lets administrators find everything on the site from everywhere, by keyboard only. */
import type { Page } from '@playwright/test'
import { findings } from '../support/accessibility.ts'
import { button, expect, heading, open, recordRequests, test } from '../support/fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search', exact: true })
const field = (page: Page) => page.getByRole('combobox', { name: 'Search the site' })
const active = (page: Page) => dialog(page).getByRole('option', { selected: true })
const search = async (page: Page, query: string, options = {}) => {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(query, options)
}

test('pages, screens and settings are opened from a page, a text and an admin screen, and unsaved work is kept', async ({
  editor,
}) => {
  await open(editor, '/')
  await expect(button(editor, 'Edit')).toBeEnabled()
  const requests = recordRequests(editor, (url) => url.searchParams.has('perPage'))
  await search(editor, 'about', { delay: 20 })
  await expect(dialog(editor).getByRole('status')).toHaveText(/^\d+ results$/)
  // Each list is searched once, after the pause: pages, two types of data, routes, layouts, users and files.
  expect(requests).toHaveLength(7)
  expect(await findings(editor, 'dialog')).toEqual([])
  await editor.setViewportSize({ width: 390, height: 800 })
  expect(await findings(editor, 'dialog')).toEqual([])
  await editor.setViewportSize({ width: 1280, height: 800 })
  await editor.keyboard.press('End')
  await editor.keyboard.press('Home')
  while (!(await active(editor).textContent())!.includes('/about')) {
    await editor.keyboard.press('ArrowDown')
  }
  await editor.keyboard.press('Enter')
  await expect(editor).toHaveURL('/about')
  await expect(heading(editor)).toBeFocused()

  await search(editor, 'edit this')
  await editor.keyboard.press('Enter')
  await expect(button(editor, 'Done')).toBeVisible()
  const line = editor.getByRole('main').getByRole('textbox').first()
  await line.click()
  await search(editor, 'x')
  await editor.keyboard.press('Escape')
  await expect(dialog(editor)).toHaveCount(0)
  await expect(line).toBeFocused()

  await search(editor, 'robots.txt')
  await expect(active(editor)).toHaveText(/^Remove sitemap from robots.txt/)
  await editor.keyboard.press('Enter')
  await expect(editor).toHaveURL(/\/_cwa\/settings(\?.*)?#indexing$/)
  await expect(editor.getByRole('heading', { name: 'SEO indexing' })).toBeFocused()

  await editor.getByLabel('Site name').fill('Lanterns')
  await search(editor, 'layouts')
  await editor.keyboard.press('Enter')
  const question = editor.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question).toBeVisible()
  await button(question, 'Stay').press('Enter')
  await expect(editor.getByLabel('Site name')).toHaveValue('Lanterns')
  await editor.getByRole('navigation', { name: 'Admin' }).getByRole('button').press('Enter')
  await expect(field(editor)).toBeFocused()
})
