/** Shows super admins who has changed what, filtered and as a file, with the values before and after. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findings } from '../support/accessibility.ts'
import { button, expect, expectHydrated, heading, test } from '../support/fixtures.ts'

const rows = (page: Page) => page.getByRole('main').getByRole('list').getByRole('listitem')

test('a changed setting is found in the audit log, with its author and what it was before', async ({
  editor: page,
}) => {
  await page.goto('/_cwa/settings')
  await expectHydrated(page)
  await page.getByLabel('Site name').fill('The Harbour')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('All changes are saved')).toBeVisible()

  await page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: 'Audit log' })
    .click()
  await expect(heading(page)).toHaveText('Audit log')
  const entry = rows(page).first()
  await expect(entry).toContainText('admin')
  await expect(entry).toContainText('from 127.0.0.1')
  await expect(entry.getByRole('heading')).toHaveText('Setting “Site name”')
  await entry.getByText('Changed: Site name').click()
  await expect(entry).toContainText('The Lantern Players')
  await expect(entry).toContainText('The Harbour')
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: width === 390 ? 'dark' : 'light' })
    expect(await findings(page, 'main')).toEqual([])
    await page.screenshot({ path: test.info().outputPath(`audit-${width}.png`), fullPage: true })
    const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(scrolled).toBeLessThanOrEqual(width)
  }

  await entry.getByRole('link', { name: 'All changes of it' }).click()
  await expect(page).toHaveURL(/resource=/)
  await expect(rows(page)).toHaveCount(1)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(csv).toContain('The Lantern Players,The Harbour')
  const changed = page.getByRole('combobox', { name: 'What was changed' })
  await expect(changed).toHaveValue('Setting “Site name”')
  await changed.fill('time zone')
  await page.getByRole('option', { name: 'Time zone – Setting' }).click()
  await expect(page).toHaveURL(/resource=.*timezone/i)
  await expect(changed).toHaveValue('Time zone – Setting')
  await page.getByRole('combobox', { name: 'User' }).fill('nobody')
  await page.getByRole('option', { name: /nobody/ }).click()
  await expect(page.getByText('Nothing was found.')).toBeVisible()
  await button(page, 'Show all').click()
  await expect(rows(page).first()).toContainText('admin')
})
