import type { Page } from '@playwright/test'
import { atEachWidth, findings } from '../support/accessibility.ts'
import {
  bodyText,
  manager,
  retype,
  selectHeading,
  startEditing,
  title,
} from '../support/editor-actions.ts'
import { button, expect, heading, open, test } from '../support/fixtures.ts'

const list = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const characterKeys = (page: Page) =>
  page.getByRole('checkbox', { name: 'The ? key opens this list' })

test('the site menu opens the list of shortcuts, and gets the focus back', async ({
  editor: page,
}) => {
  await button(page, 'Site menu').click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(list(page)).toBeVisible()
  await expect(list(page).getByText('Undo', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
  await expect(button(page, 'Site menu')).toBeFocused()
})

test('? opens the list where nothing is typed, until it is turned off', async ({
  editor: page,
}) => {
  await button(page, 'Edit').focus()
  await page.keyboard.press('?')
  await expect(list(page)).toBeVisible()
  await characterKeys(page).uncheck()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Edit')).toBeFocused()

  await open(page, '/')
  await expect(button(page, 'Edit')).toBeEnabled()
  await page.keyboard.press('?')
  await expect(list(page)).toBeHidden()
  await page.keyboard.press('Control+/')
  await expect(list(page)).toBeVisible()
  await expect(characterKeys(page)).not.toBeChecked()
})

test('in a text ? is a character, and the keys with a modifier return the caret', async ({
  editor: page,
}) => {
  await startEditing(page)
  await selectHeading(page)
  await retype(page, 'Why?')
  await expect(heading(page)).toHaveText('Why?')
  await expect(list(page)).toBeHidden()
  await page.keyboard.press('Control+/')
  await expect(list(page)).toBeVisible()
  await button(list(page), 'Close').click()
  await expect(title(page).first()).toBeFocused()
  await page.keyboard.type('!')
  await expect(heading(page)).toHaveText('Why?!')

  await bodyText(page).first().click()
  await page.keyboard.type('??')
  await expect(bodyText(page).first()).toContainText('??')
  await expect(list(page)).toBeHidden()
  await expect(manager(page)).toBeVisible()
})

test('the keys open the list in place of a menu, whose button gets the focus back', async ({
  editor: page,
}) => {
  await startEditing(page)
  await button(page, 'History').press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  expect(await findings(page, '[role="menu"]')).toEqual([])
  await page.keyboard.press('Control+/')
  await expect(list(page)).toBeVisible()
  await expect(page.getByRole('menu')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(button(page, 'History')).toBeFocused()
})

test('Escape closes the panel from a text of either kind, where ? is no character any more', async ({
  editor: page,
}) => {
  await startEditing(page)
  for (const text of [title(page), bodyText(page)]) {
    await text.first().click()
    await expect(manager(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(manager(page)).toBeHidden()
    await page.keyboard.press('?')
    await expect(list(page)).toBeVisible()
    await button(list(page), 'Close').click()
  }
})

atEachWidth(() => {
  test('the list has no finding and fits', async ({ editor: page }) => {
    await page.keyboard.press('Control+/')
    await expect(list(page)).toBeVisible()
    expect(await findings(page, 'dialog')).toEqual([])
    const { scrollWidth, clientWidth } = await list(page).evaluate((dialog) => ({
      scrollWidth: dialog.scrollWidth,
      clientWidth: dialog.clientWidth,
    }))
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    await test.info().attach('list', { body: await page.screenshot(), contentType: 'image/png' })
  })
})
