/** Ends the publication of a component at a chosen time, which only editors are told. */
import type { Page } from '@playwright/test'
import { findings } from '../support/accessibility.ts'
import {
  expectSaved,
  manager,
  replaceText,
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

/** Sets the end of what is live at an address, so soon that no test has to wait for it. */
const endSoon = (page: Page, iri: string) =>
  page.request.patch(`/_api${iri}?published=true`, {
    headers: { 'Content-Type': 'application/merge-patch+json' },
    data: { publishedUntil: new Date(Date.now() + 1_000).toISOString() },
  })

test('what visitors saw is found beside its draft after the end, had back, and published again', async ({
  editor,
  visitor,
}) => {
  await open(visitor, '/')
  const words = await heading(visitor).innerText()
  const live = await visitor.locator('[data-iri]:has(> h1)').getAttribute('data-iri')
  await startEditing(editor)
  await selectHeading(editor)
  await replaceText(editor, 'A harbor by the sea')
  await expectSaved(editor)
  expect((await endSoon(editor, live!)).status()).toBe(200)
  await expect.poll(async () => (await visitor.request.get(`/_api${live}`)).status()).toBe(404)

  await editor.reload()
  await expect(title(editor).first()).toHaveText('A harbor by the sea')
  await editor.getByRole('button', { name: /drafts? on this page/ }).click()
  await editor.getByRole('menuitem', { name: 'Review changes…' }).click()
  const row = editor.getByRole('listitem').filter({ hasText: 'What visitors saw has ended' })
  await expect(row.locator('del').first()).toContainText(words.split(' ').at(-1)!)
  expect(await findings(editor)).toEqual([])
  await button(row, 'Discard').click()
  await button(editor, 'Ok').click()
  await expect(title(editor).first()).toHaveText(words)
  await expectSaved(editor)
  await editor.keyboard.press('Escape')

  await button(editor, 'Undo').click()
  await expect(title(editor).first()).toHaveText('A harbor by the sea')
  await button(editor, 'Redo').click()
  await expect(title(editor).first()).toHaveText(words)
  await expectSaved(editor)
  await visitor.reload()
  await expect(visitor.getByRole('main')).not.toContainText(words)
  await selectHeading(editor)
  await button(editor, 'Publish').click()
  await expect(manager(editor).getByText('Live', { exact: true })).toBeVisible()
  await visitor.reload()
  await expect(heading(visitor)).toHaveText(words)
})
