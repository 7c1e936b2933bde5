/** The outline: the page as a tree beside it, to walk through and to select in. */
import type { Locator, Page } from '@playwright/test'
import { atEachWidth, findings, seriousFindings } from '../support/accessibility.ts'
import { boxOf } from '../support/at-rest.ts'
import {
  discardNew,
  expectSaved,
  insertComponent,
  manager,
  order,
  pressKeys,
  selectHeading,
  startEditing,
  title,
} from '../support/editor-actions.ts'
import { button, expect, expectHydrated, open, signIn, test } from '../support/fixtures.ts'

const outline = (page: Page) => page.getByRole('region', { name: 'Outline' })
const row = (page: Page, words: string) =>
  outline(page).getByRole('treeitem').filter({ hasText: words })
/** The draft at the end of the page, without a picture. */
const emptyImage = (page: Page) => row(page, 'Image').last()
const openOutline = async (page: Page) => {
  await startEditing(page)
  await button(page, 'Outline').focus()
  await page.keyboard.press('Enter')
  await expect(outline(page)).toBeVisible()
}

test('opens, selects and closes by the keyboard, and is open again after a reload', async ({
  editor: page,
}) => {
  await openOutline(page)
  await expect(row(page, 'Plays by lantern light')).toBeFocused()
  await pressKeys(page, 'End', 'ArrowUp')
  await expect(emptyImage(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(emptyImage(page)).toHaveAttribute('aria-selected', 'true')
  await expect(emptyImage(page)).toBeFocused()
  await expect(page.locator('[data-area="page"] [aria-current="true"]')).toBeInViewport()
  await expect(manager(page).getByRole('tab', { name: 'Image' })).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(outline(page)).toBeHidden()
  await expect(button(page, 'Outline')).toBeFocused()
  await expect(manager(page)).toBeVisible()

  await page.keyboard.press('Enter')
  await expect(emptyImage(page)).toBeFocused()
  await page.reload()
  await expectHydrated(page)
  await expect(outline(page)).toBeVisible()
  await button(page, 'Close outline').click()
  await page.reload()
  await expectHydrated(page)
  await expect(button(page, 'Done')).toBeVisible()
  await expect(outline(page)).toBeHidden()
})

test('the page makes room for it, and what is selected on the page is seen in it', async ({
  editor: page,
}) => {
  await openOutline(page)
  const { x, width } = await boxOf(outline(page))
  expect(x).toBe(0)
  expect((await boxOf(page.locator('[data-area="layout"]'))).x).toBe(x + width)
  expect((await boxOf(page.getByRole('region', { name: 'Editor' }))).x).toBe(0)

  await page.keyboard.press('ArrowLeft')
  await expect(outline(page).getByRole('treeitem')).toHaveCount(2)
  await title(page).first().click()
  const selected = outline(page).getByRole('treeitem', { selected: true })
  await expect(selected).toContainText(await title(page).first().innerText())
  const panel = await boxOf(manager(page))
  const tree = await boxOf(outline(page))
  expect(tree.x + tree.width).toBeLessThan(panel.x)
  expect(tree.y + tree.height).toBe(800)
})

test('what is being added has a row until it is discarded', async ({ editor: page }) => {
  await openOutline(page)
  await selectHeading(page)
  await insertComponent(page, 'Add after', 'Title')
  const added = row(page, 'Not added yet')
  await expect(added).toHaveAttribute('aria-selected', 'true')
  expect((await outline(page).getByRole('treeitem').allInnerTexts())[3]).toContain('Not added yet')
  await title(page).first().click()
  await expect(added).not.toHaveAttribute('aria-selected', 'true')
  await added.click()
  await expect(added).toHaveAttribute('aria-selected', 'true')
  await discardNew(page)
  await expect(added).toHaveCount(0)
})

test('a section is renamed by the keyboard, keeps its name after a reload, and undo takes it back', async ({
  editor: page,
  newUser,
}) => {
  await openOutline(page)
  const field = outline(page).getByRole('textbox', { name: 'Name of the section' })
  await expect(row(page, 'Main content')).toBeVisible()
  await pressKeys(page, 'ArrowDown', 'F2')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('Main content')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.type('The cast & crew')
  await pressKeys(page, 'ArrowUp', 'Home', 'Escape')
  await expect(row(page, 'Main content')).toBeFocused()

  await page.keyboard.press('F2')
  await page.keyboard.type('The cast & crew')
  await page.keyboard.press('Enter')
  await expect(field).toHaveCount(0)
  await expect(row(page, 'The cast & crew')).toBeFocused()
  await expectSaved(page)
  await expect(manager(page).getByText('The cast & crew').first()).toBeVisible()
  const visitor = await newUser()
  const response = await visitor.goto('/')
  expect(await response!.text()).not.toContain('The cast')

  await page.reload()
  await expectHydrated(page)
  await expect(row(page, 'The cast & crew')).toBeVisible()
  await button(page, 'Undo').click()
  await expect(row(page, 'Main content')).toBeVisible()
  await expect(row(page, 'The cast & crew')).toHaveCount(0)

  await row(page, 'Main content').getByText('Main content').dblclick()
  await expect(field).toBeFocused()
  await page.keyboard.type('Programme')
  await title(page).first().click()
  await expect(row(page, 'Programme')).toBeVisible()
  await expectSaved(page)
  await row(page, 'Programme').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await expect(field).toBeFocused()
  await pressKeys(page, 'Delete', 'Enter')
  await expect(row(page, 'Main content')).toBeFocused()
  await expectSaved(page)
})

test('what belongs to the template or the layout says so, and on how many pages it is seen', async ({
  editor: page,
}) => {
  await open(page, '/blog-articles/blog-article-1')
  await openOutline(page)
  await expect(row(page, 'Template · 3 pages')).toHaveAttribute(
    'title',
    'Template (used by 3 pages)',
  )
  await expect(row(page, 'Body Text').first()).not.toHaveAttribute('title')
  await expect(row(page, 'used by')).toHaveText(/^Layout used by \d+ pages$/)
  await pressKeys(page, 'End', 'ArrowRight', 'ArrowDown')
  const focused = outline(page).locator('[role="treeitem"]:focus')
  await expect(focused).toHaveAttribute('title', /^Layout \(used by \d+ pages\)$/)
})

test('an item moves with its component, at once here and by Update at a colleague', async ({
  editor,
  newUser,
}) => {
  const colleague = await newUser()
  await colleague.context().addCookies(await editor.context().cookies())
  await open(colleague, '/')
  await openOutline(colleague)
  await openOutline(editor)
  const words = (page: Page) => outline(page).getByRole('treeitem').allInnerTexts()
  const before = await words(editor)
  const [first = '', second = ''] = before.slice(2)

  await pressKeys(editor, 'ArrowDown', 'ArrowDown', 'Enter')
  await button(manager(editor), 'Move down').click()
  expect((await words(editor)).slice(2, 4)).toEqual([second, first])
  await button(colleague, 'Update').click()
  await expect.poll(() => words(colleague)).toEqual(await words(editor))
})

const tree = (page: Page) => outline(page).getByRole('tree')
const dropLine = (page: Page) => page.locator('[data-outline-drop-line]')
const expectAnnounced = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').getByText(text)).toBeAttached()

/** Opens the outline, and waits until its rows can be dragged. Returns the first two components of the page, by their words. */
const openToDrag = async (page: Page) => {
  await openOutline(page)
  await expect(tree(page)).toHaveAttribute('aria-describedby', /.+/)
  const [first = '', second = ''] = await componentTexts(page)
  return { first, second }
}
const componentTexts = async (page: Page) =>
  (await outline(page).getByRole('treeitem').allInnerTexts()).slice(2)

/** Moves the mouse over a row, as far from its top as a part of its height. */
const moveOver = async (page: Page, item: Locator, part = 0.5) => {
  const { x, y, width, height } = await boxOf(item)
  await page.mouse.move(x + width / 2, y + height * part, { steps: 4 })
}

const grab = async (page: Page, item: Locator) => {
  await moveOver(page, item)
  await page.mouse.down()
  await moveOver(page, item, 0.8)
  await expect(item).toHaveAttribute('data-dragged')
}

test('a row is dragged to another place by the mouse, and undo takes it back', async ({
  editor: page,
}) => {
  const { first, second } = await openToDrag(page)
  const before = await order(page)
  await grab(page, outline(page).getByRole('treeitem').nth(2))
  await moveOver(page, row(page, second), 0.8)
  await expect(dropLine(page)).toHaveAttribute('data-outline-drop-line', 'between')
  // The page shows it as well.
  await expect(page.locator('[data-drop-line]')).toBeVisible()
  await page.mouse.up()
  await expect.poll(async () => (await componentTexts(page)).slice(0, 2)).toEqual([second, first])
  await expectAnnounced(page, 'Moved to 2 of')
  await expect(dropLine(page)).toHaveCount(0)
  await expect(outline(page).locator('[role="treeitem"]:focus')).toHaveText(first)
  expect(await order(page)).not.toEqual(before)
  await button(page, 'Undo').click()
  await expect.poll(() => order(page)).toEqual(before)
  await expect.poll(async () => (await componentTexts(page)).slice(0, 2)).toEqual([first, second])
})

test('a section opens while something is held over it, and one that takes no such component says so', async ({
  editor: page,
}) => {
  await openToDrag(page)
  const before = await order(page)
  await grab(page, outline(page).getByRole('treeitem').nth(2))
  await moveOver(page, row(page, 'used by'))
  const top = outline(page).getByRole('treeitem', { name: 'Top', exact: true })
  await expect(top).toBeVisible()
  await moveOver(page, top)
  await expect(page.getByText('Top takes no Title.').last()).toBeVisible()
  await expect(dropLine(page)).toHaveAttribute('data-refused')
  await page.mouse.up()
  await expectAnnounced(page, 'Not moved. Top takes no Title.')
  expect(await order(page)).toEqual(before)
})

test('a component is dragged from the page to its place in the outline', async ({
  editor: page,
}) => {
  const { first, second } = await openToDrag(page)
  await selectHeading(page)
  const handle = button(page, 'Move')
  await expect(handle).toHaveAttribute('aria-describedby', /.+/)
  await handle.hover()
  await page.mouse.down()
  await moveOver(page, row(page, second), 0.8)
  await expect(dropLine(page)).toBeVisible()
  await page.mouse.up()
  await expect.poll(async () => (await componentTexts(page)).slice(0, 2)).toEqual([second, first])
})

test('keys drag a row, each step is announced, and axe finds nothing to complain about', async ({
  editor: page,
}) => {
  const { first, second } = await openToDrag(page)
  const before = await order(page)
  const expectStep = async (announced: string | RegExp) => {
    await expectAnnounced(page, announced)
    expect(await findings(page), String(announced)).toEqual([])
  }
  await pressKeys(page, 'ArrowDown', 'ArrowDown', 'Enter', 'Space')
  await expectStep(/^Picked up Title, 1 of \d+ in Main content/)
  await page.keyboard.press('ArrowDown')
  await expectStep(/^2 of \d+ in Main content/)
  await expect(dropLine(page)).toBeVisible()
  await page.keyboard.press('PageUp')
  await expectStep('Top takes no Title.')
  await expect(dropLine(page)).toBeInViewport()
  await page.keyboard.press('Escape')
  await expectStep('Not moved')
  expect(await order(page)).toEqual(before)
  await expect(row(page, first)).toBeFocused()

  // The title stays the first component, which makes it the page's main heading.
  await pressKeys(page, 'ArrowDown', 'Enter', 'Space')
  await expectAnnounced(page, /^Picked up Body Text/)
  await pressKeys(page, 'End', 'Space')
  await expectStep(/^Moved to \d+ of \d+/)
  await expect.poll(async () => (await order(page)).at(-1)).toBe(before[1])
  await expect(row(page, second)).toBeFocused()
  await expect(row(page, second)).toBeInViewport()
})

test('the tree scrolls at both ends while a row is held there', async ({ editor: page }) => {
  await page.setViewportSize({ width: 1280, height: 240 })
  await openToDrag(page)
  await grab(page, outline(page).getByRole('treeitem').nth(2))
  const scrolled = () => tree(page).evaluate(({ scrollTop }) => scrollTop)
  const { x, y, height } = await boxOf(tree(page))
  await page.mouse.move(x + 100, y + height - 4, { steps: 3 })
  await expect.poll(scrolled).toBeGreaterThan(100)
  await page.mouse.move(x + 100, y + 4, { steps: 3 })
  await expect.poll(scrolled).toBe(0)
  await page.keyboard.press('Escape')
  await expect(outline(page)).toBeVisible()
})

test.describe('with a finger', () => {
  test.use({ viewport: { width: 390, height: 560 } })

  test('a long press picks a row up, and a short one scrolls the tree', async ({ newUser }) => {
    const page = await newUser({ hasTouch: true, isMobile: true })
    await signIn(page)
    const { first, second } = await openToDrag(page)
    const client = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
    const at = async (item: Locator, part: number) => {
      const { x, y, height } = await boxOf(item)
      return { x: x + 80, y: y + height * part }
    }
    const scrolled = () => tree(page).evaluate(({ scrollTop }) => scrollTop)
    const dragged = page.locator('[data-dragged]')

    const swipe = await at(row(page, second), 0.5)
    await touch('touchStart', swipe)
    for (const by of [20, 40, 60, 80]) await touch('touchMove', { x: swipe.x, y: swipe.y - by })
    await touch('touchEnd')
    await expect(dragged).toHaveCount(0)
    await expect.poll(scrolled).toBeGreaterThan(20)
    await tree(page).evaluate((element) => (element.scrollTop = 0))
    await expect.poll(scrolled).toBe(0)

    await touch('touchStart', await at(row(page, first), 0.5))
    await expect(row(page, first)).toHaveAttribute('data-dragged')
    const target = await at(row(page, second), 0.8)
    await touch('touchMove', { x: target.x, y: target.y - 1 })
    await touch('touchMove', target)
    await expect(dropLine(page)).toBeVisible()
    await touch('touchEnd')
    await expect.poll(async () => (await componentTexts(page)).slice(0, 2)).toEqual([second, first])
    // A finger that drags selects nothing, which would close the outline.
    await expect(outline(page)).toBeVisible()
    expect(await scrolled()).toBe(0)
  })
})

atEachWidth(() => {
  test('is a sheet that closes once something is selected', async ({ editor: page }) => {
    await openOutline(page)
    expect(await seriousFindings(page)).toEqual([])
    await pressKeys(page, 'ArrowDown', 'ArrowDown', 'Enter')
    await expect(outline(page)).toBeHidden()
    await expect(manager(page)).toBeVisible()
    await expect(button(page, 'Outline')).toBeFocused()
  })
}, [390])

atEachWidth(() => {
  test('has no serious finding', async ({ editor: page }) => {
    await openOutline(page)
    await pressKeys(page, 'End', 'ArrowRight', 'ArrowUp', 'Enter')
    await expect(manager(page)).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
  })
}, [1280])
