/** The gestures of an editor. */
import type { Locator, Page } from '@playwright/test'
import { boxOf } from './at-rest.ts'
import { button, expect } from './fixtures.ts'

export const manager = (page: Page) => page.getByRole('region', { name: 'Resource manager' })

/** True if an element is in the window and covered neither by the bar nor by the panel, which is beside or below the page. */
export const isUncovered = async (page: Page, element: Locator) => {
  const { width, height } = page.viewportSize()!
  const box = await boxOf(element)
  const panel = await boxOf(manager(page))
  const isBeside = panel.x > 0
  const bottom = isBeside ? height : panel.y
  const end = isBeside ? panel.x : width
  return box.y >= 48 && box.y + box.height <= bottom && box.x + box.width <= end
}

export const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
export const bodyText = (page: Page) =>
  page.getByRole('textbox', { name: 'Body text', exact: true })

/** Enters edit mode, unless the page is in it already: a tab goes on editing. */
export const startEditing = async (page: Page) => {
  await expect(button(page, 'Edit').or(button(page, 'Done'))).toBeVisible()
  if (await button(page, 'Edit').isVisible()) await button(page, 'Edit').click()
  await expect(button(page, 'Done')).toBeVisible()
}

/** Returns the IRIs of what a group shows, by default that of the page, from top to bottom. */
export const order = (page: Page, group = 'main [data-iri^="/_/component_groups/"]') =>
  page.evaluate(
    (selector) =>
      [...document.querySelector(selector)!.children].map((element) =>
        element.getAttribute('data-iri'),
      ),
    group,
  )

/** Clicks the page's heading, so that it can be typed into. */
export const selectHeading = async (page: Page) => {
  await title(page).first().click()
  await expect(manager(page)).toBeVisible()
  await expect(title(page).first()).toBeFocused()
}

/** Enters edit mode and selects the page's heading, with its tools, which are loaded while there is a network. */
export const prepareHeading = async (page: Page) => {
  await startEditing(page)
  await selectHeading(page)
  await expect(page.locator('#move-handle')).toBeVisible()
}

/** Replaces the heading's text without a network, once the tools that it needs are loaded. */
export const retypeHeadingOffline = async (page: Page, text: string) => {
  await prepareHeading(page)
  await page.context().setOffline(true)
  await replaceText(page, text)
}

/** Replaces the focused text, key by key. */
export const retype = async (page: Page, text: string) => {
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** Replaces the focused text at once, which is saved once, however slow the machine is. */
export const replaceText = async (page: Page, text: string) => {
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(text)
}

/** Adds a new component beside the selected one: staged, or saved at once. */
export const insertComponent = async (
  page: Page,
  name: 'Add before' | 'Add after',
  kind: string,
) => {
  await button(manager(page), name).click()
  const dialog = page.getByRole('dialog', { name: 'Add component' })
  await dialog.getByRole('option', { name: kind, exact: true }).click()
  await dialog.getByRole('button', { name: /^(Insert|Add now)$/ }).click()
  await expect(dialog).toBeHidden()
}

/** Discards the new component that is selected. */
export const discardNew = async (page: Page) => {
  await button(manager(page), 'Discard').click()
  await button(page.getByRole('dialog', { name: 'Discard new resource?' }), 'Ok').click()
}

/** Returns the question whether the selected component is to be deleted. */
export const deleteQuestion = (page: Page) =>
  page.getByRole('dialog', { name: 'Delete this resource?' })

/** Deletes the selected component, and answers the question. */
export const deleteSelected = async (page: Page) => {
  await button(manager(page), 'Delete').click()
  await button(deleteQuestion(page), 'Ok').click()
}

/** Presses keys one after the other. */
export const pressKeys = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Returns the button that says whether all changes are saved. It opens the list of those that are not. */
export const saveStatus = (page: Page) => page.locator('[data-save-status]')

/** Returns the list of what is not saved yet. */
export const unsavedList = (page: Page) => page.getByRole('dialog', { name: 'Not saved yet' })

/** Waits until all changes are saved. */
export const expectSaved = (page: Page) =>
  expect(saveStatus(page)).toHaveAttribute('data-save-status', 'saved')

/** Returns the text of the page's main area, from top to bottom. */
const mainText = (page: Page) => page.getByRole('main').innerText()

/** True if one text is above another on the page. */
export const isAbove = async (page: Page, upper: string, lower: string) => {
  const words = await mainText(page)
  return words.indexOf(upper) >= 0 && words.indexOf(upper) < words.indexOf(lower)
}

/**
 * Lets nothing be saved until the page is loaded again. A request that is only intercepted would be sent after all when its tab is
 * killed.
 */
export const cutNetwork = (page: Page) =>
  page.evaluate(() => {
    const { fetch } = globalThis
    globalThis.fetch = (input, init) =>
      (input instanceof Request ? input.method : init?.method) === 'PATCH'
        ? Promise.reject(new TypeError('Failed to fetch'))
        : fetch(input, init)
  })
