/** The menu of what is selected, where the mouse or a key asks for it. */
import type { Page } from '@playwright/test'
import { atEachWidth, findings, seriousFindings } from '../support/accessibility.ts'
import { boxOf } from '../support/at-rest.ts'
import { bodyText, manager, selectHeading, startEditing, title } from '../support/editor-actions.ts'
import { button, expect, test } from '../support/fixtures.ts'

const menu = (page: Page) => page.getByRole('menu', { name: 'Actions' })
const item = (page: Page, name: string) => menu(page).getByRole('menuitem', { name })

/** Records whether each menu that is asked for from now on is left to the browser. */
const recordMenus = (page: Page) =>
  page.evaluate(() => {
    const menus: boolean[] = []
    addEventListener('contextmenu', (event) => menus.push(!event.defaultPrevented))
    Object.assign(window, { menus })
  })
const menusOfBrowser = (page: Page) =>
  page.evaluate(() => (window as unknown as { menus: boolean[] }).menus)

test('the secondary button selects, and the caret is in the text again when the menu closes', async ({
  editor,
}) => {
  await startEditing(editor)
  await recordMenus(editor)
  await bodyText(editor).first().click({ button: 'right' })
  await expect(menu(editor)).toBeFocused()
  expect(await findings(editor)).toEqual([])
  await expect(manager(editor).getByText('Body Text', { exact: true }).first()).toBeVisible()
  await editor.keyboard.press('Escape')
  await expect(menu(editor)).toBeHidden()
  await expect(bodyText(editor).first()).toBeFocused()
  // Now the text is edited, and its words have the menu of the browser.
  await bodyText(editor).first().click({ button: 'right' })
  await expect(menu(editor)).toBeHidden()
  expect(await menusOfBrowser(editor)).toEqual([false, true])
})

test('keys open it from the tools, and lead on from an item', async ({ editor }) => {
  await startEditing(editor)
  await selectHeading(editor)
  await editor.keyboard.press('Alt+F10')
  await editor.keyboard.press('Shift+F10')
  await expect(menu(editor).getByRole('menuitemradio').first()).toBeFocused()
  await editor.keyboard.press('a')
  await expect(item(editor, 'Add before')).toBeFocused()
  await editor.keyboard.press('Enter')
  await expect(editor.getByRole('dialog', { name: 'Add component' })).toBeVisible()
})

test('a component is deleted by its menu, which asks, and duplicated', async ({ editor }) => {
  await startEditing(editor)
  const count = await title(editor).count()
  await title(editor).first().click({ button: 'right' })
  await item(editor, 'Duplicate').click()
  await expect(title(editor)).toHaveCount(count + 1)
  await title(editor).nth(1).click({ button: 'right' })
  await expect(menu(editor)).toBeHidden()
  await bodyText(editor).first().click()
  await title(editor).nth(1).click({ button: 'right' })
  await item(editor, 'Delete…').click()
  await button(editor.getByRole('dialog'), 'Ok').click()
  await expect(title(editor)).toHaveCount(count)
})

atEachWidth(() => {
  test('it stays in the window, and is accessible', async ({ editor }) => {
    await startEditing(editor)
    await title(editor).first().click({ button: 'right' })
    const { width, height } = editor.viewportSize()!
    const box = await boxOf(menu(editor))
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.y).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(width)
    expect(box.y + box.height).toBeLessThanOrEqual(height)
    expect(await seriousFindings(editor)).toEqual([])
  })
})
