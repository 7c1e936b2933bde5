/** Several components selected together: by the pointer, by the keyboard in the outline, and by touch. */
import type { Page } from '@playwright/test'
import { inEachAppearance, seriousFindings } from '../support/accessibility.ts'
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

inEachAppearance(() => {
  test('can be used by everybody', async ({ editor: page }) => {
    await selectTwo(page)
    expect(await seriousFindings(page)).toEqual([])
  })
})
