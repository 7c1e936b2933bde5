/** The history list goes to any state of the session, and leads to the pages on which changes were made. */
import type { Page } from '@playwright/test'
import { atEachWidth, findings, seriousFindings } from '../support/accessibility.ts'
import {
  expectSaved,
  replaceText,
  selectHeading,
  startEditing,
  title,
} from '../support/editor-actions.ts'
import { button, expect, open, test } from '../support/fixtures.ts'

const states = (page: Page) => page.getByRole('menu', { name: 'History' }).getByRole('menuitem')

/** Edits the heading once for each text, each time as a change of its own. */
const editHeading = async (page: Page, ...texts: string[]) => {
  await startEditing(page)
  for (const text of texts) {
    await selectHeading(page)
    await replaceText(page, text)
    await title(page).first().blur()
    await expectSaved(page)
  }
}

test('goes back and forth by the keyboard, and marks the current state', async ({
  editor: page,
}) => {
  await startEditing(page)
  const before = await title(page).first().innerText()
  await editHeading(page, 'One', 'Two', 'Three')
  const history = button(page, 'History')
  await history.focus()
  await page.keyboard.press('Enter')
  await expect(states(page)).toHaveText([
    /^Edited Title “Three”/,
    /^Edited Title “Two”/,
    /^Edited Title “One”/,
    'Before these changes',
  ])
  await expect(states(page).first()).toBeFocused()
  await expect(states(page).first()).toHaveAttribute('aria-current', 'true')
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(title(page).first()).toHaveText(before)
  // The work goes on in the text that is selected, or at the button: the focus is not lost.
  const focused = page.locator(':focus')
  await expect(focused).toHaveAttribute('aria-label', /^(Title|History)$/)

  await expect(button(page, 'Undo')).toHaveAttribute('aria-disabled', 'true')
  await history.focus()
  await page.keyboard.press('Enter')
  await expect(states(page).last()).toHaveAttribute('aria-current', 'true')
  await expect(states(page).nth(1)).toHaveText('Edited Title “Two”Undone')
  await states(page).nth(1).click()
  await expect(title(page).first()).toHaveText('Two')
})

atEachWidth(() => {
  test('names the page of a change made elsewhere, and leads there once it is undone', async ({
    editor: page,
  }) => {
    await editHeading(page, 'Changed at home')
    await open(page, '/about')
    await startEditing(page)
    await button(page, 'History').click()
    await expect(states(page).first()).toHaveText(/^Edited Title “Changed at home”On “.+”$/)
    await expect(states(page).nth(1)).toHaveText(/^Open page “.+”$/)
    expect(await seriousFindings(page)).toEqual([])
    await states(page).last().click()
    await expect(page.getByText('Undone on another page')).toBeVisible()
    await expect(page.getByText('Edited Title “Changed at home”')).toBeVisible()
    // A notification stays as long as something in it has the focus.
    const leading = page.getByRole('link', { name: /^Open page “/ })
    await leading.focus()
    expect(await seriousFindings(page)).toEqual([])
    await leading.click()
    await expect(page).toHaveURL('/')
    await expect(title(page).first()).not.toHaveText('Changed at home')
    await expect(button(page, 'Redo')).not.toHaveAttribute('aria-disabled', 'true')
  })
})
