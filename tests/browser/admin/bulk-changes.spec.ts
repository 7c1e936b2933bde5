/** Changes several pages together: all of them or none, and what was deleted is brought back. */
import type { Page } from '@playwright/test'
import { findings } from '../support/accessibility.ts'
import { button, expect, expectHydrated, test } from '../support/fixtures.ts'

test.use({ expectedErrors: /412/ })

const rowBoxes = (page: Page) => page.getByRole('checkbox', { name: /^Select (?!all)/ })
const names = (page: Page) =>
  rowBoxes(page).evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label')))

test('three pages are deleted and brought back, and none is deleted where somebody else has changed one', async ({
  editor: page,
}) => {
  await page.goto('/_cwa/pages')
  await expectHydrated(page)
  await expect(rowBoxes(page).nth(3)).toBeVisible()
  const before = await names(page)

  // By keyboard: one, and the two below it.
  await page.locator('[data-row]').first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('3 selected')).toBeVisible()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: width === 390 ? 'dark' : 'light' })
    expect(await findings(page, 'main')).toEqual([])
    const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(scrolled).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 1280, height: 800 })

  await button(page, 'Delete').click()
  const question = page.getByRole('alertdialog', { name: 'Delete 3 pages?' })
  await expect(question).toContainText('components are deleted, too.')
  await question.getByRole('button', { name: 'Delete 3 pages' }).click()
  await expect(rowBoxes(page)).toHaveCount(before.length - 3)
  await expect(page.getByRole('checkbox', { name: 'Select all' })).toBeFocused()
  await button(page, 'Undo').click()
  await expect(rowBoxes(page)).toHaveCount(before.length)
  expect(await names(page)).toEqual(before)
  await expect(page.getByRole('main')).toBeFocused()

  // Somebody else changes the second of them, after it was listed.
  const { member } = (await (await page.request.get('/_api/_/pages')).json()) as {
    member: { '@id': string; reference: string }[]
  }
  const changed = member.find(({ reference }) => `Select ${reference}` === before[1])!
  const answer = await page.request.patch(`/_api${changed['@id']}`, {
    headers: { 'content-type': 'application/merge-patch+json' },
    data: { title: 'Changed elsewhere' },
  })
  expect(answer.status()).toBe(200)
  await rowBoxes(page).nth(0).click()
  await rowBoxes(page)
    .nth(2)
    .click({ modifiers: ['Shift'] })
  await button(page, 'Delete').click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText(`${changed.reference}: Somebody has changed this meanwhile.`)
  await expect(page.getByText('Changed elsewhere')).toBeVisible()
  expect(await names(page)).toEqual(before)

  // The same with one in its form, which is undone on the list.
  await page.getByRole('link', { name: changed.reference, exact: true }).click()
  await page.getByRole('tab', { name: 'Info' }).click()
  await button(page, 'Delete…').click()
  await expect(page.getByRole('alertdialog')).toContainText('It can be undone for an hour.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(rowBoxes(page)).toHaveCount(before.length - 1)
  await button(page, 'Undo the last change').click()
  await expect(rowBoxes(page)).toHaveCount(before.length)
  expect(await names(page)).toEqual(before)
  await expect(button(page, 'Undo the last change')).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})
