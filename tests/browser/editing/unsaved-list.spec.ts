/** Shows what is not saved while the network is away, and saves all of it once when it is back. */
import type { Page } from '@playwright/test'
import { findings } from '../support/accessibility.ts'
import {
  deleteSelected,
  expectSaved,
  manager,
  retypeHeadingOffline,
  saveStatus,
  selectHeading,
  startEditing,
  title,
  unsavedList,
} from '../support/editor-actions.ts'
import { button, expect, test } from '../support/fixtures.ts'

test.use({ expectedErrors: /net::ERR_/ })

const typeOffline = async (page: Page) => {
  await retypeHeadingOffline(page, 'Typed without a network')
  await expect(saveStatus(page)).toHaveText('Not saved')
}

test('what waits for the network is listed with its state, and saved when it is back', async ({
  editor,
}) => {
  await typeOffline(editor)
  await saveStatus(editor).press('Enter')
  await expect(unsavedList(editor)).toContainText('1 change is not saved yet')
  await expect(unsavedList(editor)).toContainText('Waiting for the network')
  expect(await findings(editor)).toEqual([])

  await unsavedList(editor)
    .getByRole('button', { name: /: Title$/ })
    .press('Enter')
  await expect(unsavedList(editor)).toBeHidden()
  await expect(manager(editor)).toBeFocused()
  await saveStatus(editor).click()
  await expect(unsavedList(editor)).toBeVisible()

  await editor.context().setOffline(false)
  await expect(unsavedList(editor)).toBeHidden()
  await expectSaved(editor)
  await expect(title(editor).first()).toHaveText('Typed without a network')
})

test('one change is given up, which leaves what is stored and nothing to undo', async ({
  editor,
}) => {
  await startEditing(editor)
  const stored = await title(editor).first().innerText()
  await typeOffline(editor)
  await saveStatus(editor).click()
  await button(unsavedList(editor), 'Give up…').click()
  await expect(unsavedList(editor)).toContainText('Give up this change?')
  expect(await findings(editor)).toEqual([])
  await button(unsavedList(editor), 'Give up').click()
  await expect(unsavedList(editor)).toBeHidden()
  await expect(title(editor).first()).toHaveText(stored)
  await editor.context().setOffline(false)
  await expectSaved(editor)
  await expect(button(editor, 'Undo')).toHaveAttribute('aria-disabled', 'true')
})

/** Lets creations reach the server, and loses their answers. */
const loseAnswers = (page: Page, times: number) =>
  page.route(
    '**/_api/component/titles',
    async (route) => {
      if (route.request().method() === 'POST') await route.fetch()
      await route.abort()
    },
    { times },
  )

const undoDeletion = async (page: Page) => {
  await startEditing(page)
  await selectHeading(page)
  await expectSaved(page)
  const words = await title(page).first().innerText()
  await deleteSelected(page)
  await expect(page.locator('main').getByText(words, { exact: true })).toHaveCount(0)
  return words
}

for (const times of [1, 2])
  test(`what undo puts back is there once, although its answer was lost (${times})`, async ({
    editor,
  }) => {
    const words = await undoDeletion(editor)
    await loseAnswers(editor, times)
    await button(editor, 'Undo').click()
    if (times === 2) {
      await expect(saveStatus(editor)).toHaveText('Not saved')
      await saveStatus(editor).click()
      await button(unsavedList(editor), 'Try again').click()
    }
    await expect(title(editor).filter({ hasText: words })).toHaveCount(1)
    await expectSaved(editor)
    await editor.reload()
    await startEditing(editor)
    await expect(title(editor).filter({ hasText: words })).toHaveCount(1)
  })
