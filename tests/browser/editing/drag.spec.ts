import type { Locator, Page } from '@playwright/test'
import { findings, seriousFindings } from '../support/accessibility.ts'
import { boxOf } from '../support/at-rest.ts'
import { bodyText, manager, order, selectHeading, startEditing } from '../support/editor-actions.ts'
import { button, expect, signIn, test } from '../support/fixtures.ts'

const handle = (page: Page) => button(page, 'Move')
const line = (page: Page) => page.locator('[data-drop-line]')
const dragged = (page: Page) => page.locator('[data-dragged]')

const expectAnnounced = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').getByText(text)).toBeAttached()

/** Waits until the code behind the handle is loaded. */
const expectHandle = (page: Page) => expect(handle(page)).toHaveAttribute('aria-describedby', /.+/)

type Order = Awaited<ReturnType<typeof order>>

const expectOrder = (page: Page, expected: Order) =>
  expect.poll(() => order(page)).toEqual(expected)

/** Returns an order with its first two changed over. */
const swapped = ([first, second, ...rest]: Order) => [second!, first!, ...rest]

const centerOf = async (element: Locator) => {
  const { x, y, width, height } = await boxOf(element)
  return { x: x + width / 2, y: y + height / 2 }
}

/** Picks the selected component up with the mouse. */
const grab = async (page: Page) => {
  const { x, y } = await centerOf(handle(page))
  await page.mouse.move(x, y)
  await expectHandle(page)
  await page.mouse.down()
  await page.mouse.move(x + 8, y + 8)
  await expect(dragged(page)).toHaveCount(1)
}

const moveOver = async (page: Page, element: Locator, part = 0.5) => {
  await element.scrollIntoViewIfNeeded()
  const { x, y, width, height } = await boxOf(element)
  await page.mouse.move(x + Math.min(width / 2, 200), y + height * part, { steps: 4 })
}

/** Selects the heading of the home page. Returns the order of its section. */
const openHome = async (page: Page) => {
  await startEditing(page)
  await selectHeading(page)
  return order(page)
}

/** Picks the heading of the home page up with the mouse. Returns the order of its section before. */
const grabHeading = async (page: Page) => {
  const before = await openHome(page)
  await grab(page)
  return before
}

/** Selects a link of the menu, and answers the question whether the layout is to be edited. */
const selectMenuLink = async (page: Page, name: string) => {
  await page.getByRole('navigation', { name: 'Main' }).getByText(name).click()
  await button(page, 'Edit the layout').click()
  await button(page.getByRole('dialog'), 'Ok').click()
  await expect(manager(page)).toBeVisible()
}

test('the mouse drags a component to another position of its section, and undo puts it back', async ({
  editor: page,
}) => {
  const before = await grabHeading(page)
  await moveOver(page, bodyText(page).first(), 0.8)
  await expect(line(page)).toBeVisible()
  expect(await order(page)).toEqual(before)
  await page.mouse.up()
  await expectOrder(page, swapped(before))
  await expect(line(page)).toHaveCount(0)
  await expectAnnounced(page, 'Moved to 2 of')
  await expect(button(page, 'Undo')).toBeEnabled()
  await button(page, 'Undo').click()
  await expectOrder(page, before)
})

test('Escape lets go of what the mouse holds, and keeps the selection', async ({
  editor: page,
}) => {
  const before = await grabHeading(page)
  await moveOver(page, bodyText(page).first(), 0.8)
  await page.keyboard.press('Escape')
  await expect(line(page)).toHaveCount(0)
  await page.mouse.up()
  expect(await order(page)).toEqual(before)
  await expect(manager(page)).toBeVisible()
})

test('a section that takes no such component says so, and moves nothing', async ({
  editor: page,
}) => {
  const before = await grabHeading(page)
  await moveOver(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link').first())
  await expect(page.getByText('Top takes no Title.').last()).toBeVisible()
  await expect(line(page)).toHaveAttribute('data-refused', 'true')
  await page.mouse.up()
  await expectAnnounced(page, 'Not moved. Top takes no Title.')
  expect(await order(page)).toEqual(before)
})

test('a link is dragged from the menu to the page after a question, and undo takes it back', async ({
  editor: page,
}) => {
  await startEditing(page)
  await selectMenuLink(page, 'Blog')
  const menu = 'header [data-iri^="/_/component_groups/"]'
  const [menuBefore, mainBefore] = [await order(page, menu), await order(page)]
  await grab(page)
  await moveOver(page, bodyText(page).first(), 0.2)
  await expect(line(page)).toBeVisible()
  await page.mouse.up()
  await expect(page.getByRole('dialog', { name: 'Take this off the other pages?' })).toBeVisible()
  await button(page.getByRole('dialog'), 'Ok').click()
  const moved = menuBefore[2]!
  const mainAfter = mainBefore.toSpliced(1, 0, moved)
  await expectOrder(page, mainAfter)
  expect(await order(page, menu)).not.toContain(moved)
  await expect(manager(page).getByRole('navigation', { name: 'Selection' })).toContainText(
    'Main content',
  )
  await button(page, 'Undo').click()
  await expectOrder(page, mainBefore)
  expect(await order(page, menu)).toEqual(menuBefore)
  await button(page, 'Redo').click()
  await expectOrder(page, mainAfter)
  await page.reload()
  await expectOrder(page, mainAfter)
})

test('keys drag a component, each step is announced, and axe finds nothing to complain about', async ({
  editor: page,
}) => {
  const before = await openHome(page)
  const expectStep = async (announced: string | RegExp) => {
    await expectAnnounced(page, announced)
    expect(await findings(page), String(announced)).toEqual([])
  }
  await expectHandle(page)
  await handle(page).focus()
  await page.keyboard.press('Space')
  await expectStep(/^Picked up Title, 1 of \d+ in/)
  await page.keyboard.press('ArrowDown')
  await expectStep(/^2 of \d+ in Main content/)
  await expect(line(page)).toBeVisible()
  await page.keyboard.press('PageUp')
  await expectStep('Top takes no Title.')
  await page.keyboard.press('Space')
  await expectStep('Not moved. Top takes no Title.')
  expect(await order(page)).toEqual(before)
  await expect(handle(page)).toBeFocused()

  await page.keyboard.press('Space')
  await expectAnnounced(page, /^Picked up Title, 1 of \d+ in/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expectStep('Not moved')
  expect(await order(page)).toEqual(before)
  await expect(handle(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await expectAnnounced(page, /^Picked up Title, 1 of \d+ in/)
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expectAnnounced(page, /^Moved to \d+ of \d+/)
  // Only that the page does not begin with a heading any more.
  expect(await seriousFindings(page)).toEqual([])
  const [first, ...rest] = before
  await expectOrder(page, [...rest, first!])
  await expect(handle(page)).toBeFocused()
})

test('the page scrolls while a component is held at its edge', async ({ editor: page }) => {
  await page.setViewportSize({ width: 1280, height: 420 })
  await grabHeading(page)
  const scrolled = () => page.evaluate(() => scrollY)
  const start = await scrolled()
  await page.mouse.move(500, 412, { steps: 3 })
  await expect.poll(scrolled).toBeGreaterThan(start + 100)
  await page.mouse.move(500, 60, { steps: 3 })
  await expect.poll(scrolled).toBeLessThan(start + 100)
  await page.keyboard.press('Escape')
})

test.describe('with a finger', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a long press picks a component up, and a short one scrolls', async ({ newUser }) => {
    const page = await newUser({ hasTouch: true, isMobile: true })
    await signIn(page)
    const before = await openHome(page)
    await expectHandle(page)
    const client = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
    const start = await centerOf(handle(page))

    // At once, because on a busy machine the press would be a long one before the next command is sent.
    await Promise.all([
      touch('touchStart', start),
      touch('touchMove', { x: start.x, y: start.y - 40 }),
      touch('touchEnd'),
    ])
    await expect(dragged(page)).toHaveCount(0)

    await touch('touchStart', start)
    await expect(dragged(page)).toHaveCount(1)
    // The lower half of the text is above the panel. The press has ended the movement of the swipe before.
    await bodyText(page)
      .first()
      .evaluate((text) => {
        const { top, height } = text.getBoundingClientRect()
        scrollBy({ top: top + height * 0.55 - 300, behavior: 'instant' })
      })
    const { x, y, height } = await boxOf(bodyText(page).first())
    const over = { x: x + 60, y: y + height * 0.55 }
    await touch('touchMove', over)
    await touch('touchMove', { x: over.x, y: over.y + 1 })
    await expect(line(page)).toBeVisible()
    await touch('touchMove', { x: 385, y: over.y })
    const label = await boxOf(page.locator('[data-held-by]'))
    expect(label.x + label.width).toBeLessThanOrEqual(390)
    await touch('touchMove', over)
    await touch('touchEnd')
    await expectOrder(page, swapped(before))
  })
})
