/** Lets a super admin download a backup, change the site and get it back, and shows what the header of the site offers. */
import { readFile } from 'node:fs/promises'
import { password } from '../../support/server/server-process.ts'
import { findings } from '../support/accessibility.ts'
import { button, expect, expectHydrated, test } from '../support/fixtures.ts'

// A wrong password is refused.
test.use({ expectedErrors: /422/ })

test('a backup is downloaded, and restored after the site was changed by its header', async ({
  editor: page,
  visitor,
}) => {
  await page.goto('/_cwa/backup')
  await expectHydrated(page)
  const form = page.getByRole('form', { name: 'Download a backup' })
  await form.getByLabel('Current password').fill('a guess')
  await button(page, 'Download').click()
  await expect(form.getByText('This is not your password.')).toBeVisible()
  await form.getByLabel('Current password').fill(password)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download').click(),
  ])
  await expect(page.getByText('The backup is saved.')).toBeVisible()
  const file = test.info().outputPath('backup.jsonl')
  await download.saveAs(file)
  expect((await readFile(file, 'utf8')).split('\n').at(-2)).toMatch(/^\{"end":/)

  await page.goto('/about')
  await expectHydrated(page)
  await page.getByRole('button', { name: /^Settings of this page/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Page title').fill('Changed since')
  await page.keyboard.press('Control+s')
  await expect
    .poll(async () => (await visitor.request.get('/about')).text())
    .toContain('<title>Changed since')
  await button(dialog, 'Close').click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/about$/)
  await button(page, 'Notifications').click()
  await expect(page.getByRole('dialog')).toContainText('Nothing yet')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Notifications')).toBeFocused()

  await page.goto('/_cwa/backup')
  await expectHydrated(page)
  await page.getByLabel('File of a backup').setInputFiles(file)
  const restore = page.getByRole('form', { name: 'Restore a backup' })
  await expect(restore).toContainText('You stay signed in')
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: width === 390 ? 'dark' : 'light' })
    expect(await findings(page, 'main')).toEqual([])
    await page.screenshot({ path: test.info().outputPath(`backup-${width}.png`), fullPage: true })
    const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(scrolled).toBeLessThanOrEqual(width)
  }
  await restore.getByLabel(/^Type /).fill('The Lantern Players')
  await restore.getByLabel('Current password').fill(password)
  await button(page, 'Replace the whole site').click()
  await expect(page.getByText('The site is restored.')).toBeVisible()
  const restored = await (await visitor.request.get('/about')).text()
  expect(restored).not.toContain('Changed since')
  await button(page, 'Open the site').click()
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/_cwa/health')
  await expect(page.getByRole('listitem', { name: 'Backup' })).toContainText('Good')
})
