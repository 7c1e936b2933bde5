/** The page as wide as on a device, and light or dark, while it is edited in a wider window. */
import type { Locator, Page } from '@playwright/test'
import { seriousFindings } from '../support/accessibility.ts'
import { boxOf } from '../support/at-rest.ts'
import {
  bodyText,
  expectSaved,
  isUncovered,
  manager,
  order,
  replaceText,
  selectHeading,
  startEditing,
  title,
} from '../support/editor-actions.ts'
import { button, expect, expectHydrated, heading, open, test } from '../support/fixtures.ts'

const trigger = (page: Page) => page.getByRole('button', { name: /^Preview: / })
const layout = (page: Page) => page.locator('[data-area="layout"]')

const choose = async (page: Page, option: string) => {
  await trigger(page).click()
  await page.getByRole('menuitemradio', { name: option }).click()
}

const choosePhone = (page: Page) => choose(page, 'Phone, 390 px')
const chooseTablet = (page: Page) => choose(page, 'Tablet, 768 px')

/** Returns the color of an element's background and that of its text. */
const colorsOf = (target: Locator) =>
  target.evaluate((element) => {
    const { backgroundColor, color } = getComputedStyle(element)
    return { backgroundColor, color }
  })

const light = { backgroundColor: 'rgb(251, 249, 245)', color: 'rgb(30, 29, 36)' }
const dark = { backgroundColor: 'rgb(21, 23, 26)', color: 'rgb(236, 234, 229)' }

test('the page is as wide as on the device, in the middle of its room, until editing ends', async ({
  editor: page,
}) => {
  const wide = await boxOf(layout(page))
  await startEditing(page)
  const beside = await boxOf(layout(page))
  await choosePhone(page)
  expect(await boxOf(layout(page))).toMatchObject({ x: (960 - 390) / 2, width: 390 })
  await chooseTablet(page)
  expect(await boxOf(layout(page))).toMatchObject({ x: (960 - 768) / 2, width: 768 })

  await page.reload()
  await expectHydrated(page)
  await expect(trigger(page)).toHaveAccessibleName('Preview: tablet')
  await expect.poll(() => boxOf(layout(page))).toMatchObject({ width: 768 })

  await button(page, 'Outline').click()
  // Between the outline and the panel there is less room than on a tablet.
  expect(await boxOf(layout(page))).toMatchObject({ x: 280, width: 680 })
  await choosePhone(page)
  expect(await boxOf(layout(page))).toMatchObject({ x: 280 + (680 - 390) / 2, width: 390 })
  await button(page, 'Close outline').click()

  await page.keyboard.press('Control+Backslash')
  expect(await boxOf(layout(page))).toMatchObject({ x: (1280 - 390) / 2, width: 390 })
  await page.keyboard.press('Control+Backslash')
  await choose(page, 'Desktop, this window')
  expect(await boxOf(layout(page))).toMatchObject({ x: beside.x, width: beside.width })

  await choosePhone(page)
  await button(page, 'Done').click()
  expect(await boxOf(layout(page))).toMatchObject({ x: wide.x, width: wide.width })
  await startEditing(page)
  expect((await boxOf(layout(page))).width).toBe(390)
})

test('the styles of the page answer to its width', async ({ editor: page }) => {
  await open(page, '/topic-1/chapter-one')
  const columns = () =>
    layout(page)
      .locator('article')
      .evaluate((element) => getComputedStyle(element.parentElement!).gridTemplateColumns)
      .then((tracks) => tracks.split(' ').length)
  expect(await columns()).toBe(2)
  const fontSize = () =>
    page
      .getByRole('heading', { level: 1 })
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
  const large = await fontSize()
  await startEditing(page)
  await choosePhone(page)
  expect(await columns()).toBe(1)
  expect(await fontSize()).toBeLessThan(large)
  const isOverflowing = await layout(page).evaluate(
    ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
  )
  expect(isOverflowing).toBe(false)
})

for (const device of ['Phone, 390 px', 'Tablet, 768 px'])
  test(`${device}: what is selected is highlighted, typed, moved and in sight`, async ({
    editor: page,
  }) => {
    await startEditing(page)
    await bodyText(page).last().click()
    await choose(page, device)
    await expect(trigger(page)).toBeFocused()
    const selected = page.locator('[data-area] [aria-current="true"]').first()
    const highlight = page.locator('[data-highlight="selection"]')
    const isHighlighted = async () => {
      const [inner, outer] = [await boxOf(selected), await boxOf(highlight)]
      return Math.abs(inner.x - outer.x) < 10 && Math.abs(inner.width - outer.width) < 20
    }
    await expect.poll(isHighlighted).toBe(true)
    const { y } = await boxOf(selected)
    expect(y).toBeLessThan(800)
    expect(y + (await boxOf(selected)).height).toBeGreaterThan(48)

    await selectHeading(page)
    await replaceText(page, 'On a small screen')
    await expectSaved(page)
    await expect(title(page).first()).toHaveText('On a small screen')
    expect(await isUncovered(page, page.getByRole('toolbar', { name: 'Tools' }))).toBe(true)

    const before = await order(page)
    const handle = button(page, 'Move')
    await handle.hover()
    await expect(handle).toHaveAttribute('aria-describedby', /.+/)
    await page.mouse.down()
    const target = await boxOf(bodyText(page).first())
    await page.mouse.move(target.x + 60, target.y + target.height * 0.8, { steps: 6 })
    await expect(page.locator('[data-drop-line]')).toBeVisible()
    await page.mouse.up()
    await expect.poll(() => order(page)).toEqual([before[1], before[0], ...before.slice(2)])
  })

test('the keyboard chooses, and the focus stays where it was', async ({ editor: page }) => {
  await startEditing(page)
  await trigger(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemradio', { name: 'Phone, 390 px' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(trigger(page)).toBeFocused()
  await expect(trigger(page)).toHaveAccessibleName('Preview: phone')
})

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`the system is ${colorScheme}`, () => {
    test.use({ colorScheme })
    const [own, other] = colorScheme === 'light' ? [light, dark] : [dark, light]

    test('the page alone is shown in other colors, until editing ends', async ({
      editor: page,
    }) => {
      await startEditing(page)
      await choose(page, colorScheme === 'light' ? 'Dark' : 'Light')
      expect(await colorsOf(layout(page))).toEqual(other)
      expect(await colorsOf(title(page).first())).toMatchObject({ color: other.color })
      expect(await colorsOf(page.locator('html'))).toMatchObject(own)
      await selectHeading(page)
      expect(await colorsOf(manager(page))).toMatchObject({ color: own.color })
      expect(await seriousFindings(page)).toEqual([])

      await choose(page, 'As the system')
      expect(await colorsOf(title(page).first())).toMatchObject({ color: own.color })
      await choose(page, colorScheme === 'light' ? 'Dark' : 'Light')
      await button(page, 'Done').click()
      expect(await colorsOf(heading(page))).toMatchObject({ color: own.color })
    })
  })

test.describe('in a window as narrow as a phone', () => {
  test.use({ viewport: { width: 390, height: 800 } })

  test('the page is as wide as the window, and nothing else is offered', async ({
    editor: page,
  }) => {
    await startEditing(page)
    await expect(trigger(page)).toBeHidden()
    expect((await boxOf(layout(page))).width).toBe(390)
  })
})

test('a window that becomes narrow shows the page as it is', async ({ editor: page }) => {
  await startEditing(page)
  await chooseTablet(page)
  await choose(page, 'Dark')
  await page.setViewportSize({ width: 500, height: 800 })
  expect(await boxOf(layout(page))).toMatchObject({ x: 0, width: 500 })
  expect(await colorsOf(title(page).first())).toMatchObject({ color: light.color })
})
