import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { atEachWidth, findings } from '../support/accessibility.ts'
import { boxOf } from '../support/at-rest.ts'
import {
  bodyText,
  expectSaved,
  insertComponent,
  manager,
  saveStatus,
  startEditing,
} from '../support/editor-actions.ts'
import { button, expect, heading, open, signIn, test } from '../support/fixtures.ts'
import { keptCount } from '../support/uploads.ts'

const harbour = 'server/seed/pictures/harbour/original.webp'
const text = (page: Page) => bodyText(page).first()
const form = (page: Page) => page.getByRole('region', { name: 'Image', exact: true })
/** The pictures that the text has, without those that are being uploaded. */
const pictures = (page: Page) => text(page).locator('img[src^="/_api/_/media_objects/"]')
const alternativeText = (page: Page) => form(page).getByLabel('Alternative text')
/** The pictures that the text shows from the disk until they are sent. */
const unsent = (page: Page) => text(page).locator('img[src^="blob:"]')
const problem = (page: Page) => page.getByRole('region', { name: 'Not saved: Body text' })
const htmlOf = (page: Page) => text(page).evaluate((element) => element.innerHTML)

/** Enters edit mode with the caret in a new line at the end of the text. */
const openLine = async (page: Page) => {
  await startEditing(page)
  await text(page).click()
  await expect(page.getByRole('group', { name: 'Format' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('Enter')
}

/** Opens the form by the block menu, and chooses a picture of the disk. */
const pickPicture = async (page: Page) => {
  await page.keyboard.type('/image')
  await page.keyboard.press('Enter')
  await expect(button(form(page), 'Choose a picture…')).toBeFocused()
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(harbour)
}

test('a picture of the disk is described, published, and seen by visitors in the size that they need', async ({
  editor: page,
  visitor,
}) => {
  await openLine(page)
  await pickPicture(page)
  await expect(pictures(page)).toHaveCount(1)
  await expect(text(page)).toBeFocused()
  await page.keyboard.type('Below it')
  await expect(text(page).locator('p').last()).toHaveText('Below it')
  await expect(text(page).locator('.rich-text-undescribed')).toHaveCount(1)

  await pictures(page).click()
  await expect(form(page).getByText('Missing.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(alternativeText(page)).toBeFocused()
  await page.keyboard.type('The harbour at ')
  await expect(text(page).locator('.rich-text-undescribed')).toHaveCount(0)
  await expectSaved(page)
  await page.keyboard.type('dawn')
  await expect(alternativeText(page)).toHaveValue('The harbour at dawn')
  await page.keyboard.press('Escape')
  await expect(text(page)).toBeFocused()
  await button(manager(page), 'Publish').click()
  await expect(button(manager(page), 'Publish')).toHaveCount(0)

  await visitor.goto('/')
  const seen = visitor.getByRole('img', { name: 'The harbour at dawn' })
  await expect(seen).toHaveAttribute('loading', 'lazy')
  await expect(seen).toHaveAttribute('srcset', /w480\.webp 480w, .*960w/)
  await seen.scrollIntoViewIfNeeded()
  await expect
    .poll(() => seen.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(0)
  expect(await seen.evaluate((image: HTMLImageElement) => image.currentSrc)).not.toContain(
    'original',
  )
})

test('undo takes back a picture and its description, and redo brings them again', async ({
  editor: page,
}) => {
  await openLine(page)
  await expectSaved(page)
  const before = await htmlOf(page)
  await pickPicture(page)
  await expect(pictures(page)).toHaveCount(1)
  await expectSaved(page)
  await text(page).focus()
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(pictures(page)).toHaveCount(0)
  expect(await htmlOf(page)).toBe(before)
  await page.keyboard.press('ControlOrMeta+Y')
  await expect(pictures(page)).toHaveCount(1)
  await expectSaved(page)
})

test.describe('without a network for a while', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('pictures that are pasted or dropped go into the text, and wait while the site is not reached', async ({
    editor: page,
  }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await openLine(page)
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(30, 20)
      canvas.getContext('2d')!.fillRect(0, 0, 30, 20)
      const blob = await canvas.convertToBlob({ type: 'image/png' })
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
    })
    await page.keyboard.press('ControlOrMeta+V')
    await expect(pictures(page)).toHaveAttribute('width', '30')
    await expectSaved(page)

    await page.context().setOffline(true)
    const box = await boxOf(text(page).locator('p').first())
    const session = await page.context().newCDPSession(page)
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', {
        type,
        x: box.x + 20,
        y: box.y + 10,
        data: { items: [], files: [resolve(harbour)], dragOperationsMask: 1 },
      })
    await expect(unsent(page)).toBeVisible()
    await expect(problem(page)).toContainText('You seem to be offline')
    await expect(pictures(page)).toHaveCount(1)
    await page.context().setOffline(false)
    await expect(pictures(page)).toHaveCount(2)
    await expect(text(page).locator('p:first-child + .rich-text-undescribed + img')).toHaveCount(1)
    await expectSaved(page)
  })
})

test('a file that is no picture is refused, and the text is as before', async ({
  editor: page,
}) => {
  await openLine(page)
  await page.keyboard.type('/image')
  await page.keyboard.press('Enter')
  const chooser = page.waitForEvent('filechooser')
  await button(form(page), 'Choose a picture…').click()
  const buffer = Buffer.from('words')
  await (await chooser).setFiles({ name: 'words.pdf', mimeType: 'application/pdf', buffer })
  await expect(page.getByText(/words\.pdf: .*PNG, JPEG, GIF, WebP, AVIF or SVG/)).toBeVisible()
  await expect(unsent(page)).toHaveCount(0)
  await expect(text(page)).toBeFocused()
  await expectSaved(page)
})

/** Holds the answers about new files of the library back. Returns a function that lets them go. */
const holdUploads = async (page: Page) => {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/_/media_objects', async (route) => {
    await isReleased
    await route.continue().catch(() => {})
  })
  return release
}

/** Picks a picture whose upload is held, and types below it. Returns a function that lets the upload go on. */
const pickHeldPicture = async (page: Page) => {
  await openLine(page)
  const release = await holdUploads(page)
  await pickPicture(page)
  await page.keyboard.type('Below it')
  return release
}

test('a picture that is being sent is no reason to stay at its text, and Done waits for it', async ({
  editor: page,
}) => {
  await openLine(page)
  const release = await holdUploads(page)
  await pickPicture(page)
  await expect(unsent(page)).toHaveCount(1)
  await page.keyboard.type('Below it')
  await expect(page.getByRole('main').getByRole('progressbar')).toBeVisible()
  await expect(saveStatus(page)).toHaveAttribute('data-save-status', 'saving')
  await heading(page).click()
  await expect(manager(page).getByRole('tab', { name: 'Title' })).toBeVisible()
  await expect(unsent(page)).toHaveCount(1)
  await expect(saveStatus(page)).toHaveAttribute('data-save-status', 'saving')
  await button(page, 'Done').click()
  await expect(saveStatus(page)).toHaveAttribute('data-save-status', 'saving')
  release()
  await expect(button(page, 'Edit')).toBeVisible()
  await page.reload()
  await startEditing(page)
  await expect(pictures(page)).toHaveCount(1)
  expect(await htmlOf(page)).toMatch(/<img[^>]*><p>Below it<\/p>$/)
})

test('words that are typed while a picture is sent and that picture are undone one after the other', async ({
  editor: page,
}) => {
  const release = await pickHeldPicture(page)
  release()
  await expect(pictures(page)).toHaveCount(1)
  await expectSaved(page)
  const last = text(page).locator('p').last()
  const states = [
    async () => {
      await expect(pictures(page)).toHaveCount(0)
      await expect(last).toHaveText('Below it')
    },
    async () => {
      await expect(pictures(page)).toHaveCount(0)
      await expect(last).not.toHaveText('Below it')
    },
  ]
  for (const expectState of states) {
    await button(page, 'Undo').click()
    await expectState()
  }
  for (const expectState of [states[0]!, () => expect(pictures(page)).toHaveCount(1)]) {
    await button(page, 'Redo').click()
    await expectState()
  }

  // The text itself takes back what was typed last.
  await text(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('Last')
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(last).toHaveText('Below it')
  await expect(pictures(page)).toHaveCount(1)
  await expectSaved(page)
})

test('a picture whose upload is canceled leaves the words that were typed meanwhile', async ({
  editor: page,
}) => {
  await pickHeldPicture(page)
  await button(page.getByRole('main'), 'Cancel original.webp').click()
  await expect(text(page)).toBeFocused()
  await expectSaved(page)
  await expect(text(page).locator('img')).toHaveCount(0)
  await expect(text(page).locator('p').last()).toHaveText('Below it')
})

test('a picture whose page is closed while it is sent is in its place in the text after that, and saved on request', async ({
  editor: page,
}) => {
  const release = await pickHeldPicture(page)
  await expect(page.getByRole('main').getByRole('progressbar')).toBeVisible()
  await expect.poll(() => keptCount(page)).toBe(1)
  await page.reload()
  await expect(button(page, 'Done')).toBeVisible()
  await expect(problem(page)).toContainText('The page was closed before this was saved.')
  await expect(unsent(page)).toHaveCount(1)
  await expect
    .poll(() => unsent(page).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  release()
  await button(problem(page), 'Save').click()
  await expectSaved(page)
  await expect(pictures(page)).toHaveCount(1)
  expect(await htmlOf(page)).toMatch(/<img[^>]*><p>Below it<\/p>$/)
  await expect.poll(() => keptCount(page)).toBe(0)
})

test('a picture that could not be kept over a reload is told as not added, and the words are there', async ({
  editor: page,
}) => {
  await pickHeldPicture(page)
  await expect.poll(() => keptCount(page)).toBe(1)
  await page.evaluate(() => void indexedDB.deleteDatabase('edits'))
  await page.reload()
  await expect(problem(page)).toContainText('Below it')
  await expect(page.getByText('It was not kept when the page was closed.')).toBeVisible()
  await button(problem(page), 'Save').click()
  await expectSaved(page)
  await expect(text(page).locator('img')).toHaveCount(0)
})

test('a text that is being added is added with its picture', async ({ editor: page }) => {
  await startEditing(page)
  await heading(page).click()
  await insertComponent(page, 'Add after', 'Body Text')
  await page.keyboard.type('Words')
  await page.keyboard.press('Enter')
  await pickPicture(page)
  await expect(unsent(page)).toHaveCount(1)
  await button(manager(page), 'Add draft').click()
  await expect(button(manager(page), 'Add draft')).toHaveCount(0)
  await expect(pictures(page)).toHaveCount(1)
  await expectSaved(page)
})

test.describe('in a text that a colleague deletes', () => {
  test.use({ expectedErrors: /404/ })

  test('a picture that is being sent is put back with the text', async ({
    editor: page,
    newUser,
  }) => {
    const release = await pickHeldPicture(page)
    await expect(page.getByRole('main').getByRole('progressbar')).toBeVisible()
    const iri = await text(page).evaluate(
      (element) => element.closest<HTMLElement>('[data-iri^="/component/"]')!.dataset['iri']!,
    )
    const colleague = await newUser()
    await signIn(colleague)
    expect((await colleague.request.delete(`/_api${iri}`)).status()).toBe(204)
    release()
    await button(problem(page), 'Put back').click()
    await expectSaved(page)
    await expect(pictures(page)).toHaveCount(1)
  })
})

atEachWidth(() => {
  test('a picture of the library is chosen for a text, and the library says where it is', async ({
    editor: page,
  }) => {
    await openLine(page)
    await page.keyboard.type('/image')
    await page.keyboard.press('Enter')
    await button(form(page), 'From the library…').click()
    const library = page.getByRole('dialog', { name: 'Media library' })
    await library.getByRole('listitem').first().getByRole('button').click()
    await expect(pictures(page)).toHaveCount(1)
    await expect(alternativeText(page)).toBeInViewport({ ratio: 1 })
    expect(await findings(page, 'section[aria-label="Image"]')).toEqual([])
    await expectSaved(page)
    const iri = /media_objects\/[^/]+/.exec((await pictures(page).getAttribute('src'))!)![0]
    await open(page, `/_cwa/media/${iri.split('/')[1]}`)
    await expect(page.getByText(/^Body Text/).first()).toBeVisible()
  })
})
