/** Shows editors everything that was uploaded: searched, by tag, and page by page. */
import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { atEachWidth, findings } from '../support/accessibility.ts'
import { boxOf } from '../support/at-rest.ts'
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
/** Holds back the changes of files until they are released. */
const holdSave = async (page: Page) => {
  const held: Route[] = []
  await page.route(`**${library}/*`, (route) =>
    route.request().method() === 'PATCH' ? held.push(route) : route.continue(),
  )
  return {
    release: async () => {
      await expect.poll(() => held.length).toBe(1)
      await held[0]!.continue()
    },
  }
}
const openLibrary = async (page: Page, query = '') => {
  await page.goto(`/_cwa/media${query}`)
  await expectHydrated(page)
  await expect(heading(page)).toHaveText('Media library')
}

test('is found in the site menu, by pointer while viewing and by keys while editing', async ({
  editor,
}) => {
  await button(editor, 'Site menu').click()
  await editor.getByRole('menuitem', { name: 'Submissions' }).click()
  await expect(heading(editor)).toHaveText('Submissions')
  await editor.goto('/')
  await button(editor, 'Edit').click()
  await button(editor, 'Site menu').focus()
  await editor.keyboard.press('Enter')
  await editor.keyboard.press('l')
  await editor.keyboard.press('ArrowDown')
  await editor.keyboard.press('ArrowDown')
  await expect(editor.getByRole('menuitem', { name: 'Media library' })).toBeFocused()
  await editor.keyboard.press('Enter')
  await expect(heading(editor)).toHaveText('Media library')
})

test('is found from the admin area, searched and filtered by a tag, in the URL', async ({
  editor,
}) => {
  await upload(editor, 'goat.png', 500, { tags: ['animal'] })
  await upload(editor, 'barn.png', 501, { tags: ['house', 'red'] })
  await editor.goto('/_cwa')
  await editor.getByRole('main').getByRole('link', { name: 'Media library' }).click()
  await expect(tiles(editor).filter({ hasText: 'goat.png' })).toBeVisible()
  const words = editor.getByRole('searchbox', { name: 'Search' })
  const controls = [words, button(editor, 'Search'), editor.getByLabel('Tag', { exact: true })]
  const heights = await Promise.all(controls.map(async (each) => (await boxOf(each)).height))
  expect(new Set(heights).size, `heights of ${heights.join(', ')} pixels`).toBe(1)
  await words.fill('BARN')
  await editor.keyboard.press('Enter')
  await expect(tiles(editor)).toHaveCount(1)
  await expect(editor).toHaveURL(/\?search=BARN$/)
  await editor.getByLabel('Tag', { exact: true }).selectOption('animal')
  await expect(summary(editor)).toHaveText(/Nothing was found/)
  await words.fill('')
  await editor.keyboard.press('Enter')
  await expect(tiles(editor)).toHaveText([/goat.png.*not used/])
  await expect(editor).toHaveURL(/\?tag=animal$/)
  const picture = tiles(editor).locator('img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(480)
  await editor.reload()
  await expect(tiles(editor)).toHaveText([/goat.png/])
})

test('a file is opened by keyboard, described, found by its tag, and deleted once unused', async ({
  editor,
}) => {
  await upload(editor, 'goat.png', 500)
  await openLibrary(editor)
  const links = tiles(editor).getByRole('link')
  await links.first().focus()
  await editor.keyboard.press('ArrowRight')
  await expect(links.nth(1)).toBeFocused()
  await editor.keyboard.press('ArrowLeft')
  await editor.keyboard.press('Enter')
  await expect(heading(editor)).toHaveText('goat.png')
  await expect(editor.getByText('500 × 300 px, ').first()).toBeVisible()
  await editor.getByLabel('Tags').fill('Goat, animal')
  await editor.getByLabel('Add a text in another language').selectOption('de')
  await editor.getByLabel('German').fill('Eine Ziege')
  await editor.getByLabel('Name').focus()
  await expect(editor.getByText('Saved', { exact: true })).toBeVisible()
  // Nothing is lost by going on at once, and the list waits for a save that takes longer.
  const saving = await holdSave(editor)
  await editor.getByLabel('Name').fill('The goat')
  await editor.getByRole('main').getByRole('link', { name: 'Media library' }).click()
  await expect(heading(editor)).toHaveText('Media library')
  await saving.release()
  await expect(tiles(editor).filter({ hasText: 'The goat' })).toBeVisible()
  await editor.getByLabel('Tag', { exact: true }).selectOption('goat')
  await expect(tiles(editor)).toHaveCount(1)
  await tiles(editor).getByRole('link').click()
  await expect(editor.getByLabel('German')).toHaveValue('Eine Ziege')
  await expect(editor).toHaveURL(/tag=goat/)
  await button(editor, 'Delete…').click()
  await button(editor.getByRole('alertdialog', { name: 'Delete this file?' }), 'Delete').click()
  await expect(heading(editor)).toHaveText('Media library')
  await expect(tiles(editor).filter({ hasText: 'The goat' })).toHaveCount(0)

  await tiles(editor).filter({ hasText: 'stage.webp' }).getByRole('link').click()
  await expect(heading(editor)).toHaveText('stage.webp')
  await button(editor, 'Delete…').click()
  const refusal = editor.getByRole('alertdialog', { name: 'This file is in use' })
  await refusal.getByRole('listitem').getByRole('link').first().click()
  await expect(editor).toHaveURL(/^[^?]*\/(?!_cwa)/)
})

test.describe('changed by two', () => {
  test.use({ expectedErrors: /412/ })

  test('a file is overwritten only if its editor decides so', async ({ editor }) => {
    const iri = await upload(editor, 'goat.png', 500)
    await editor.goto(`/_cwa/media/${iri.slice('/_/media_objects/'.length)}`)
    await expect(heading(editor)).toHaveText('goat.png')
    await editor.request.patch(`/_api${iri}`, {
      headers: { 'content-type': 'application/merge-patch+json' },
      data: { name: 'Theirs', tags: ['theirs'] },
    })
    await editor.getByLabel('Name').fill('Mine')
    await editor.getByLabel('Tags').focus()
    await expect(editor.getByRole('alert')).toContainText('Somebody else has changed this file')
    await expect(editor.getByLabel('Tags')).toHaveValue('theirs')
    await button(editor, 'Save mine').click()
    await expect(editor.getByText('Saved', { exact: true })).toBeVisible()
    await editor.reload()
    await expect(editor.getByLabel('Name')).toHaveValue('Mine')
    await expect(editor.getByLabel('Tags')).toHaveValue('theirs')
  })
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

atEachWidth((width) => {
  test('the list is accessible and in sight', async ({ editor }) => {
    const name = 'A long wordwithoutanyspaceatall'.repeat(4)
    await upload(editor, `${name}.png`, 900, { tags: ['one', 'a-long-tag-without-any-space'] })
    await upload(editor, 'small.png', 40)
    await openLibrary(editor)
    await expect(tiles(editor).filter({ hasText: 'small.png' })).toBeVisible()
    expect(await findings(editor, 'main')).toEqual([])
    await editor.screenshot({ path: test.info().outputPath('library.png'), fullPage: true })
    const fits = () => editor.evaluate(() => document.documentElement.scrollWidth)
    expect(await fits()).toBeLessThanOrEqual(width)

    await tiles(editor).filter({ hasText: 'stage.webp' }).getByRole('link').click()
    await expect(heading(editor)).toHaveText('stage.webp')
    expect(await findings(editor, 'main')).toEqual([])
    await editor.screenshot({ path: test.info().outputPath('file.png'), fullPage: true })
    expect(await fits()).toBeLessThanOrEqual(width)
    await button(editor, 'Delete…').click()
    await expect(editor.getByRole('alertdialog')).toBeVisible()
    expect(await findings(editor, 'dialog[open]')).toEqual([])
    await editor.screenshot({ path: test.info().outputPath('in-use.png') })
  })
})
