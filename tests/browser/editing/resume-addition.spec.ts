/** Offers what was being added when a tab was loaded again or killed, where it was. */
import type { Page } from '@playwright/test'
import { findings } from '../support/accessibility.ts'
import {
  discardNew,
  expectSaved,
  insertComponent,
  manager,
  saveStatus,
  selectHeading,
  startEditing,
  title,
} from '../support/editor-actions.ts'
import { button, expect, expectHydrated, open, signOut, test } from '../support/fixtures.ts'

// The answer that is lost.
test.use({ expectedErrors: /net::ERR_FAILED/ })

const words = 'Typed before the reload'

/** Begins to add a title after the first one. */
const stageTitle = async (page: Page) => {
  await startEditing(page)
  await selectHeading(page)
  await insertComponent(page, 'Add after', 'Title')
  await expect(title(page).nth(1)).toBeFocused()
  await page.keyboard.insertText(words)
}

const reload = async (page: Page) => {
  await page.reload()
  await expectHydrated(page)
  await expect(button(page, 'Done')).toBeVisible()
}

const interrupted = (page: Page) =>
  manager(page).getByText('The page was closed before this was added.')

const offer = (page: Page) => page.getByRole('region', { name: 'Not added: Title' })

test('a component that was being added stands where it was after a reload, and is added once', async ({
  editor,
}) => {
  await stageTitle(editor)
  await reload(editor)
  await expect(title(editor).nth(1)).toHaveText(words)
  await expect(title(editor).nth(1)).toBeFocused()
  await expect(interrupted(editor)).toBeVisible()
  await expect(saveStatus(editor)).toHaveText('Not added yet')
  expect(await findings(editor)).toEqual([])

  await button(manager(editor), 'Add draft').click()
  await expectSaved(editor)
  await reload(editor)
  await expect(title(editor).nth(1)).toHaveText(words)
  await expect(editor.getByText(words)).toHaveCount(1)
  await expect(interrupted(editor)).toBeHidden()
})

test('the save status leads to the component that is being added', async ({ editor }) => {
  await stageTitle(editor)
  await selectHeading(editor)
  await expect(button(manager(editor), 'Add draft')).toBeHidden()
  await saveStatus(editor).click()
  await expect(title(editor).nth(1)).toBeFocused()
  await editor.keyboard.type('!')
  await button(manager(editor), 'Add draft').click()
  await expectSaved(editor)
  await expect(title(editor).nth(1)).toHaveText(`${words}!`)
})

test('a component whose answer was not there before the reload is added once', async ({
  editor,
}) => {
  await stageTitle(editor)
  let isStored = false
  await editor.route('**/_api/component/titles', async (route) => {
    await route.fetch()
    isStored = true
    // The answer never arrives.
  })
  await button(manager(editor), 'Add draft').click()
  await expect.poll(() => isStored).toBe(true)
  await reload(editor)
  await expect(title(editor).nth(1)).toHaveText(words)
  await expect(editor.getByText(words)).toHaveCount(1)
  await expect(button(manager(editor), 'Add draft')).toBeHidden()
  await expect(saveStatus(editor)).not.toHaveText('Not added yet')
})

test('a component whose answer was lost is added once, with what was typed since', async ({
  editor,
}) => {
  await stageTitle(editor)
  await editor.route(
    '**/_api/component/titles',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    // It is sent once more by itself.
    { times: 2 },
  )
  await button(manager(editor), 'Add draft').click()
  await expect(manager(editor).getByRole('alert')).toBeVisible()
  await title(editor).nth(1).click()
  await editor.keyboard.press('End')
  await editor.keyboard.insertText(', and more')
  await button(manager(editor), 'Add draft').click()
  await expectSaved(editor)
  await reload(editor)
  await expect(title(editor).nth(1)).toHaveText(`${words}, and more`)
  await expect(editor.getByText(words)).toHaveCount(1)
})

test('a component that is discarded after a reload is gone after the next one', async ({
  editor,
}) => {
  await stageTitle(editor)
  await reload(editor)
  await expect(title(editor).nth(1)).toHaveText(words)
  await discardNew(editor)
  await expect(editor.getByText(words)).toHaveCount(0)
  await reload(editor)
  await expect(editor.getByText(words)).toHaveCount(0)
})

test('on another page the words are offered, and lead to where they were', async ({ editor }) => {
  await stageTitle(editor)
  // The browser asks nothing when the address of another page is opened by a crash.
  await open(editor, '/about')
  await startEditing(editor)
  await expect(offer(editor)).toContainText(words)
  expect(await findings(editor)).toEqual([])
  await offer(editor)
    .getByRole('link', { name: /Open page/ })
    .click()
  await expect(editor).toHaveURL('/')
  await expect(title(editor).nth(1)).toHaveText(words)
  await expect(offer(editor)).toBeHidden()
})

test('neither Done nor signing out loses the words that are offered', async ({ editor }) => {
  await stageTitle(editor)
  await open(editor, '/about')
  await startEditing(editor)
  await expect(saveStatus(editor)).toHaveText('Not added yet')
  await button(editor, 'Done').click()
  await expect(offer(editor)).toBeFocused()
  await signOut(editor)
  await expect(offer(editor)).toBeFocused()
  await expect(offer(editor)).toContainText(words)
  await button(offer(editor), 'Discard').click()
  await button(editor, 'Done').click()
  await expect(button(editor, 'Edit')).toBeVisible()
})

test('on another page the words can be discarded', async ({ editor }) => {
  await stageTitle(editor)
  await open(editor, '/about')
  await startEditing(editor)
  await button(offer(editor), 'Discard').click()
  await expect(offer(editor)).toBeHidden()
  await open(editor, '/')
  await startEditing(editor)
  await expect(title(editor).first()).toBeVisible()
  await expect(editor.getByText(words)).toHaveCount(0)
})
