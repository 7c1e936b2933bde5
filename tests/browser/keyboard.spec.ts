import type { Locator, Page } from '@playwright/test'
import { password } from '../support/server/server-process.ts'
import { manager, retype, title } from './support/editor-actions.ts'
import { button, expect, heading, open, test } from './support/fixtures.ts'

/** Presses Tab until an element has the focus. More presses than the page has tab stops mean a focus trap or a gap. */
const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${String(target)} cannot be reached by ${key}`)
}

test('signing in, editing, publishing and leaving need no pointer', async ({ visitor: page }) => {
  await open(page, '/login')
  await page.getByLabel('Username or email').focus()
  await page.keyboard.type('admin')
  await tabTo(page, page.getByLabel('Password'))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')

  await expect(button(page, 'Edit')).toBeEnabled()
  await tabTo(page, button(page, 'Edit'))
  await page.keyboard.press('Enter')
  await expect(button(page, 'Done')).toBeFocused()

  await tabTo(page, title(page).first())
  await expect(manager(page)).toBeVisible()
  await retype(page, 'By hand alone')

  const publish = button(manager(page), 'Publish')
  await expect(publish).toBeEnabled()
  await tabTo(page, publish)
  await page.keyboard.press('Enter')
  await expect(publish).toBeHidden()

  await tabTo(page, button(page, 'Done'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Edit')).toBeFocused()
  await expect(heading(page)).toHaveText('By hand alone')
})

test('a visitor reaches the content past the navigation with one key', async ({ visitor }) => {
  await open(visitor, '/')
  await visitor.keyboard.press('Tab')
  const skip = visitor.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByRole('main')).toBeFocused()
})
