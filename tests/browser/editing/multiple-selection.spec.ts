/** Several components selected together: by the pointer, by the keyboard in the outline, and by touch. */
import type { Page } from '@playwright/test'
import { atEachWidth, seriousFindings } from '../support/accessibility.ts'
import { boxOf } from '../support/at-rest.ts'
import { bodyText, manager, order, startEditing, title } from '../support/editor-actions.ts'
import { button, expect, test } from '../support/fixtures.ts'

const expectSelected = (page: Page, count: number) =>
  expect(
    manager(page).getByText(`${count} ${count === 1 ? 'component' : 'components'} selected`),
  ).toBeVisible()

const selectTwo = async (page: Page) => {
  await startEditing(page)
  await title(page).first().click()
  await bodyText(page)
    .first()
    .click({ modifiers: ['Shift'] })
  await expectSelected(page, 2)
}

test('are moved, deleted and brought back as one change', async ({ editor: page }) => {
  await selectTwo(page)
  const before = await order(page)
  const [first, second, third, ...others] = before
  await button(page, 'Move down').click()
  await expect.poll(() => order(page)).toEqual([third, first, second, ...others])
  await expectSelected(page, 2)

  await button(page, 'Delete').click()
  await page.getByRole('dialog', { name: 'Delete these 2 components?' }).getByText('Ok').click()
  await expect.poll(() => order(page)).toEqual([third, ...others])
  await expect(manager(page)).toBeHidden()

  await button(page, 'Undo').click()
  await expect.poll(async () => (await order(page)).length).toBe(before.length)
  await expect(title(page).first()).toBeVisible()
  await button(page, 'History').click()
  await expect(page.getByRole('menuitem', { name: 'Deleted 2 components' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Moved 2 components' })).toBeVisible()
})

test('are dragged together by their handle as one change, and undo takes it back', async ({
  editor: page,
}) => {
  // All of the picture is in sight, so that the page does not scroll while they are dragged over it.
  await page.setViewportSize({ width: 1280, height: 1600 })
  await selectTwo(page)
  const before = await order(page)
  const [first, second, third, ...others] = before
  const handle = button(page, 'Move')
  await expect(handle).toHaveAttribute('aria-describedby', /.+/)
  await handle.hover()
  await page.mouse.down()
  const { x, y, height } = await boxOf(page.locator(`[data-iri="${third}"] > *`))
  await page.mouse.move(x + 100, y + height * 0.4, { steps: 3 })
  await page.mouse.move(x + 100, y + height * 0.8, { steps: 3 })
  await expect(page.locator('[data-dragged]')).toHaveCount(2)
  await expect(page.getByText('2 to 3 of').last()).toBeVisible()
  await page.mouse.up()
  await expect.poll(() => order(page)).toEqual([third, first, second, ...others])
  await expectSelected(page, 2)
  await button(page, 'Undo').click()
  await expect.poll(() => order(page)).toEqual(before)
})

test('are dragged in the outline by keys, and a section that refuses one of them says which', async ({
  editor: page,
}) => {
  await selectTwo(page)
  const [first, second, ...others] = await order(page)
  await button(page, 'Outline').click()
  const tree = page.getByRole('tree')
  await expect(tree).toHaveAttribute('aria-describedby', /.+/)
  await tree.getByRole('treeitem', { selected: true }).first().focus()
  await page.keyboard.press('Space')
  const isAnnounced = (text: string | RegExp) =>
    expect(page.getByRole('status').getByText(text)).toBeAttached()
  await isAnnounced(/^Picked up 2 components, 1 to 2 of \d+ in Main content/)
  await page.keyboard.press('PageUp')
  await isAnnounced(/^Title “A stage.*Top takes no Title\.$/)
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('PageDown')
  await page.keyboard.press('End')
  await page.keyboard.press('Space')
  await expect.poll(() => order(page)).toEqual([...others, first, second])
  await expect(tree.getByRole('treeitem', { selected: true })).toHaveCount(2)
})

test('no text keeps the caret, so that keys are for all of them', async ({ editor: page }) => {
  await selectTwo(page)
  await expect(manager(page)).toBeFocused()
  const before = (await order(page)).length
  await page.keyboard.press('Control+d')
  await expect.poll(async () => (await order(page)).length).toBe(before + 2)
})

test('are copied by the keys, where a text with formats had the caret', async ({
  editor: page,
}) => {
  await startEditing(page)
  await bodyText(page).first().locator('p').first().dblclick()
  await title(page)
    .first()
    .click({ modifiers: ['ControlOrMeta'] })
  await expectSelected(page, 2)
  await expect(manager(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+C')
  await expect(page.getByText('Copied')).toBeVisible()
})

test('by the keyboard alone, in the outline', async ({ editor: page }) => {
  await startEditing(page)
  await button(page, 'Outline').click()
  const tree = page.getByRole('tree')
  await tree.getByRole('treeitem', { name: /A stage/ }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+Space')
  await expect(tree.getByRole('treeitem', { selected: true })).toHaveCount(2)
  await expectSelected(page, 2)
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('each press adds one after "Select several"', async ({ editor: page }) => {
    await startEditing(page)
    await title(page).first().tap()
    await button(page, 'More').tap()
    await page.getByRole('menuitem', { name: 'Select several…' }).tap()
    await expectSelected(page, 1)
    await bodyText(page).first().tap()
    await expectSelected(page, 2)
    await bodyText(page).first().tap()
    await expectSelected(page, 1)
  })
})

atEachWidth(() => {
  test('can be used by everybody', async ({ editor: page }) => {
    await selectTwo(page)
    expect(await seriousFindings(page)).toEqual([])
  })
})
