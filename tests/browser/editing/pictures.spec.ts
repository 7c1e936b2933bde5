import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { atEachWidth, findings } from '../support/accessibility.ts'
import { boxOf } from '../support/at-rest.ts'
import {
  expectSaved,
  insertComponent,
  manager,
  order,
  saveStatus,
  selectHeading,
  startEditing,
  unsavedList,
} from '../support/editor-actions.ts'
import { button, expect, heading, isWrite, open, test } from '../support/fixtures.ts'
import { controlNetwork, keptCount, noisyPicture } from '../support/uploads.ts'

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
        .filter((source) => source !== '')
        .map((source) => new URL(source, page.url()).href)
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
    if (isWrite(request)) requests.push(request.url())
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

  test('a picture that was removed is asked for, and marked once it was not published without it', async ({
    editor: page,
  }) => {
    await selectPicture(page)
    await button(manager(page), 'Remove').click()
    await expect(picture(page)).toHaveCount(0)
    await expectSaved(page)
    await expect(control(page)).toHaveAccessibleDescription('Required to publish')
    await button(manager(page), 'Publish').click()
    await expect(control(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(control(page)).toHaveAccessibleDescription(/Choose a picture/)
    expect(await findings(page, '[data-editor-panel]')).toEqual([])
    await control(page).setInputFiles(pictureOf('harbour'))
    await expectStored(page, 'harbour')
    await expect(control(page)).not.toHaveAttribute('aria-invalid', 'true')
  })

  test('a picture that only the server finds damaged is refused at the field with its words', async ({
    editor: page,
  }) => {
    await selectPicture(page)
    await control(page).setInputFiles({
      name: 'damaged.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture at all'),
    })
    await expect(control(page)).toHaveAccessibleDescription(/Send a complete picture/)
    await button(page, 'Discard my change').click()
    await expectStored(page, 'goat')
  })
})

const bar = (region: Locator) => region.getByRole('progressbar', { name: 'Upload of slow.png' })
const percent = async (region: Locator) => Number(await bar(region).getAttribute('value'))
const slowPicture = () => noisyPicture('slow.png', 500)

test('the percent of a picture that is sent is shown at both places, and canceling brings back the one before', async ({
  editor: page,
}) => {
  await selectPicture(page)
  await expectStored(page, 'goat')
  const main = page.getByRole('main')
  const setNetwork = await controlNetwork(page)
  // It is sent for as long as axe may take, in both color schemes.
  await setNetwork(8_000)
  await control(page).setInputFiles(await slowPicture())
  await expect(picture(page)).toHaveAttribute('src', /^data:image\/png/)
  await expect.poll(() => percent(main)).toBeGreaterThan(2)
  const before = await percent(main)
  await expect.poll(() => percent(main)).toBeGreaterThan(before)
  await expect(bar(manager(page))).toBeVisible()
  expect(await findings(page)).toEqual([])
  await button(manager(page), 'Cancel slow.png').click()
  await expect(page.getByRole('progressbar', { name: /^Upload of/ })).toHaveCount(0)
  await expect(control(page)).toBeFocused()
  await setNetwork(-1)
  await expectStored(page, 'goat')
  await expect(button(page, 'Undo')).toHaveAttribute('aria-disabled', 'true')

  await control(page).setInputFiles(await slowPicture())
  await expect.poll(() => storedWidths(page)).toEqual(['500'])
  await expectSaved(page)
  await button(page, 'Undo').click()
  await expectStored(page, 'goat')
})

test.describe('on a network that is lost', () => {
  test.use({ expectedErrors: /net::ERR_(INTERNET_DISCONNECTED|NETWORK|FAILED)|Failed to load/ })

  test('a missing picture is canceled, sent again on request, and by itself once the site is reached', async ({
    editor: page,
  }) => {
    await startEditing(page)
    const main = page.getByRole('main')
    const choose = async () => {
      const chosen = page.waitForEvent('filechooser')
      await chooser(page).click()
      await (await chosen).setFiles(await slowPicture())
    }
    const setNetwork = await controlNetwork(page)
    await setNetwork(40_000)
    await choose()
    await button(main, 'Cancel slow.png').click()
    await expect(chooser(page)).toBeVisible()

    const problem = page.getByRole('region', { name: 'Not saved: Picture' })
    await page.route('**/_/media_objects', (route) => route.abort())
    await choose()
    await expect(problem).toContainText('You seem to be offline')
    await expect(bar(main)).toHaveCount(0)
    await expect(main.locator('img[src^="data:image/png"]')).toHaveCount(1)
    await page.unroute('**/_/media_objects')
    await button(problem, 'Try again').click()
    await expect.poll(() => percent(main)).toBeGreaterThan(2)
    await setNetwork(-1, true)
    await expect(problem).toContainText('You seem to be offline')
    await setNetwork(-1)
    await expect(problem).toHaveCount(0)
    await expectSaved(page)
    await expect.poll(() => storedWidths(page)).toContain('500')
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

/** Drops files of the disk on a point of the page, as the browser does it. */
const dropFiles = async (page: Page, target: Locator, ...names: string[]) => {
  const box = await boxOf(target)
  const session = await page.context().newCDPSession(page)
  const files = names.map((name) => resolve(pictureOf(name)))
  const point = { x: box.x + box.width / 2, y: box.y + 20 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', {
      type,
      ...point,
      data: { items: [], files, dragOperationsMask: 1 },
    })
}

const notification = (page: Page, text: string) => page.getByText(text)

test('a file dropped on a picture or its control replaces it; elsewhere the page stays and says why', async ({
  editor: page,
}) => {
  await open(page, article)
  await startEditing(page)
  await dropFiles(page, picture(page), 'harbour')
  await expectStored(page, 'harbour')
  await expect(manager(page).getByText('Written for the picture before.')).toBeVisible()
  await dropFiles(page, manager(page).getByText('Replace', { exact: true }), 'van')
  await expectStored(page, 'van')
  await dropFiles(page, picture(page), 'harbour', 'goat')
  await expect(notification(page, 'Choose one picture at a time.')).toBeVisible()

  for (const elsewhere of [heading(page), page.locator('header').first()]) {
    await dropFiles(page, elsewhere, 'goat')
    await expect(notification(page, 'Drop it on the part of the page')).toBeVisible()
    await expect(page).toHaveURL(article)
    await expect(button(page, 'Done')).toBeVisible()
  }
  await button(page, 'Undo').click()
  await expectStored(page, 'harbour')
})

test('a file dropped on something else is added after it', async ({ editor: page }) => {
  await startEditing(page)
  const before = await order(page)
  const shown = await storedWidths(page)
  await dropFiles(page, heading(page), 'goat')
  await expectSaved(page)
  await expect.poll(async () => (await order(page)).length).toBe(before.length + 1)
  expect((await order(page))[0]).toBe(before[0])
  // The picture and the component for it are one step.
  await button(page, 'Undo').click()
  await expect.poll(() => order(page)).toEqual(before)
  await button(page, 'Redo').click()
  await expect.poll(async () => (await order(page)).length).toBe(before.length + 1)
  await expect.poll(() => storedWidths(page)).toHaveLength(shown.length + 1)
  await expectSaved(page)
  expect((await storedWidths(page)).filter(Boolean)).toHaveLength(shown.filter(Boolean).length + 1)
})

/** Copies a picture as a PNG to the clipboard, and pastes it by the keys. */
const pastePicture = async (page: Page) => {
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(30, 20)
    canvas.getContext('2d')!.fillRect(0, 0, 30, 20)
    const blob = await canvas.convertToBlob({ type: 'image/png' })
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
  })
  await page.keyboard.press('ControlOrMeta+V')
}

/** The pictures of the page. Those without an alternative text have no role. */
const images = (page: Page) => page.getByRole('main').locator('img')

/** Returns the widths of the pictures in their files, as they are stored. */
const storedWidths = (page: Page) =>
  images(page).evaluateAll((shown) => shown.map((image) => image.getAttribute('width')))

test('a pasted picture replaces that of the selected image, and is added after anything else', async ({
  editor: page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await selectPicture(page)
  await pastePicture(page)
  await expect.poll(() => storedWidths(page)).toEqual(['30'])
  await expectSaved(page)
  await button(page, 'Undo').click()
  await expectStored(page, 'goat')

  await open(page, '/')
  await startEditing(page)
  const before = (await order(page)).length
  const count = await images(page).count()
  await heading(page).click()
  await manager(page).getByRole('tab').first().focus()
  let sendPicture = () => {}
  const isShown = new Promise<void>((resolve) => (sendPicture = resolve))
  await page.route('**/_/media_objects', async (route) => {
    await isShown
    await route.continue()
  })
  await pastePicture(page)
  await expect.poll(async () => (await order(page)).length).toBe(before + 1)
  // Shown from the clipboard while it is sent.
  await expect(images(page)).toHaveCount(count + 1)
  const main = page.getByRole('main')
  await expect(main.getByRole('progressbar', { name: /^Upload of/ })).toBeVisible()
  sendPicture()
  await expectSaved(page)
  await expect.poll(() => storedWidths(page)).toContain('30')
  await button(page, 'Undo').click()
  await expect(images(page)).toHaveCount(count)
  await expect.poll(async () => (await order(page)).length).toBe(before)
})

test('pasted pictures are undone and redone after a reload, and so is what was changed before', async ({
  editor: page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const press = async (name: 'Undo' | 'Redo', widths: (string | null)[]) => {
    await page.reload()
    await button(page, name).click()
    await expect.poll(() => storedWidths(page)).toEqual(widths)
    await expectSaved(page)
  }
  await selectPicture(page)
  const first = await storedWidths(page)
  await button(manager(page), 'Remove').click()
  await expect(picture(page)).toHaveCount(0)
  await expectSaved(page)
  await pastePicture(page)
  await expect.poll(() => storedWidths(page)).toEqual(['30'])
  await expectSaved(page)
  await press('Undo', [])
  await press('Undo', first)
  await press('Redo', [])
  await press('Redo', ['30'])
})

test('a picture that is pasted with the caret in a heading is added after it', async ({
  editor: page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await startEditing(page)
  const before = await order(page)
  const words = await heading(page).innerText()
  await selectHeading(page)
  await pastePicture(page)
  await expectSaved(page)
  await expect.poll(async () => (await order(page)).length).toBe(before.length + 1)
  expect((await order(page))[0]).toBe(before[0])
  await expect.poll(() => storedWidths(page)).toContain('30')
  await expect(heading(page)).toHaveText(words)
})

test('a pasted picture whose page is closed while it is sent is in its place after that, and saved on request', async ({
  editor: page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await startEditing(page)
  const count = await images(page).count()
  await heading(page).click()
  await manager(page).getByRole('tab').first().focus()
  // Is never answered.
  await page.route('**/_/media_objects', () => {})
  await pastePicture(page)
  await expect(page.getByRole('main').getByRole('progressbar')).toBeVisible()
  await expect.poll(() => keptCount(page)).toBe(1)
  await page.reload()
  await expect(button(page, 'Done')).toBeVisible()
  const problem = page.getByRole('region', { name: 'Not saved: Picture' })
  await expect(problem).toContainText('The page was closed before this was saved.')
  await expect(problem).toContainText('image.png')
  await expect(images(page)).toHaveCount(count + 1)
  await expect(images(page).and(page.locator('[src^="data:image/png"]'))).toHaveCount(1)
  expect(await findings(page)).toEqual([])

  await page.unroute('**/_/media_objects')
  await button(problem, 'Save').click()
  await expectSaved(page)
  await expect.poll(() => storedWidths(page)).toContain('30')
  await expect.poll(() => keptCount(page)).toBe(0)
  await button(page, 'Undo').click()
  await expect(images(page)).toHaveCount(count)
})

test.describe('without a network', () => {
  test.use({ expectedErrors: /net::ERR_/ })

  test('pictures that are pasted wait with their places over a reload, and each is added in its own', async ({
    editor: page,
  }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await startEditing(page)
    const before = (await order(page)).length
    const count = await images(page).count()
    await heading(page).click()
    await manager(page).getByRole('tab').first().focus()
    // The server cannot be reached, without the browser knowing.
    await page.route('**/_api/**', (route) => route.abort())
    for (const kept of [1, 2]) {
      await pastePicture(page)
      await expect.poll(() => keptCount(page, 'pasted')).toBe(kept)
    }
    await expect(saveStatus(page)).toHaveText('Not saved')
    await page.unroute('**/_api/**')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(saveStatus(page)).toHaveText('Not saved')
    expect(await order(page)).toHaveLength(before)
    await saveStatus(page).click()
    await button(unsavedList(page), 'Try again').first().click()
    await expect.poll(async () => (await order(page)).length).toBe(before + 2)
    await expectSaved(page)
    await expect(images(page)).toHaveCount(count + 2)
    await expect.poll(() => keptCount(page, 'pasted')).toBe(0)
  })
})

test('a picture without an alternative text says so on the page, in the outline and before it is published', async ({
  editor: page,
}) => {
  const alt = manager(page).getByLabel('Alternative text', { exact: true })
  const mark = page.locator('[data-missing-alt]')
  await selectPicture(page)
  await expect(mark).toHaveCount(0)
  await alt.fill('')
  await expect(mark).toBeVisible()
  await expect(alt).toHaveAccessibleDescription(/^Missing\./)
  await expectSaved(page)
  await button(page, 'Outline').click()
  const row = page.getByRole('treeitem', { name: 'Image No alternative text' })
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: /drafts? on this page$/ }).click()
  await page.getByRole('menuitem', { name: 'Review changes…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Changes' })
  await expect(dialog.getByText('No alternative text')).toBeVisible()
  await page.keyboard.press('Escape')

  await manager(page).getByLabel('Decorative: needs no description').check()
  await expect(mark).toHaveCount(0)
  await expect(row).toHaveCount(0)
  await expectSaved(page)
  await page.reload()
  await images(page).first().click()
  await expect(manager(page).getByLabel('Decorative: needs no description')).toBeChecked()
  await expect(mark).toHaveCount(0)
})

const chooser = (page: Page) => button(page, 'Choose a picture…')

test('an image is added at once, without a picture for visitors, and one is chosen by keys', async ({
  editor: page,
  visitor,
}) => {
  await open(page, '/about')
  await startEditing(page)
  const count = await images(page).count()
  await selectHeading(page)
  await insertComponent(page, 'Add after', 'Image')
  await expect(chooser(page)).toBeFocused()
  await expect(manager(page).getByRole('tab', { name: 'Image' })).toBeVisible()
  await expectSaved(page)
  await expect(control(page)).toHaveAccessibleDescription('Required to publish')
  await expect(control(page)).not.toHaveAttribute('aria-invalid', 'true')
  await open(visitor, '/about')
  await expect(visitor.getByText('No picture yet')).toHaveCount(0)

  const chosen = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  const files = await chosen
  expect(files.isMultiple()).toBe(false)
  await files.setFiles(pictureOf('harbour'))
  await expect(images(page)).toHaveCount(count + 1)
  await expect(chooser(page)).toHaveCount(0)
  await expect(manager(page).getByLabel('Alternative text')).toBeFocused()
  await expectSaved(page)
  await button(page, 'Undo').click()
  await expect(chooser(page)).toBeVisible()
  await button(page, 'Undo').click()
  await expect(chooser(page)).toHaveCount(0)
})

test('a picture is dropped on the place of a missing one, and chosen by a press that selects', async ({
  editor: page,
}) => {
  await startEditing(page)
  const selected = page.locator('[data-iri][aria-current="true"]', { has: chooser(page) })
  await expect(selected).toHaveCount(0)
  const canceled = page.waitForEvent('filechooser')
  await chooser(page).click()
  await canceled
  await expect(selected).toHaveCount(1)
  await dropFiles(page, page.getByText('No picture yet.'), 'harbour')
  await expect(chooser(page)).toHaveCount(0)
  await expect.poll(() => storedWidths(page)).toEqual(['1600', '1600'])
  await expectSaved(page)
  await button(manager(page), 'Remove').click()
  await expect(chooser(page)).toBeVisible()
})

atEachWidth((width) => {
  test('the place of a missing picture is in sight and accessible', async ({ editor: page }) => {
    await startEditing(page)
    const chosen = page.waitForEvent('filechooser')
    await chooser(page).click()
    await chosen
    await expect(manager(page)).toBeVisible()
    expect(await findings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
    await page.screenshot({ path: test.info().outputPath('missing-picture.png') })
  })

  test('the control of a picture is in sight and accessible', async ({ editor: page }) => {
    await selectPicture(page)
    await control(page).setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('words'),
    })
    const replace = manager(page).getByText('Replace', { exact: true })
    await expect(replace).toBeInViewport()
    const { height } = await boxOf(button(manager(page), 'Remove'))
    expect((await boxOf(replace)).height).toBe(height)
    await manager(page).getByLabel('Alternative text', { exact: true }).fill('')
    await expect(page.locator('[data-missing-alt]')).toBeVisible()
    expect(await findings(page, '[data-editor-panel]')).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
    await page.screenshot({ path: test.info().outputPath('picture.png') })
  })
})
