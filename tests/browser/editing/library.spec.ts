/** Chooses pictures from the media library while a page is edited. */
import type { Page } from '@playwright/test'
import { atEachWidth, findings } from '../support/accessibility.ts'
import { expectSaved, manager, startEditing } from '../support/editor-actions.ts'
import { button, expect, isWrite, open, recordRequests, test } from '../support/fixtures.ts'

const article = '/blog-articles/blog-article-1'
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Media library' })
const picture = (page: Page) => page.getByRole('main').locator('img')
const altText = (page: Page) => manager(page).getByLabel('Alternative text', { exact: true })

/** Describes a picture of the demo site in two languages, and returns its IRI. */
const describe = async (page: Page, name: string, text: string) => {
  const listed = await page.request.get(`/_api/_/media_objects?search=${name}`)
  const [file] = ((await listed.json()) as { member: { '@id': string }[] }).member
  await page.request.patch(`/_api${file!['@id']}`, {
    headers: { 'content-type': 'application/merge-patch+json' },
    data: { alternativeTexts: { en: text, de: 'Etwas anderes' }, tags: ['sea'] },
  })
  return file!['@id']
}

/** Returns the paths of the files that a picture shows. */
const sources = (page: Page) =>
  picture(page).evaluate((img: HTMLImageElement) => `${img.src} ${img.srcset}`)

test('a picture is replaced from the library by keys, without an upload, and undo brings the other one back', async ({
  editor: page,
}) => {
  await describe(page, 'harbour', 'A harbour at noon')
  await open(page, article)
  await startEditing(page)
  await picture(page).click()
  const before = await sources(page)
  const text = await altText(page).inputValue()
  const bodies: number[] = []
  page.on('request', (request) => {
    if (isWrite(request)) bodies.push(request.postData()?.length ?? 0)
  })
  await button(manager(page), 'From the library…').focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('searchbox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type('harb')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('status')).toHaveText('1 file')
  await page.keyboard.press('ArrowDown')
  await expect(dialog(page).getByRole('button', { name: /^A harbour at noon/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(button(manager(page), 'From the library…')).toBeFocused()
  await expectSaved(page)
  expect(await sources(page)).toContain('harbour')
  // It had a text, which stays.
  await expect(altText(page)).toHaveValue(text)
  expect(Math.max(...bodies)).toBeLessThan(200)
  await button(page, 'Undo').click()
  await expectSaved(page)
  expect((await sources(page)).includes('harbour')).toBe(before.includes('harbour'))
})

test('the place of a missing picture takes one from the library with its text, which can be canceled', async ({
  editor: page,
}) => {
  await describe(page, 'harbour', 'A harbour at noon')
  await startEditing(page)
  const opener = button(page.getByRole('main'), 'From the library…')
  await opener.click()
  await expect(manager(page).getByRole('tab', { name: 'Image' })).toBeVisible()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog(page).getByLabel('Tag', { exact: true }).selectOption('sea')
  await expect(dialog(page).getByRole('listitem')).toHaveCount(1)
  await dialog(page).getByRole('listitem').getByRole('button').click()
  await expect(altText(page)).toHaveValue('A harbour at noon')
  await expect(altText(page)).toBeFocused()
  await expect(page.getByRole('main').getByRole('img', { name: 'A harbour at noon' })).toBeVisible()
  await expectSaved(page)
  await button(page, 'Undo').click()
  await expect(altText(page)).toHaveValue('')
  await button(page, 'Undo').click()
  await expect(opener).toBeVisible()
})

test.describe('without a network', () => {
  test.use({ expectedErrors: /net::ERR_INTERNET_DISCONNECTED|net::ERR_FAILED/ })

  test('the library says so, and is read once there is one', async ({ editor: page }) => {
    await startEditing(page)
    const requests = recordRequests(page, (url) => url.pathname.endsWith('/media_objects'))
    await page.route('**/_/media_objects*', (route) => route.abort())
    await button(page.getByRole('main'), 'From the library…').click()
    await expect(dialog(page).getByRole('alert')).toContainText('You seem to be offline')
    await page.unroute('**/_/media_objects*')
    await button(dialog(page), 'Try again').click()
    await expect(dialog(page).getByRole('status')).toHaveText(/files$/)
    expect(requests.length).toBeGreaterThan(1)
  })
})

atEachWidth((width) => {
  test('the library is accessible and in sight', async ({ editor: page }) => {
    await describe(page, 'harbour', 'A harbour at noon')
    await startEditing(page)
    const opener = button(page.getByRole('main'), 'From the library…')
    await opener.click()
    await expect(dialog(page).getByRole('status')).toHaveText(/files$/)
    expect(await findings(page, 'dialog[open]')).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
    await page.screenshot({ path: test.info().outputPath('library.png') })
    await dialog(page).getByRole('searchbox', { name: 'Search' }).fill('nothing like this')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('status')).toHaveText(/^Nothing was found/)
    await button(dialog(page), 'Cancel').click()
    await expect(opener).toBeFocused()
    await page.screenshot({ path: test.info().outputPath('missing-picture.png') })
  })
})
