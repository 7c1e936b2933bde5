import type { Locator, Page } from '@playwright/test'
import { atEachWidth, findings } from '../support/accessibility.ts'
import { boxOf } from '../support/at-rest.ts'
import { expectSaved, manager, startEditing } from '../support/editor-actions.ts'
import { button, expect, open, test } from '../support/fixtures.ts'

const article = '/blog-articles/blog-article-1'
const list = '/blog-articles'

const picture = (page: Page) => page.getByRole('main').getByRole('img')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Crop and focal point' })
const handle = (page: Page, name: string) => dialog(page).getByRole('slider', { name })

/** Opens an article in edit mode, and the dialog of its picture. */
const openDialog = async (page: Page) => {
  await open(page, article)
  await startEditing(page)
  await picture(page).click()
  await button(manager(page), 'Crop…').click()
  await expect(handle(page, 'Cropped part')).toBeVisible()
}

/** Drags an element by a part of the size of the picture. */
const drag = async (page: Page, element: Locator, x: number, y: number) => {
  const whole = await boxOf(dialog(page).locator('img').first())
  const box = await boxOf(element)
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + (x * whole.width) / 2, from.y + (y * whole.height) / 2)
  await page.mouse.move(from.x + x * whole.width, from.y + y * whole.height)
  await page.mouse.up()
}

/** Returns the size that a picture takes before its file is there, and the file that is shown. */
const shown = (page: Page) =>
  picture(page).evaluate((image: HTMLImageElement) => ({
    width: Number(image.getAttribute('width')),
    height: Number(image.getAttribute('height')),
    isCropped: image.currentSrc.includes('.crop-'),
    natural: image.naturalWidth / image.naturalHeight,
  }))

const original = { width: 1600, height: 1067 }
const expectWhole = (page: Page) =>
  expect.poll(() => shown(page)).toMatchObject({ ...original, isCropped: false })

test('a picture is cropped by dragging, visitors get the crop once it is published, and one undo takes it back', async ({
  editor: page,
  visitor,
}) => {
  await openDialog(page)
  await drag(page, dialog(page).locator('[data-corner="left top"]'), 0.5, 0.25)
  await expect(handle(page, 'Left edge')).toHaveAttribute('aria-valuenow', '50')
  await expect(handle(page, 'Top edge')).toHaveAttribute('aria-valuenow', '25')
  await button(dialog(page), 'Apply').click()
  await expectSaved(page)
  const cropped = { width: 800, height: 800, isCropped: true, natural: 1 }
  await expect
    .poll(async () => {
      const { width, height, natural, isCropped } = await shown(page)
      const round = (size: number) => Math.round(size / 20) * 20
      return {
        width: round(width),
        height: round(height),
        isCropped,
        natural: Math.round(natural * 10) / 10,
      }
    })
    .toEqual(cropped)
  await expect(button(manager(page), 'Crop…')).toHaveAccessibleDescription(
    /^50 × 75 % of the picture, 50 % from the left, 25 % from the top$/,
  )
  await expect(button(manager(page), 'Crop…')).toBeFocused()

  await open(visitor, article)
  await expectWhole(visitor)
  await button(manager(page), 'Publish').click()
  await expectSaved(page)
  await visitor.reload()
  await expect.poll(async () => (await shown(visitor)).isCropped).toBe(true)

  await button(manager(page), 'Crop…').click()
  await button(dialog(page), 'Reset').click()
  await button(dialog(page), 'Apply').click()
  await expectWhole(page)
  await expectSaved(page)
  await button(page, 'Undo').click()
  await expect.poll(async () => (await shown(page)).isCropped).toBe(true)
})

test('by keys alone, each handle says where it is, Escape leaves everything as it was', async ({
  editor: page,
}) => {
  await openDialog(page)
  await handle(page, 'Right edge').focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(handle(page, 'Right edge')).toHaveAttribute('aria-valuetext', '89 % from the left')
  await handle(page, 'Cropped part').focus()
  await page.keyboard.press('ArrowRight')
  await expect(handle(page, 'Cropped part')).toHaveAttribute(
    'aria-valuetext',
    '1 % from the left, 0 % from the top',
  )
  await handle(page, 'Focal point').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(handle(page, 'Focal point')).toHaveAttribute(
    'aria-valuetext',
    '46 % from the left, 60 % from the top',
  )
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(button(manager(page), 'Crop…')).toHaveAccessibleDescription(
    'The whole picture is shown.',
  )

  await page.keyboard.press('Enter')
  await dialog(page).getByText('Exact values, in percent').click()
  await dialog(page).getByLabel('Width', { exact: true }).fill('40')
  await dialog(page).getByLabel('Left', { exact: true }).fill('200')
  await dialog(page).getByLabel('Height', { exact: true }).fill('nothing')
  await dialog(page).getByLabel('Focus left').fill('70')
  await dialog(page).getByLabel('Focus left').press('Enter')
  await expect(handle(page, 'Left edge')).toHaveAttribute('aria-valuenow', '60')
  await button(dialog(page), 'Apply').click()
  await expect(button(manager(page), 'Crop…')).toHaveAccessibleDescription(
    '40 × 100 % of the picture, 60 % from the left, 0 % from the top; focal point 70 % from the left, 50 % from the top',
  )
  await expectSaved(page)
})

test('a shape is kept while the crop is dragged, and a replaced picture is whole until undo brings both back', async ({
  editor: page,
}) => {
  await openDialog(page)
  await dialog(page).getByLabel('1:1').check()
  const ratio = async () => {
    const box = await boxOf(handle(page, 'Cropped part'))
    return Math.round((box.width / box.height) * 50) / 50
  }
  expect(await ratio()).toBe(1)
  await drag(page, dialog(page).locator('[data-corner="right bottom"]'), -0.2, -0.1)
  expect(await ratio()).toBe(1)
  await button(dialog(page), 'Apply').click()
  await expectSaved(page)
  await expect.poll(async () => (await shown(page)).isCropped).toBe(true)
  const before = await shown(page)

  await manager(page)
    .getByLabel('Picture', { exact: true })
    .setInputFiles('server/seed/pictures/harbour/original.webp')
  await expectSaved(page)
  await expect.poll(async () => (await shown(page)).isCropped).toBe(false)
  await button(page, 'Undo').click()
  await expect.poll(() => shown(page)).toEqual(before)
  await button(page, 'Redo').click()
  await expect.poll(async () => (await shown(page)).isCropped).toBe(false)
})

test('the focal point stays in sight in lists', async ({ editor: page, visitor }) => {
  await openDialog(page)
  await drag(page, handle(page, 'Focal point'), 0.4, -0.4)
  await button(dialog(page), 'Apply').click()
  await expectSaved(page)
  await button(manager(page), 'Publish').click()
  await expectSaved(page)
  await open(visitor, list)
  const card = visitor.locator('article img').last()
  await expect(visitor.locator('img[style*="object-position"]')).toHaveCount(1)
  await expect(card).toBeVisible()
  const framed = visitor.locator('img[style*="object-position"]')
  await expect(framed).toHaveCSS('object-position', /^90(\.\d+)?% (9|10)(\.\d+)?%$/)
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } })

  test('a crop is dragged by a finger, and the page stays where it is', async ({
    editor: page,
  }) => {
    await openDialog(page)
    const box = await boxOf(handle(page, 'Left edge'))
    const whole = await boxOf(dialog(page).locator('img').first())
    const session = await page.context().newCDPSession(page)
    const at = (way: number) => [
      { x: box.x + box.width / 2 + way * whole.width, y: box.y + box.height / 2 },
    ]
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
    for (const way of [0.1, 0.2, 0.3])
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(way) })
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(handle(page, 'Left edge')).toHaveAttribute('aria-valuenow', '30')
  })
})

atEachWidth((width) => {
  test('the dialog is in sight and accessible', async ({ editor: page }) => {
    await openDialog(page)
    await dialog(page).getByLabel('4:3').check()
    await drag(page, dialog(page).locator('[data-corner="left top"]'), 0.3, 0.2)
    await drag(page, handle(page, 'Focal point'), 0.1, -0.1)
    await dialog(page).getByText('Exact values, in percent').click()
    expect(await findings(page, 'dialog')).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
    await page.screenshot({ path: test.info().outputPath('framing.png') })
  })
})
