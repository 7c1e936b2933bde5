import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findings, inEachAppearance } from '../support/accessibility.ts'
import { expectSaved, manager, startEditing } from '../support/editor-actions.ts'
import { button, expect, open, test } from '../support/fixtures.ts'

const article = '/blog-articles/blog-article-1'

const picture = (page: Page) => page.getByRole('main').getByRole('img')
const control = (page: Page) => manager(page).getByLabel('Picture', { exact: true })

const pictureOf = (name: string) => `server/seed/pictures/${name}/original.webp`

/** Opens an article in edit mode, and selects its picture. */
const selectPicture = async (page: Page) => {
  await open(page, article)
  await startEditing(page)
  await picture(page).click()
  await expect(control(page)).toBeAttached()
}

/** Waits until the page shows the file of a picture, as it is stored. */
const expectStored = async (page: Page, name: string) => {
  await expectSaved(page)
  const file = await readFile(pictureOf(name))
  await expect
    .poll(async () => {
      const sources = await picture(page).evaluate((image: HTMLImageElement) => [
        image.src,
        ...image.srcset.split(', ').map((one) => one.split(' ')[0]!),
      ])
      const answers = sources
        .filter((source) => source.startsWith('http'))
        .map(async (source) => (await page.request.get(source)).body())
      return (await Promise.all(answers)).some((body) => body.equals(file))
    })
    .toBe(true)
}

test('a picture is replaced from the disk and removed, and undo brings back each one before', async ({
  editor: page,
}) => {
  await selectPicture(page)
  await expectStored(page, 'goat')
  await control(page).setInputFiles(pictureOf('harbour'))
  await expectStored(page, 'harbour')
  await control(page).setInputFiles(pictureOf('van'))
  await expectStored(page, 'van')
  await button(manager(page), 'Remove').click()
  await expect(picture(page)).toHaveCount(0)
  await expectSaved(page)

  for (const name of ['van', 'harbour', 'goat']) {
    await button(page, 'Undo').click()
    await expectStored(page, name)
  }
  await button(page, 'Redo').click()
  await expectStored(page, 'harbour')
})

test('a file that is no picture, too large or empty is refused at the field, and nothing is sent', async ({
  editor: page,
}) => {
  await selectPicture(page)
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') requests.push(request.url())
  })
  const fileOf = (mimeType: string, bytes: number) => ({
    name: 'file',
    mimeType,
    buffer: Buffer.alloc(bytes),
  })
  await control(page).setInputFiles(fileOf('application/pdf', 3))
  await expect(control(page)).toHaveAccessibleDescription(/PNG, JPEG, GIF, WebP, AVIF or SVG/)
  await control(page).setInputFiles(fileOf('image/png', 5 * 1024 * 1024 + 1))
  await expect(control(page)).toHaveAccessibleDescription(/Send at most 5 MB/)
  await control(page).setInputFiles(fileOf('image/png', 0))
  await expect(control(page)).toHaveAccessibleDescription(/This file is empty/)
  expect(requests).toEqual([])
  expect(await findings(page, '[data-editor-panel]')).toEqual([])
  await control(page).setInputFiles(pictureOf('harbour'))
  await expectStored(page, 'harbour')
  await expect(control(page)).not.toHaveAttribute('aria-invalid', 'true')
})

test.describe('with an answer that refuses', () => {
  test.use({ expectedErrors: /422/ })

  test('a picture that only the server finds damaged is refused at the field with its words', async ({
    editor: page,
  }) => {
    await selectPicture(page)
    await control(page).setInputFiles({
      name: 'damaged.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture at all'),
    })
    await expect(control(page)).toHaveAccessibleDescription(/Send a complete image/)
    await button(page, 'Discard my change').click()
    await expectStored(page, 'goat')
  })
})

test('a picture is replaced by the keyboard alone', async ({ editor: page }) => {
  await selectPicture(page)
  await control(page).focus()
  const chosen = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await chosen).setFiles(pictureOf('harbour'))
  await expectStored(page, 'harbour')
  await expect(control(page)).toBeFocused()
})

inEachAppearance(({ width }) => {
  test('the control of a picture is in sight and accessible', async ({ editor: page }) => {
    await selectPicture(page)
    await control(page).setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('words'),
    })
    await expect(manager(page).getByText('Replace', { exact: true })).toBeInViewport()
    expect(await findings(page, '[data-editor-panel]')).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
    await page.screenshot({ path: test.info().outputPath('picture.png') })
  })
})
