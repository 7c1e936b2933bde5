/** Shows editors everything that was uploaded: searched, by tag, and page by page. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { findings, inEachAppearance } from '../support/accessibility.ts'
import { button, expect, expectHydrated, heading, test } from '../support/fixtures.ts'

const library = '/_api/_/media_objects'

/** Returns a picture that differs from those of other widths. */
const png = (width: number) =>
  sharp({ create: { width, height: 300, channels: 3, background: '#c85028' } })
    .png()
    .toBuffer()

const upload = async (editor: Page, name: string, width: number, about?: object) => {
  const file = { name, mimeType: 'image/png', buffer: await png(width) }
  const added = await editor.request.post(library, { multipart: { file } })
  const { '@id': iri } = (await added.json()) as { '@id': string }
  if (about)
    await editor.request.patch(`/_api${iri}`, {
      headers: { 'content-type': 'application/merge-patch+json' },
      data: about,
    })
  return iri
}
const tiles = (page: Page) => page.getByRole('main').getByRole('listitem')
const summary = (page: Page) => page.getByRole('main').getByRole('status')
const openLibrary = async (page: Page, query = '') => {
  await page.goto(`/_cwa/media${query}`)
  await expectHydrated(page)
  await expect(heading(page)).toHaveText('Media library')
}

test('is found from the admin area, searched and filtered by a tag, in the URL', async ({
  editor,
}) => {
  await upload(editor, 'goat.png', 500, { tags: ['animal'] })
  await upload(editor, 'barn.png', 501, { tags: ['house', 'red'] })
  await editor.goto('/_cwa')
  await editor.getByRole('link', { name: 'Media library' }).click()
  await expect(tiles(editor).filter({ hasText: 'goat.png' })).toBeVisible()
  await editor.getByRole('searchbox', { name: 'Search' }).fill('BARN')
  await editor.keyboard.press('Enter')
  await expect(tiles(editor)).toHaveCount(1)
  await expect(editor).toHaveURL(/\?search=BARN$/)
  await editor.getByLabel('Tag', { exact: true }).selectOption('animal')
  await expect(summary(editor)).toHaveText(/Nothing was found/)
  await editor.getByRole('searchbox', { name: 'Search' }).fill('')
  await editor.keyboard.press('Enter')
  await expect(tiles(editor)).toHaveText([/goat.png.*not used/])
  await expect(editor).toHaveURL(/\?tag=animal$/)
  const picture = tiles(editor).locator('img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(480)
  await editor.reload()
  await expect(tiles(editor)).toHaveText([/goat.png/])
})

test.describe('without a network', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('says so, and reads the list again', async ({ editor }) => {
    await editor.route('**/_api/_/media_objects*', (route) => route.abort())
    await openLibrary(editor)
    await expect(editor.getByRole('alert')).toContainText('You seem to be offline')
    await editor.unroute('**/_api/_/media_objects*')
    await button(editor, 'Try again').click()
    await expect(summary(editor)).toHaveText(/files?/i)
  })
})

inEachAppearance(({ width }) => {
  test('the list is accessible and in sight', async ({ editor }) => {
    const name = 'A long wordwithoutanyspaceatall'.repeat(4)
    await upload(editor, `${name}.png`, 900, { tags: ['one', 'a-long-tag-without-any-space'] })
    await upload(editor, 'small.png', 40)
    await openLibrary(editor)
    await expect(tiles(editor).filter({ hasText: 'small.png' })).toBeVisible()
    expect(await findings(editor, 'main')).toEqual([])
    await editor.screenshot({ path: test.info().outputPath('library.png'), fullPage: true })
    expect(await editor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
  })
})
