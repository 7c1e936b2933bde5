/** Lets editors change the settings of the site, whose effects visitors and crawlers see at once. */
import type { Page } from '@playwright/test'
import { atEachWidth, findings } from '../support/accessibility.ts'
import { button, expect, expectHydrated, heading, open, test } from '../support/fixtures.ts'

const parameters = '/_api/_/site_config_parameters'
const openSettings = async (page: Page) => {
  await page.goto('/_cwa/settings')
  await expectHydrated(page)
  await expect(page.getByLabel('Site name')).toBeVisible()
}
/** The state of the save, below the answer of the mail server. */
const status = (page: Page) => page.getByRole('main').getByRole('status').last()
const save = async (page: Page) => {
  await button(page, 'Save Changes').click()
  await expect(status(page)).toHaveText('All changes are saved')
}
const patch = (page: Page, key: string, value: string) =>
  page.request.patch(`${parameters}/${key}`, {
    headers: { 'content-type': 'application/merge-patch+json' },
    data: { value },
  })
const text = async (page: Page, path: string) => (await page.request.get(path)).text()

test.describe('saving', () => {
  // The closed site answers visitors with 503.
  test.use({ expectedErrors: /503|not valid, so nothing was saved/ })

  test('what is saved takes effect for visitors and crawlers, and only that is sent', async ({
    editor,
    visitor,
  }) => {
    await openSettings(editor)
    const sent: string[] = []
    editor.on('request', (request) => {
      const path = new URL(request.url()).pathname
      if (path.startsWith(parameters) && request.method() !== 'GET')
        sent.push(`${request.method()} ${path.slice(parameters.length)}`)
    })
    await editor.getByLabel('Site name').fill('Lanterns & Co')
    await expect(editor.getByText('About us | Lanterns & Co')).toBeVisible()
    await editor.getByLabel('Allow AI bots').uncheck()
    await expect(editor.getByLabel('Preview of robots.txt')).toHaveValue(/User-agent: GPTBot/)
    await expect(status(editor)).toHaveText('2 changes are not saved yet')
    const preview = await editor.getByLabel('Preview of robots.txt').inputValue()
    await editor.keyboard.press('Control+s')
    await expect(status(editor)).toHaveText('All changes are saved')
    expect(sent.toSorted()).toEqual(['PATCH /siteName', 'POST '])
    expect(await text(visitor, '/robots.txt')).toBe(preview)
    await open(visitor, '/about')
    await expect(visitor).toHaveTitle(/\| Lanterns & Co$/)

    await editor.getByLabel('Custom sitemap XML').fill('<urlset>\n  <url></urlset>')
    await expect(editor.getByText(/^Line 1, column 8: Begin with <urlset/)).toBeVisible()
    await editor.getByLabel('Maintenance mode').check()
    await button(editor, 'Save Changes').click()
    await expect(editor.getByRole('alert')).toHaveText(/Nothing was saved/)
    expect(sent).toHaveLength(2)
    const own =
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://a.test/own</loc></url></urlset>'
    await editor.getByLabel('Custom sitemap XML').fill(own)
    await save(editor)
    expect(await text(visitor, '/sitemap.xml')).toContain('<loc>https://a.test/own</loc>')
    expect((await visitor.request.get('/about')).status()).toBe(503)
    await button(editor, 'Send me a test mail').click()
    await expect(editor.getByRole('region', { name: 'Mail' }).getByRole('status')).toContainText(
      /was accepted.*outbox/,
    )
    const notice = editor.getByRole('status').filter({ hasText: /^Maintenance mode is on/ })
    await expect(notice).toBeVisible()
    expect(await findings(editor)).toEqual([])
    expect((await editor.request.get('/about')).status()).toBe(200)
    await editor.goto('/about')
    await notice.getByRole('link', { name: 'Settings' }).click()
    await editor.getByLabel('Maintenance mode').uncheck()
    await save(editor)
    await expect(notice).toHaveCount(0)
    expect((await visitor.request.get('/about')).status()).toBe(200)
  })
})

test('nothing is lost: what a colleague saves is shown beside mine, and leaving asks', async ({
  editor,
  colleague,
}) => {
  await open(editor, '/_cwa')
  await editor.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await expect(editor.getByLabel('Site name')).toBeVisible()
  await patch(colleague, 'siteName', 'By a colleague')
  await expect(editor.getByLabel('Site name')).toHaveValue('By a colleague')
  await editor.getByLabel('Site name').fill('Mine')
  await patch(colleague, 'siteName', 'Theirs')
  const conflict = editor.getByRole('alert')
  await expect(conflict).toContainText('Somebody else has changed this meanwhile.')
  await expect(conflict).toContainText('Theirs')
  await button(editor, 'Keep mine: Site name').click()

  await editor.getByRole('link', { name: 'Back to the site' }).click()
  const question = editor.getByRole('alertdialog', { name: 'Leave without saving?' })
  await button(question, 'Stay').click()
  await expect(heading(editor)).toHaveText('Settings')
  await editor.goBack()
  await button(question, 'Stay').click()
  await expect(editor).toHaveURL(/settings$/)
  await expect(editor.getByLabel('Site name')).toHaveValue('Mine')
  await save(editor)
  const { value } = (await (await editor.request.get(`${parameters}/siteName`)).json()) as {
    value: string
  }
  expect(value).toBe('Mine')

  await editor.getByLabel('Site name').fill('Never saved')
  await editor.getByRole('link', { name: 'Back to the site' }).click()
  await button(question, 'Leave without saving').click()
  await expect(editor).toHaveURL(/\/$/)
})

atEachWidth((width) => {
  test.describe('with a failure', () => {
    test.use({ expectedErrors: /net::ERR_FAILED|were not saved/ })

    test('the settings are accessible and in sight', async ({ editor, colleague }) => {
      await openSettings(editor)
      expect(await findings(editor, 'main')).toEqual([])
      await editor.screenshot({ path: test.info().outputPath('settings.png'), fullPage: true })
      await editor.getByLabel('Canonical URL').fill(`https://${'a-long-name.'.repeat(12)}test`)
      await editor.getByLabel('Custom sitemap XML').fill('<urlset>\n <url>')
      await editor.getByLabel('Custom robots.txt').fill('User-agent: *\nDisallow: /')
      await editor.getByLabel('Site name').fill('Mine')
      await patch(colleague, 'siteName', 'Theirs')
      await expect(button(editor, 'Take theirs: Site name')).toBeVisible()
      await editor.getByLabel('Custom sitemap XML').fill('')
      await editor.route(`**${parameters}*`, (route) => route.abort())
      await button(editor, 'Save Changes').click()
      await expect(editor.getByText(/^Not everything was saved/)).toBeVisible()
      expect(await findings(editor, 'main')).toEqual([])
      await editor.screenshot({ path: test.info().outputPath('problems.png'), fullPage: true })
      const fits = await editor.evaluate(() => document.documentElement.scrollWidth)
      expect(fits).toBeLessThanOrEqual(width)
    })
  })
})
