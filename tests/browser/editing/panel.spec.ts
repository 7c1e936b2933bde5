/** The resource manager beside the page, and below it where the window is narrow. */
import type { Page } from '@playwright/test'
import { atEachWidth, seriousFindings } from '../support/accessibility.ts'
import { boxOf } from '../support/at-rest.ts'
import { bodyText, manager, selectHeading, startEditing, title } from '../support/editor-actions.ts'
import { button, expect, expectHydrated, test } from '../support/fixtures.ts'

const separator = (page: Page) => page.getByRole('separator', { name: 'Resize panel' })
const selected = (page: Page) => page.locator('[data-area] [aria-current="true"]').first()
const hint = (page: Page) => page.getByText('Select something on the page to edit it.')
const now = (page: Page) => separator(page).getAttribute('aria-valuenow').then(Number)

/** Drags the separator by pixels, and leaves the button pressed. */
const drag = async (page: Page, by: { x: number; y: number }) => {
  const { x, y, width, height } = await boxOf(separator(page))
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + by.x, y + height / 2 + by.y, { steps: 4 })
}

/** Returns the controls within the panel of which a part is out of it. */
const cutOff = (page: Page) =>
  manager(page).evaluate((panelEl) => {
    const panel = panelEl.getBoundingClientRect()
    return [...panelEl.querySelectorAll('button, input, select, strong, p, dd')]
      .filter((element) => element.checkVisibility())
      .filter((element) => !element.closest('[role="tablist"]'))
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        return (
          left < panel.left || right > panel.right || element.scrollWidth > element.clientWidth + 1
        )
      })
      .map((element) => element.textContent)
  })

test.describe('beside the page', () => {
  test('is docked at the end, below the bar, and covers nothing of what is selected', async ({
    editor: page,
  }) => {
    await startEditing(page)
    for (const target of [title(page).first(), bodyText(page).first()]) {
      await target.click()
      const panel = await boxOf(manager(page))
      expect(panel).toEqual({ x: 960, y: 48, width: 320, height: 752 })
      const { x, width } = await boxOf(selected(page))
      expect(x + width).toBeLessThanOrEqual(panel.x)
      const highlight = await boxOf(page.locator('[data-highlight="selection"]'))
      expect(highlight.x + highlight.width).toBeLessThanOrEqual(panel.x)
    }
    expect(await cutOff(page)).toEqual([])
  })

  test('room for it is reserved before anything is selected, so that a selection moves nothing', async ({
    editor: page,
  }) => {
    const layout = page.locator('[data-area="layout"]')
    const text = page.getByRole('main').getByText('We bring the rest').first()
    await expect(text).toBeVisible()
    const wide = await boxOf(layout)
    await startEditing(page)
    await expect(hint(page)).toBeVisible()
    await expect(manager(page)).toHaveCount(0)
    expect(await boxOf(layout)).toMatchObject({ x: wide.x, width: wide.width - 320 })
    const before = await boxOf(text)
    await selectHeading(page)
    expect(await boxOf(text)).toEqual(before)
    await page.keyboard.press('Escape')
    await expect(manager(page)).toHaveCount(0)
    expect(await boxOf(text)).toEqual(before)
    await expect(hint(page)).toBeVisible()

    await page.keyboard.press('Control+Backslash')
    await expect(hint(page)).toBeHidden()
    expect((await boxOf(layout)).width).toBe(wide.width)
    await page.keyboard.press('Control+Backslash')
    await button(page, 'Done').click()
    await expect(hint(page)).toHaveCount(0)
    expect((await boxOf(layout)).width).toBe(wide.width)
  })

  test('a drag resizes it within its bounds, and a reload keeps that', async ({ editor: page }) => {
    await startEditing(page)
    await selectHeading(page)
    for (const [name, value] of [
      ['orientation', 'vertical'],
      ['valuenow', '320'],
      ['valuemin', '256'],
      ['valuemax', '512'],
      ['controls', (await manager(page).getAttribute('id'))!],
    ] as const)
      await expect(separator(page)).toHaveAttribute(`aria-${name}`, value)
    expect((await boxOf(separator(page))).width).toBeGreaterThanOrEqual(24)

    await drag(page, { x: -600, y: 0 })
    expect(await now(page)).toBe(512)
    await page.mouse.up()
    await drag(page, { x: 112, y: 0 })
    await page.mouse.up()
    await expect(title(page).first()).toBeFocused()
    expect(await now(page)).toBe(400)
    expect(await boxOf(manager(page))).toMatchObject({ x: 880, width: 400 })
    const layout = await boxOf(page.locator('[data-area="layout"]'))
    expect(layout.x + layout.width).toBe(880)

    await page.reload()
    await expectHydrated(page)
    await selectHeading(page)
    expect(await boxOf(manager(page))).toMatchObject({ x: 880, width: 400 })
    await separator(page).dblclick()
    expect(await boxOf(manager(page))).toMatchObject({ x: 960, width: 320 })
  })

  test('Escape puts back what a drag has changed, and keeps the selection', async ({
    editor: page,
  }) => {
    await startEditing(page)
    await selectHeading(page)
    await drag(page, { x: -100, y: 0 })
    expect(await now(page)).toBe(420)
    await page.keyboard.press('Escape')
    expect(await now(page)).toBe(320)
    await page.mouse.move(500, 300)
    await page.mouse.up()
    expect(await boxOf(manager(page))).toMatchObject({ x: 960, width: 320 })
    await expect(title(page).first()).toBeFocused()
  })

  test('keys resize it from the end of its own tab order', async ({ editor: page }) => {
    await startEditing(page)
    await selectHeading(page)
    await button(manager(page), 'Delete').focus()
    await page.keyboard.press('Tab')
    await expect(separator(page)).toBeFocused()
    expect(
      await separator(page).evaluate((element) => getComputedStyle(element).outlineStyle),
    ).toBe('solid')
    await page.keyboard.press('ArrowLeft')
    expect(await now(page)).toBe(336)
    expect((await boxOf(manager(page))).width).toBe(336)
    await page.keyboard.press('End')
    expect((await boxOf(manager(page))).width).toBe(512)
    await page.keyboard.press('Home')
    expect((await boxOf(manager(page))).width).toBe(256)
    expect(await cutOff(page)).toEqual([])
    await page.keyboard.press('Tab')
    await expect(bodyText(page).first()).toBeFocused()
  })

  test('long names are not cut off', async ({ editor: page }) => {
    await startEditing(page)
    await selectHeading(page)
    await manager(page)
      .getByRole('navigation', { name: 'Selection' })
      .locator('strong')
      .evaluate((element) => (element.textContent = 'Donaudampfschifffahrtsgesellschaft'.repeat(3)))
    expect(await cutOff(page)).toEqual([])
  })

  test('text of twice the size is not cut off', async ({ editor: page }) => {
    await startEditing(page)
    await selectHeading(page)
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    expect(await boxOf(manager(page))).toMatchObject({ x: 640, width: 640 })
    for (const name of ['Info', 'Order', 'Publish']) {
      await manager(page).getByRole('tab', { name }).click()
      expect(await cutOff(page), name).toEqual([])
    }
  })

  test('the actions are at its foot, the quiet Delete last', async ({ editor: page }) => {
    await startEditing(page)
    await selectHeading(page)
    await page.keyboard.type('Now ')
    await expect(button(manager(page), 'Publish')).toBeVisible()
    const actions = manager(page).getByRole('group', { name: 'Actions' }).getByRole('button')
    expect(await actions.allInnerTexts()).toEqual([
      'Publish',
      'Discard',
      'Add before',
      'Add after',
      'Move up',
      'Move down',
      'Duplicate',
      'Clipboard',
      'Delete',
    ])
    const styles = await actions.evaluateAll((buttons) =>
      buttons.map((element) => {
        const { backgroundColor, borderTopColor } = getComputedStyle(element)
        return `${backgroundColor} ${borderTopColor}`
      }),
    )
    expect(styles.at(-1)).toBe('rgba(0, 0, 0, 0) rgba(0, 0, 0, 0)')
    const heights = await actions.evaluateAll((buttons) =>
      buttons.map((each) => each.getBoundingClientRect().height),
    )
    expect(new Set(heights)).toEqual(new Set([32]))
  })
})

test.describe('beside the page and the outline', () => {
  test.use({ viewport: { width: 1024, height: 768 } })

  test('leave the page a column that is read without scrolling sideways', async ({
    editor: page,
  }) => {
    await startEditing(page)
    await button(page, 'Outline').click()
    await selectHeading(page)
    const panel = await boxOf(manager(page))
    const outline = await boxOf(page.getByRole('region', { name: 'Outline' }))
    const layout = await boxOf(page.locator('[data-area="layout"]'))
    expect(outline.x + outline.width).toBe(layout.x)
    expect(layout.x + layout.width).toBe(panel.x)
    expect(layout.width).toBeGreaterThanOrEqual(400)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024)
  })
})

test.describe('below the page', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true })

  test('is a sheet of at most half the height, resized by a drag and by keys', async ({
    editor: page,
  }) => {
    await startEditing(page)
    await expect(hint(page)).toBeHidden()
    // The last control of the bar, beside all others that there can be.
    const menu = await boxOf(page.getByRole('button', { name: 'Site menu' }))
    expect(menu.x + menu.width).toBeLessThanOrEqual(390)
    await selectHeading(page)
    const panel = await boxOf(manager(page))
    expect(panel).toEqual({ x: 0, y: 480, width: 390, height: 320 })
    const { y, height } = await boxOf(selected(page))
    expect(y + height).toBeLessThanOrEqual(panel.y)
    await expect(separator(page)).toHaveAttribute('aria-orientation', 'horizontal')
    await expect(separator(page)).toHaveAttribute('aria-valuemax', '400')
    expect((await boxOf(separator(page))).height).toBeGreaterThanOrEqual(24)
    expect(await separator(page).evaluate((each) => getComputedStyle(each).touchAction)).toBe(
      'none',
    )

    await drag(page, { x: 0, y: -300 })
    await page.mouse.up()
    expect((await boxOf(manager(page))).height).toBe(400)
    await separator(page).focus()
    await page.keyboard.press('ArrowDown')
    expect((await boxOf(manager(page))).height).toBe(384)
    await page.keyboard.press('Home')
    expect((await boxOf(manager(page))).height).toBe(128)

    await page.reload()
    await expectHydrated(page)
    await selectHeading(page)
    expect((await boxOf(manager(page))).height).toBe(128)
  })

  test('the end of the page can be scrolled above it', async ({ editor: page }) => {
    await startEditing(page)
    await selectHeading(page)
    const { y } = await boxOf(manager(page))
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const layout = page.locator('[data-area="layout"]')
    await expect
      .poll(async () => {
        const box = await boxOf(layout)
        return box.y + box.height
      })
      .toBeLessThanOrEqual(y)
  })
})

atEachWidth(() => {
  test('has no serious finding', async ({ editor: page }) => {
    await startEditing(page)
    expect(await seriousFindings(page), 'nothing selected').toEqual([])
    await selectHeading(page)
    await page.keyboard.type('Now ')
    await expect(button(manager(page), 'Publish')).toBeVisible()
    await separator(page).focus()
    expect(await seriousFindings(page), 'a draft').toEqual([])
  })
})
