/** Ends the publication of a component at a chosen time, which only editors are told. */
import type { Page } from '@playwright/test'
import { findings } from '../support/accessibility.ts'
import {
  expectSaved,
  manager,
  selectHeading,
  startEditing,
  title,
} from '../support/editor-actions.ts'
import { button, expect, heading, open, test } from '../support/fixtures.ts'

const openPublishTab = async (page: Page) => {
  await startEditing(page)
  await selectHeading(page)
  await manager(page).getByRole('tab', { name: 'Publish' }).click()
}

/** Enters a time of this browser into the field. */
const setEnd = async (page: Page, time: string) => {
  await manager(page).getByLabel('Published until').fill(time)
  await button(manager(page), 'Set end').click()
}

const ends = (page: Page) => manager(page).getByRole('heading', { name: /^Live until/ })

test('the end is set without a draft, shown to editors, kept over a reload and undone', async ({
  editor,
  visitor,
}) => {
  await openPublishTab(editor)
  const drafts = editor.getByRole('button', { name: /drafts? on this page/ })
  const draftCount = await drafts.getAttribute('aria-label')
  const words = await title(editor).first().innerText()
  await setEnd(editor, '2001-01-01T00:00')
  await expect(manager(editor).getByText('Choose a date and time in the future')).toBeVisible()
  await setEnd(editor, '2126-12-03T18:00')
  await expect(ends(editor)).toBeVisible()
  await expect(drafts).toHaveAttribute('aria-label', draftCount!)
  expect(await findings(editor)).toEqual([])

  await open(visitor, '/')
  await expect(heading(visitor)).toHaveText(words)
  expect(await visitor.content()).not.toContain('publishedUntil')

  await editor.reload()
  await openPublishTab(editor)
  await expect(ends(editor)).toBeVisible()
  await button(editor, 'Undo').click()
  await expect(ends(editor)).toBeHidden()
  await expectSaved(editor)
})
