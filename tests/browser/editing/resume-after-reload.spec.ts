/** Offers what was unsaved when a tab was loaded again or killed, for the account that has typed it. */
import type { Page } from '@playwright/test'
import { findings } from '../support/accessibility.ts'
import {
  bodyText,
  cutNetwork,
  expectSaved,
  manager,
  replaceText,
  saveStatus,
  selectHeading,
  startEditing,
  title,
} from '../support/editor-actions.ts'
import {
  button,
  createAccount,
  expect,
  expectHydrated,
  heading,
  open,
  signOut,
  submitSignIn,
  test,
} from '../support/fixtures.ts'

const words = 'Typed without a network'

const unsavedTitle = (page: Page) =>
  page.getByRole('region', { name: /^Not saved: (Title|Change)/ })

const typeHeading = async (page: Page) => {
  await startEditing(page)
  await selectHeading(page)
  await replaceText(page, words)
}

/** Types without a network, until that is said. */
const typeWithoutNetwork = async (page: Page) => {
  await cutNetwork(page)
  await typeHeading(page)
  await expect(unsavedTitle(page)).toBeVisible()
}

/** Kills a tab, which runs none of its handlers, and returns the one that the browser restores. */
const killTab = async (page: Page, at = page.url()) => {
  const context = page.context()
  const storage = await page.evaluate(() => ({ ...sessionStorage }))
  await page.close({ runBeforeUnload: false })
  const restored = await context.newPage()
  await restored.addInitScript((entries) => {
    if (sessionStorage.length > 0) return
    for (const [key, value] of Object.entries(entries)) sessionStorage.setItem(key, value)
  }, storage)
  await open(restored, at)
  await expect(button(restored, 'Done')).toBeVisible()
  return restored
}

test('words without a network are in their field after a reload, and saved on request', async ({
  editor,
}) => {
  await typeWithoutNetwork(editor)
  await editor.reload()
  await expectHydrated(editor)
  await expect(title(editor).first()).toHaveText(words)
  await expect(unsavedTitle(editor)).toContainText('The page was closed before this was saved.')
  await expect(saveStatus(editor)).toHaveText('Not saved')
  expect(await findings(editor)).toEqual([])

  await button(unsavedTitle(editor), 'Save').click()
  await expectSaved(editor)
  await editor.reload()
  await expect(title(editor).first()).toHaveText(words)
  await expect(button(editor, 'Done')).toBeVisible()
  await expect(unsavedTitle(editor)).toBeHidden()
})

test('words of a killed tab do not overwrite what somebody else has typed since', async ({
  editor,
}) => {
  await typeWithoutNetwork(editor)
  const live = await title(editor)
    .first()
    .evaluate((element) => element.closest<HTMLElement>('[data-iri]')!.dataset['iri']!)
  const changed = await editor.request.patch(`/_api${live}`, {
    headers: { 'content-type': 'application/merge-patch+json' },
    data: { title: 'Theirs' },
  })
  expect(changed.ok()).toBe(true)

  const restored = await killTab(editor)
  await expect(unsavedTitle(restored)).toContainText(words)
  await expect(unsavedTitle(restored)).toContainText('Theirs')
  await expect(title(restored).first()).toHaveText(words)
  await button(unsavedTitle(restored), 'Keep mine').click()
  await expectSaved(restored)
  await restored.reload()
  await expect(title(restored).first()).toHaveText(words)
})

const unsavedOrder = (page: Page) => page.getByRole('region', { name: 'Not saved: Order' })

/** Returns the positions of the page, from top to bottom. */
const shownOrder = (page: Page) =>
  page
    .getByRole('main')
    .locator('[data-iri^="/_/component_positions"]')
    .evaluateAll((all: HTMLElement[]) => all.map(({ dataset }) => dataset['iri']!))

/** Moves the first text up without a network, until that is said. Returns the order before that, and the one that is shown. */
const moveWithoutNetwork = async (page: Page) => {
  await startEditing(page)
  const before = await shownOrder(page)
  await cutNetwork(page)
  await bodyText(page).first().click()
  await button(manager(page), 'Move up').click()
  await expect(unsavedOrder(page)).toBeVisible()
  const shown = await shownOrder(page)
  expect(shown).not.toEqual(before)
  return { before, shown }
}

test('a move without a network is shown after a reload, saved on request, and undone', async ({
  editor,
}) => {
  const { before, shown } = await moveWithoutNetwork(editor)
  await editor.reload()
  await expectHydrated(editor)
  await expect(unsavedOrder(editor)).toContainText('The page was closed before the new order')
  await expect(saveStatus(editor)).toHaveText('Not saved')
  expect(await shownOrder(editor)).toEqual(shown)
  expect(await findings(editor)).toEqual([])
  await saveStatus(editor).click()
  const list = editor.getByRole('dialog', { name: 'Not saved yet' })
  await expect(list).toContainText('Not sent before the page was closed')
  await button(list, 'Close').click()

  await button(unsavedOrder(editor), 'Save').click()
  await expectSaved(editor)
  expect(await shownOrder(editor)).toEqual(shown)
  await button(editor, 'Undo').click()
  await expect.poll(() => shownOrder(editor)).toEqual(before)
  await expectSaved(editor)
  await editor.reload()
  await expectHydrated(editor)
  await expect(unsavedOrder(editor)).toBeHidden()
  expect(await shownOrder(editor)).toEqual(before)
})

/** Moves a position of the page by the API, in the session of the editor. */
const moveByApi = async (page: Page, position: string, sortValue: number) => {
  const moved = await page.request.patch(`/_api${position}`, {
    headers: { 'content-type': 'application/merge-patch+json' },
    data: { sortValue },
  })
  expect(moved.ok()).toBe(true)
}

test('a move of a killed tab does not overwrite that of somebody else', async ({ editor }) => {
  const { before, shown } = await moveWithoutNetwork(editor)
  const index = before.findIndex((position, at) => position !== shown[at]) + 1
  await moveByApi(editor, before[index]!, 1_000)
  const theirs = [...before.toSpliced(index, 1), before[index]!]

  const restored = await killTab(editor)
  await expect(unsavedOrder(restored)).toContainText('Somebody else changed this')
  // Leaving the page for the panel does not save it, either.
  await title(restored).first().click()
  await bodyText(restored).first().click()
  const visitor = await (await restored.context().browser()!.newContext()).newPage()
  await visitor.goto(restored.url())
  expect(await shownOrder(visitor)).toEqual(theirs)
  await visitor.context().close()
  await button(unsavedOrder(restored), 'Discard my change').click()
  await expectSaved(restored)
  expect(await shownOrder(restored)).toEqual(theirs)
  expect(shown).not.toEqual(theirs)
})

test('a move is offered as it was shown beside that of somebody else', async ({ editor }) => {
  const { before, shown } = await moveWithoutNetwork(editor)
  await moveByApi(editor, before.at(-1)!, 0)
  const restored = await killTab(editor)
  await expect(unsavedOrder(restored)).toContainText('The page was closed before the new order')
  expect(await shownOrder(restored)).toEqual(shown)
  await button(unsavedOrder(restored), 'Save').click()
  await expectSaved(restored)
  expect(await shownOrder(restored)).toEqual([before.at(-1), ...shown.slice(0, -1)])
})

test('of two moves, the one that was saved while the tab was killed is no conflict', async ({
  editor,
}) => {
  const { before, shown } = await moveWithoutNetwork(editor)
  await bodyText(editor).last().click()
  await button(manager(editor), 'Move up').click()
  await expect.poll(() => shownOrder(editor)).not.toEqual(shown)
  const both = await shownOrder(editor)
  const index = before.findIndex((position, at) => position !== shown[at])
  expect(index).toBe(0)
  await moveByApi(editor, before[1]!, 0)

  const restored = await killTab(editor)
  await expect(unsavedOrder(restored)).toContainText('The page was closed before the new order')
  expect(await shownOrder(restored)).toEqual(both)
  await button(unsavedOrder(restored), 'Save').click()
  await expectSaved(restored)
  await restored.reload()
  await expectHydrated(restored)
  expect(await shownOrder(restored)).toEqual(both)
})

test('what was selected in a killed tab is selected again, with the focus in the panel', async ({
  editor,
}) => {
  await startEditing(editor)
  await bodyText(editor).first().click()
  await expect(manager(editor).locator('[aria-current="location"]')).toHaveText('Body Text')
  const restored = await killTab(editor)
  await expect(manager(restored).locator('[aria-current="location"]')).toHaveText('Body Text')
  await expect(manager(restored)).toBeFocused()
  await button(restored, 'Done').click()
  await button(restored, 'Edit').click()
  await expect(manager(restored)).toBeHidden()
})

test('words of another page are named, and discarded there', async ({ editor }) => {
  const before = await heading(editor).textContent()
  await typeWithoutNetwork(editor)
  const restored = await killTab(editor, '/about')
  await expect(unsavedTitle(restored)).toContainText(words)
  await unsavedTitle(restored)
    .getByRole('link', { name: /Open page/ })
    .click()
  await expect(restored).toHaveURL('/')
  await expect(title(restored).first()).toHaveText(words)
  await button(unsavedTitle(restored), 'Discard my change').click()
  await expect(title(restored).first()).toHaveText(before!)
  await restored.reload()
  await expect(title(restored).first()).toHaveText(before!)
  await expect(unsavedTitle(restored)).toBeHidden()
})

test('what was typed in a tab that is gone is there when editing begins again, and not in a second tab', async ({
  editor,
}) => {
  const context = editor.context()
  await typeWithoutNetwork(editor)
  const second = await context.newPage()
  await open(second, '/')
  await startEditing(second)
  await expect(title(second).first()).not.toHaveText(words)
  await second.close()

  await editor.close({ runBeforeUnload: false })
  const next = await context.newPage()
  await open(next, '/')
  await startEditing(next)
  await expect(title(next).first()).toHaveText(words)
  await button(unsavedTitle(next), 'Save').click()
  await expectSaved(next)
  const copies = () =>
    next.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('edits')))
  await expect.poll(copies).toEqual([])
})

test.describe('a session that has ended without this tab knowing', () => {
  // The tab still tells the API where it is, or that it is left.
  test.use({ expectedErrors: /401 .*\/presences\// })

  test('another account gets no words, which are offered once the first one signs in again', async ({
    editor,
  }) => {
    await createAccount(editor, 'eve', 'ROLE_ADMIN')
    await typeWithoutNetwork(editor)
    const signInAs = async (name: string) => {
      await editor.context().clearCookies()
      await open(editor, '/login')
      await submitSignIn(editor, name)
      await expect(editor).toHaveURL('/')
      await startEditing(editor)
    }
    await signInAs('eve')
    await expect(title(editor).first()).not.toHaveText(words)
    await selectHeading(editor)
    await replaceText(editor, 'Of eve')
    await expectSaved(editor)
    await signInAs('admin')
    await expect(unsavedTitle(editor)).toContainText(words)
    await button(unsavedTitle(editor), 'Keep mine').click()
    await expectSaved(editor)
    await expect(title(editor).first()).toHaveText(words)
  })

  test('another account gets no words, nor the same one after it has signed out', async ({
    editor,
  }) => {
    await createAccount(editor, 'eve', 'ROLE_ADMIN')
    await typeWithoutNetwork(editor)
    const remembered = (page: Page) => page.evaluate(() => sessionStorage.getItem('edits'))
    expect(await remembered(editor)).toContain(words)
    // The session ends without this tab knowing, as in another tab.
    await editor.context().clearCookies()
    await open(editor, '/login')
    await submitSignIn(editor, 'eve')
    await expect(editor).toHaveURL('/')
    await startEditing(editor)
    await expect(title(editor).first()).not.toHaveText(words)
    await expect.poll(() => remembered(editor)).toBeNull()

    await typeWithoutNetwork(editor)
    await button(unsavedTitle(editor), 'Discard my change').click()
    await signOut(editor)
    await expect.poll(() => remembered(editor)).toBeNull()
  })
})
