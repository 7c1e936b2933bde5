/** Shows super admins whether everything works, now and when they ask again. */
import { findings } from '../support/accessibility.ts'
import { button, expect, expectHydrated, heading, test } from '../support/fixtures.ts'

test.use({ expectedErrors: /net::ERR_FAILED/ })

test('the state of the site is shown, checked again, and what cannot be read is said', async ({
  editor: page,
}) => {
  await page.goto('/_cwa')
  await expectHydrated(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Health/ })
    .click()
  await expect(heading(page)).toHaveText('Health')
  const check = (name: string) => page.getByRole('listitem', { name })
  await expect(check('Database')).toContainText('Good')
  await expect(check('Disk space')).toContainText(/Free.+ of .+B/)
  await expect(check('Mail')).toContainText('Mails that wait to be sent')
  await expect(check('Live updates')).toContainText('Connected readers')
  await expect(page.getByRole('main')).toContainText(process.version)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: width === 390 ? 'dark' : 'light' })
    expect(await findings(page, 'main')).toEqual([])
    await page.screenshot({ path: test.info().outputPath(`health-${width}.png`), fullPage: true })
    const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(scrolled).toBeLessThanOrEqual(width)
  }

  await page.route('**/_api/_/health', (route) => route.abort())
  await button(page, 'Check again').click()
  await expect(page.getByRole('alert')).toContainText('You seem to be offline')
  await page.unroute('**/_api/_/health')
  await button(page, 'Check again').click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(check('Database')).toContainText('Good')
})
