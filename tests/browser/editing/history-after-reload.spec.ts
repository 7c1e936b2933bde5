/** Undo and redo go on after a reload of the tab, for the account that has made the changes. */
import type { Page } from '@playwright/test'
import {
  bodyText,
  deleteSelected,
  expectSaved,
  insertComponent,
  isAbove,
  manager,
  order,
  replaceText,
  selectHeading,
  startEditing,
  title,
} from '../support/editor-actions.ts'
import {
  button,
  createAccount,
  expect,
  expectHydrated,
  open,
  signOut,
  submitSignIn,
  test,
} from '../support/fixtures.ts'

const said = 'Said by the chorus'

/** Returns what is stored of the page, live and as drafts, without names and dates that are new for what is made again. */
const stored = async (page: Page) => {
  const read = async (request: string) => {
    const answer = await page.request.get(`/_api${request}`)
    return answer.ok() ? ((await answer.json()) as Record<string, unknown>) : null
  }
  const [group] = await page
    .locator('main [data-iri^="/_/component_groups/"]')
    .evaluateAll((groups) => groups.map((element) => element.getAttribute('data-iri')!))
  const { componentPositions } = (await read(group!)) as { componentPositions: string[] }
  return Promise.all(
    componentPositions.map(async (iri) => {
      const { sortValue, component } = (await read(iri))!
      const versions = [
        await read(`${String(component)}?published=true`),
        await read(String(component)),
      ]
      return [
        sortValue,
        ...versions.map((version) => version && [version['title'], version['html']]),
      ]
    }),
  )
}

/** Edits the heading, adds a text below it, and moves that above it. */
const changeThreeTimes = async (page: Page) => {
  await startEditing(page)
  await selectHeading(page)
  const words = 'First words'
  await replaceText(page, words)
  await insertComponent(page, 'Add after', 'Body Text')
  await expect(bodyText(page).and(page.locator('[data-iri*="__new__"] *'))).toBeFocused()
  await page.keyboard.type(said)
  await button(manager(page), 'Add draft').click()
  await expect(button(manager(page), 'Add draft')).toHaveCount(0)
  await bodyText(page).filter({ hasText: said }).click()
  await button(manager(page), 'Move up').click()
  await expect.poll(() => isAbove(page, said, words)).toBe(true)
  await expectSaved(page)
}

const reload = async (page: Page) => {
  await page.reload()
  await expectHydrated(page)
  await expect(button(page, 'Done')).toBeVisible()
}

/** Returns the history that the tab remembers, or null. */
const remembered = (page: Page) => page.evaluate(() => sessionStorage.getItem('history'))

/** Undoes or redoes three changes, and waits after each until it has an effect. */
const pressThreeTimes = async (page: Page, name: 'Undo' | 'Redo') => {
  for (let count = 1; count <= 3; count += 1) {
    const before = await remembered(page)
    await button(page, name).click()
    // “Undone” or “Redone”.
    await expect(page.getByText(`${name}ne`, { exact: true })).toBeAttached()
    await expect.poll(() => remembered(page)).not.toBe(before)
    await expectSaved(page)
  }
}

test('three changes are undone after a reload, redone, and undone again after another', async ({
  editor,
}) => {
  await expect(
    title(editor).or(editor.getByRole('main').getByRole('heading')).first(),
  ).toBeVisible()
  const before = await stored(editor)
  const orderBefore = await order(editor)
  await changeThreeTimes(editor)
  const after = await stored(editor)
  expect(after).not.toEqual(before)

  await reload(editor)
  await pressThreeTimes(editor, 'Undo')
  await expect(button(editor, 'Undo')).toHaveAttribute('aria-disabled', 'true')
  await expect.poll(() => stored(editor)).toEqual(before)
  await expect.poll(() => order(editor)).toEqual(orderBefore)

  await pressThreeTimes(editor, 'Redo')
  await expect.poll(() => stored(editor)).toEqual(after)
  await reload(editor)
  await expect(button(editor, 'Redo')).toHaveAttribute('aria-disabled', 'true')
  await pressThreeTimes(editor, 'Undo')
  await expect.poll(() => stored(editor)).toEqual(before)
})

test('what was changed in a tab that is gone is undone in the next one', async ({ editor }) => {
  const before = await stored(editor)
  await changeThreeTimes(editor)
  const next = await editor.context().newPage()
  await editor.close()
  await open(next, '/')
  await startEditing(next)
  await pressThreeTimes(next, 'Undo')
  await expect(button(next, 'Undo')).toHaveAttribute('aria-disabled', 'true')
  await expect.poll(() => stored(next)).toEqual(before)
})

/** Returns the numbers of pixels that the pictures have, 0 for one that is not loaded. */
const widths = (page: Page) =>
  page
    .getByRole('main')
    .locator('img')
    .evaluateAll((pictures: HTMLImageElement[]) => pictures.map((shown) => shown.naturalWidth))

test('a deleted picture is brought back after a reload, with what was changed before', async ({
  editor,
}) => {
  await open(editor, '/about')
  await startEditing(editor)
  const words = 'Before the picture'
  await bodyText(editor).first().click()
  await editor.keyboard.type(words)
  await expectSaved(editor)
  const before = await widths(editor)
  await editor.getByRole('main').locator('img').first().click()
  await deleteSelected(editor)
  await expect(editor.getByRole('main').locator('img')).toHaveCount(before.length - 1)
  await expectSaved(editor)

  for (const press of ['Undo', 'Redo', 'Undo'] as const) {
    await reload(editor)
    await button(editor, press).click()
    await expect(editor.getByText(`${press}ne`, { exact: true })).toBeAttached()
    const shown = press === 'Undo' ? before : before.slice(1)
    await expect.poll(() => widths(editor)).toEqual(shown)
    await expectSaved(editor)
  }
  await reload(editor)
  await expect.poll(() => widths(editor)).toEqual(before)
  await expect(bodyText(editor).first()).toContainText(words)
  await button(editor, 'Undo').click()
  await expect(bodyText(editor).first()).not.toContainText(words)
})

test.describe('what someone else has changed since', () => {
  test.use({ expectedErrors: /status of 412/ })

  test('is not overwritten, and it is said that nothing was undone', async ({ editor }) => {
    await startEditing(editor)
    await selectHeading(editor)
    await replaceText(editor, 'Mine')
    await expectSaved(editor)
    const draft = await editor.evaluate(() =>
      document
        .querySelector('[aria-current="true"]')!
        .closest('[data-iri^="/component/"]')
        ?.getAttribute('data-iri'),
    )
    await reload(editor)
    const changed = await editor.request.patch(`/_api${draft}`, {
      headers: { 'content-type': 'application/merge-patch+json' },
      data: { title: 'Theirs' },
    })
    expect(changed.ok()).toBe(true)
    await button(editor, 'Undo').click()
    await expect(editor.getByText('Nothing was undone')).toBeVisible()
    const now = await editor.request.get(`/_api${draft}`)
    expect(await now.json()).toMatchObject({ title: 'Theirs' })
  })
})

test.describe('a session that has ended without this tab knowing', () => {
  // The tab still tells the API where it is, or that it is left, and reads what the hub has
  // announced of its last change.
  test.use({ expectedErrors: /status of 401 .*\/(presences|titles)\// })

  test('another account gets nothing of it, nor the same one after it has signed out', async ({
    editor,
  }) => {
    await createAccount(editor, 'eve', 'ROLE_ADMIN')
    const signInAsEve = async () => {
      await open(editor, '/login')
      await submitSignIn(editor, 'eve')
      await expect(editor).toHaveURL('/')
      await startEditing(editor)
    }
    const change = async (words: string) => {
      await startEditing(editor)
      await selectHeading(editor)
      await replaceText(editor, words)
      await expectSaved(editor)
      await expect(button(editor, 'Undo')).not.toHaveAttribute('aria-disabled', 'true')
    }
    await change('Mine')
    // The session ends without this tab knowing, as in another tab.
    await editor.context().clearCookies()
    await signInAsEve()
    await expect(button(editor, 'Undo')).toHaveAttribute('aria-disabled', 'true')
    expect(await remembered(editor)).toBeNull()

    await change('Hers')
    await signOut(editor)
    await expect.poll(() => remembered(editor)).toBeNull()
    await signInAsEve()
    await expect(button(editor, 'Undo')).toHaveAttribute('aria-disabled', 'true')
  })
})
