/** The outline: the page as a tree beside it, to walk through and to select in. */
import type { Page } from '@playwright/test'
import { inEachAppearance, seriousFindings } from '../support/accessibility.ts'
import { boxOf } from '../support/at-rest.ts'
import {
  discardNew,
  insertComponent,
  manager,
  pressKeys,
  selectHeading,
  startEditing,
  title,
} from '../support/editor-actions.ts'
import { button, expect, expectHydrated, open, test } from '../support/fixtures.ts'

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

inEachAppearance(() => {
  test('is a sheet that closes once something is selected', async ({ editor: page }) => {
    await openOutline(page)
    expect(await seriousFindings(page)).toEqual([])
    await pressKeys(page, 'ArrowDown', 'ArrowDown', 'Enter')
    await expect(outline(page)).toBeHidden()
    await expect(manager(page)).toBeVisible()
    await expect(button(page, 'Outline')).toBeFocused()
  })
}, [390])

inEachAppearance(() => {
  test('has no serious finding', async ({ editor: page }) => {
    await openOutline(page)
    await pressKeys(page, 'End', 'ArrowRight', 'ArrowUp', 'Enter')
    await expect(manager(page)).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
  })
}, [1280])
