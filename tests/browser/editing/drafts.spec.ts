/** The list of drafts compares what is not published with what is live, and publishes it together. */
import type { Page } from '@playwright/test'
import { atEachWidth, findings } from '../support/accessibility.ts'
import {
  bodyText,
  expectSaved,
  manager,
  replaceText,
  selectHeading,
  startEditing,
  title,
} from '../support/editor-actions.ts'
import { button, expect, isWrite, open, test } from '../support/fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Changes', exact: true })
const rows = (page: Page) =>
  dialog(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })

/** Changes the heading and the first text of the page, each of which becomes a draft. The page has one already. */
const makeDrafts = async (page: Page) => {
  await startEditing(page)
  await selectHeading(page)
  await replaceText(page, 'A harbor by the sea')
  await bodyText(page).first().click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' And now it ends.')
  await title(page).first().focus()
  await expectSaved(page)
}

const review = async (page: Page) => {
  await page.getByRole('button', { name: /drafts? on this page/ }).click()
  await page.getByRole('menuitem', { name: 'Review changes…' }).click()
  await expect(dialog(page)).toBeVisible()
}

test('publishes what is selected in one request, which one undo takes back', async ({
  editor: page,
  visitor,
}) => {
  await makeDrafts(page)
  await open(visitor, '/')
  const before = await visitor.locator('h1').innerText()
  await review(page)
  await expect(rows(page)).toHaveCount(3)
  await expect(dialog(page).locator('ins').first()).toContainText('harbor')
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (isWrite(request)) sent.push(`${request.method()} ${pathname}`)
  })
  await dialog(page).getByRole('checkbox', { name: 'Select all' }).check()
  await dialog(page).getByRole('checkbox', { name: 'Image' }).uncheck()
  await button(dialog(page), 'Publish 2 selected').click()
  await expect(dialog(page).getByText('Published 2 components.')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  expect(sent).toEqual(['POST /_api/_/publications'])
  await visitor.reload()
  await expect(visitor.locator('h1')).toHaveText('A harbor by the sea')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '1 draft on this page' })).toBeFocused()
  await button(page, 'Undo').click()
  await expect(page.getByRole('button', { name: '3 drafts on this page' })).toBeVisible()
  await visitor.reload()
  await expect(visitor.locator('h1')).toHaveText(before)
})

test.describe('with a draft that is not ready', () => {
  test.use({ expectedErrors: /422/ })

  test('publishes nothing, and says which one it is', async ({ editor: page, visitor }) => {
    await makeDrafts(page)
    await review(page)
    await dialog(page).getByRole('checkbox', { name: 'Select all' }).check()
    await expect(rows(page).filter({ hasText: 'Not ready: Choose a picture.' })).toHaveCount(1)
    await expect(button(dialog(page), 'Publish 2 selected')).toBeVisible()
    await dialog(page).getByRole('checkbox', { name: 'Image' }).check()
    await button(dialog(page), 'Publish 3 selected').click()
    await expect(dialog(page).getByRole('alert')).toContainText('Image')
    await expect(rows(page)).toHaveCount(3)
    await open(visitor, '/')
    await expect(visitor.locator('h1')).not.toHaveText('A harbor by the sea')
  })
})

test('discards a draft, and Show leads to one', async ({ editor: page }) => {
  await makeDrafts(page)
  await review(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '3 drafts on this page' })).toBeFocused()
  await review(page)
  const first = rows(page).first()
  await first.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Ok' }).click()
  await expect(rows(page)).toHaveCount(2)
  expect(await dialog(page).evaluate((el) => el.contains(document.activeElement))).toBe(true)
  await rows(page).first().getByRole('button', { name: 'Show' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(manager(page)).toBeFocused()
})

atEachWidth(() => {
  test('lists the drafts of the whole site by the keyboard, and leads to their pages', async ({
    editor: page,
  }) => {
    await makeDrafts(page)
    await open(page, '/about')
    await startEditing(page)
    await selectHeading(page)
    await replaceText(page, 'About us')
    await expectSaved(page)
    await review(page)
    await expect(rows(page)).toHaveCount(1)
    await dialog(page).getByRole('tab', { name: 'This page (1)' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(rows(page)).toHaveCount(4)
    expect(await findings(page, 'dialog')).toEqual([])
    const leading = dialog(page)
      .getByRole('link', { name: /^Open page/ })
      .first()
    await leading.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/$/)
    await expect(dialog(page)).toBeHidden()
  })

  test('schedules a draft, which the list names, and cancels that', async ({ editor: page }) => {
    await makeDrafts(page)
    await manager(page).getByRole('tab', { name: 'Publish' }).click()
    await manager(page).getByLabel('Publish at').fill('2126-05-01T12:00')
    await button(manager(page), 'Schedule').click()
    await expect(manager(page).getByRole('heading', { name: /^Scheduled for/ })).toBeVisible()
    expect(await findings(page, '[aria-label="Resource manager"]')).toEqual([])
    await review(page)
    await expect(rows(page).filter({ hasText: 'Scheduled for' })).toHaveCount(1)
    await page.keyboard.press('Escape')
    await button(manager(page), 'Cancel schedule').click()
    await expect(manager(page).getByRole('heading', { name: 'Publish later' })).toBeVisible()
    await button(page, 'Undo').click()
    await expect(manager(page).getByRole('heading', { name: /^Scheduled for/ })).toBeVisible()
  })
})
