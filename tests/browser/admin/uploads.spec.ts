/** Uploads many files to the media library, over slow and lost networks, reloads and other screens. */
import type { Page } from '@playwright/test'
import { atEachWidth, findings } from '../support/accessibility.ts'
import { button, expect, expectHydrated, heading, signOut, test } from '../support/fixtures.ts'
import { controlNetwork, noisyPicture as picture } from '../support/uploads.ts'

const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') }

const open = async (page: Page) => {
  await page.goto('/_cwa/media')
  await expectHydrated(page)
  await expect(page.getByText('Upload files…')).toBeVisible()
}
const choose = (page: Page, ...files: Awaited<ReturnType<typeof picture>>[]) =>
  page.getByLabel('Upload files…').setInputFiles(files)
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: name })
const tiles = (page: Page) => page.locator('main ul a[href^="/_cwa/media/"] img')

/** Returns the names of the files in the library, as the API lists them. */
const library = async (page: Page, search = 'upload') => {
  const listed = await page.request.get(`/_api/_/media_objects?search=${search}`)
  return ((await listed.json()) as { member: { name: string }[] }).member.map(({ name }) => name)
}

test('many files are uploaded at once, refused before they are sent, and found again', async ({
  editor: page,
}) => {
  await open(page)
  await expect(tiles(page)).not.toHaveCount(0)
  const count = await tiles(page).count()
  await choose(page, await picture('upload-one.png'), notes, await picture('upload-two.png'))
  await expect(row(page, 'upload-one.png')).toContainText('Uploaded')
  await expect(row(page, 'upload-two.png')).toContainText('Uploaded')
  await expect(row(page, 'notes.txt')).toContainText('Send a complete picture')
  await expect(tiles(page)).toHaveCount(count + 2)
  const file = await picture('upload-three.png')
  await choose(page, file)
  await expect(row(page, 'upload-three.png')).toContainText('Uploaded')
  await choose(page, { ...file, name: 'again.png' })
  await expect(row(page, 'again.png')).toContainText('Already in the library')
  await row(page, 'again.png').getByRole('link', { name: 'Open' }).click()
  await expect(heading(page)).toHaveText('upload-three.png')
  await page.goBack()
  await button(page, 'Clear the list').click()
  await expect(page.getByRole('list', { name: 'Uploads' })).toHaveCount(0)
})

test.describe('on a network', () => {
  test.use({ expectedErrors: /net::ERR_INTERNET_DISCONNECTED|net::ERR_NETWORK|Failed to load/ })

  test('that is slow and lost, progress is shown, uploads are canceled, and the others go on by themselves', async ({
    editor: page,
  }) => {
    await open(page)
    const setNetwork = await controlNetwork(page)
    await setNetwork(40_000)
    await choose(
      page,
      await picture('upload-a.png', 400),
      await picture('upload-b.png', 401),
      await picture('upload-c.png', 402),
    )
    await expect(row(page, 'upload-c.png')).toContainText('Waiting')
    const bar = row(page, 'upload-a.png').getByRole('progressbar')
    await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(5)
    await button(row(page, 'upload-b.png'), 'Cancel upload-b.png').click()
    await expect(row(page, 'upload-b.png')).toContainText('Canceled')
    await expect(row(page, 'upload-b.png')).toBeFocused()
    await expect(row(page, 'upload-c.png').getByRole('progressbar')).toBeVisible()
    await setNetwork(-1)
    await expect(row(page, 'upload-a.png')).toContainText('Uploaded')
    await expect(row(page, 'upload-c.png')).toContainText('Uploaded')

    await setNetwork(-1, true)
    await choose(page, await picture('upload-d.png', 403), await picture('upload-e.png', 404))
    await expect(page.getByText(/^The site cannot be reached/)).toBeVisible()
    await expect(row(page, 'upload-d.png')).toContainText('Waiting')
    await setNetwork(-1)
    await expect(row(page, 'upload-d.png')).toContainText('Uploaded')
    await expect(row(page, 'upload-e.png')).toContainText('Uploaded')
    expect((await library(page)).toSorted()).toEqual(
      ['a', 'c', 'd', 'e'].map((name) => `upload-${name}.png`),
    )
  })
})

test('uploading goes on while another screen is shown, and the tab asks before it is closed', async ({
  editor: page,
}) => {
  await open(page)
  const setNetwork = await controlNetwork(page)
  await setNetwork(60_000)
  await choose(page, await picture('upload-a.png', 400))
  await expect(row(page, 'upload-a.png').getByRole('progressbar')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the site' }).click()
  await expect(page).toHaveURL('/')
  const asked = page.waitForEvent('dialog')
  const closed = page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await closed
  await setNetwork(-1)
  await expect.poll(() => library(page)).toEqual(['upload-a.png'])
})

test('what a reload has interrupted is offered, sent once, discarded, and forgotten by signing out', async ({
  editor: page,
}) => {
  const offered = page.getByText(/interrupted/)
  page.on('dialog', (dialog) => void dialog.accept())
  await open(page)
  const setNetwork = await controlNetwork(page)
  await setNetwork(20_000)
  await choose(
    page,
    await picture('upload-a.png', 400),
    await picture('upload-b.png', 401),
    await picture('upload-c.png', 402),
  )
  await expect(row(page, 'upload-c.png')).toContainText('Waiting')
  await page.reload()
  await expect(offered).toHaveText('3 uploads were interrupted.')
  await expect(page.getByRole('list', { name: 'Uploads' })).toHaveCount(0)
  await setNetwork(-1)
  await button(page, 'Go on').click()
  for (const name of ['upload-a.png', 'upload-b.png', 'upload-c.png'])
    await expect(row(page, name)).toContainText(/Uploaded|Already/)
  expect(await library(page)).toHaveLength(3)
  await page.reload()
  await expect(page.getByText('Upload files…')).toBeVisible()
  await expect(offered).toHaveCount(0)

  await setNetwork(20_000)
  await choose(page, await picture('upload-d.png', 403))
  await expect(row(page, 'upload-d.png').getByRole('progressbar')).toBeVisible()
  await page.reload()
  await button(page, 'Discard').click()
  await expect(offered).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Upload files…')).toBeVisible()
  await expect(offered).toHaveCount(0)
  expect(await library(page)).toHaveLength(3)
})

test('files of somebody who has signed out are kept for nobody', async ({ editor: page }) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await open(page)
  const setNetwork = await controlNetwork(page)
  await setNetwork(20_000)
  await choose(page, await picture('upload-a.png', 400))
  await expect(row(page, 'upload-a.png').getByRole('progressbar')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the site' }).click()
  await setNetwork(-1)
  // A navigation ends with the focus on the heading, which would close the menu.
  await expect(page.locator('main h1').first()).toBeFocused()
  await signOut(page)
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opened = indexedDB.open('uploads', 1)
          opened.addEventListener('error', () => reject(new Error('Not opened.')))
          opened.addEventListener('success', () => {
            const counted = opened.result.transaction('files').objectStore('files').count()
            counted.addEventListener('success', () => {
              opened.result.close()
              resolve(counted.result)
            })
          })
        }),
    )
  await expect.poll(kept).toBe(0)
})

atEachWidth((width) => {
  test('the uploads are accessible and in sight', async ({ editor: page }) => {
    await open(page)
    const setNetwork = await controlNetwork(page)
    await setNetwork(20_000)
    const long = 'A long wordwithoutanyspaceatall'.repeat(4)
    await choose(
      page,
      await picture(`${long}.png`, 400),
      await picture('upload-b.png', 401),
      await picture('upload-c.png', 402),
      notes,
    )
    await button(page, 'Cancel upload-b.png').click()
    await expect(row(page, 'upload-c.png').getByRole('progressbar')).toBeVisible()
    expect(await findings(page, 'main')).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
    await page.screenshot({ path: test.info().outputPath('uploads.png') })
  })
})
