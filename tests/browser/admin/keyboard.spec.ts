/** Works in the admin area by keyboard alone, at 200 % zoom of a window of 1280 px and without motion. */
import type { Page } from '@playwright/test'
import { findings } from '../support/accessibility.ts'
import { button, createAccount, expect, heading, open, signIn, test } from '../support/fixtures.ts'

test.use({ viewport: { width: 640, height: 400 }, contextOptions: { reducedMotion: 'reduce' } })

const main = (page: Page) => page.getByRole('main')
const link = (page: Page, name: string | RegExp) => main(page).getByRole('link', { name })

/** Returns the fault of the element that has the focus: it has no ring, or something lies over it. */
const focusProblem = () => {
  const element = document.activeElement!
  const { outlineStyle, boxShadow } = getComputedStyle(element)
  const { left, top, width, height } = element.getBoundingClientRect()
  // Of a text of several lines, browsers show the line in which the caret is.
  const over = document.elementFromPoint(left + width / 2, top + height * 0.1)
  const isCovered = over !== null && !element.contains(over) && !over.contains(element)
  // The icon in a field for a date has a ring of its own.
  const isDate = element.matches('[type="date"]')
  const problem =
    outlineStyle === 'none' && boxShadow === 'none' && !isDate
      ? 'has no ring'
      : isCovered
        ? 'is covered'
        : null
  return problem && `${element.outerHTML.slice(0, 80)} ${problem}`
}

/** Presses Tab through a screen from its heading on, and expects to see what has the focus. */
const expectVisibleFocus = async (page: Page) => {
  await heading(page).focus()
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement === document.body)) return
    expect(await page.evaluate(focusProblem)).toBeNull()
  }
}

test('the focus is seen, and is where it was, on the way to an item and back', async ({
  visitor: page,
}) => {
  await signIn(page)
  await createAccount(page, 'mia', 'ROLE_USER')
  const disabled = await createAccount(page, 'ola', 'ROLE_USER')
  await page.request.patch(`/_api${disabled}`, {
    headers: { 'content-type': 'application/merge-patch+json' },
    data: { enabled: false },
  })
  await open(page, '/_cwa')
  await link(page, /^Pages/).press('Enter')
  // The code of the screen is loaded after the navigation.
  await expect(heading(page)).toBeFocused()
  await expect(heading(page)).toHaveText('Pages')
  await link(page, 'about').first().press('Enter')
  await expect(heading(page)).toHaveText('about')
  await expect(heading(page)).toBeFocused()
  await expectVisibleFocus(page)

  await button(page, 'Choose a picture…').press('Enter')
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Choose a picture…')).toBeFocused()

  await page.getByRole('tab', { name: 'Details' }).press('ArrowRight')
  await button(page, 'Add a redirect…').press('Enter')
  await page.keyboard.type('/who')
  await page.keyboard.press('Enter')
  await button(page, 'Delete /who').press('Enter')
  await button(page.getByRole('alertdialog'), 'Delete').press('Enter')
  await expect(button(page, 'Add a redirect…')).toBeFocused()

  await link(page, 'Back to the list').press('Enter')
  await expect(link(page, 'about').first()).toBeFocused()

  for (const path of ['/_cwa/users', '/_cwa/audit', '/_cwa/settings', '/_cwa/backup']) {
    await open(page, path)
    await expect(main(page).getByRole('status').first()).not.toHaveText('Loading…')
    await expectVisibleFocus(page)
    expect(await findings(page), path).toEqual([])
    const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(isWider, `${path} is wider than the window`).toBe(false)
  }
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await findings(page, 'dialog')).toEqual([])
})
