import type { Locator, Page } from '@playwright/test'
import { findings } from '../support/accessibility.ts'
import {
  bodyText,
  cutNetwork,
  deleteSelected,
  expectSaved,
  manager,
  retype,
  saveStatus,
  selectHeading,
  startEditing,
  title,
} from '../support/editor-actions.ts'
import { button, expect, expectHydrated, heading, open, test } from '../support/fixtures.ts'

// The refused save of what a colleague has deleted.
test.use({ expectedErrors: /404 \(|net::ERR_/ })

const unsavedTitle = (page: Page) => page.getByRole('region', { name: 'Not saved: Title' })

/** Returns the IRI of what a text is in: by default the resource that it edits. */
const iriOf = (text: Locator, start = '/') =>
  text.evaluate(
    (element, from) => element.closest<HTMLElement>(`[data-iri^="${from}"]`)!.dataset['iri']!,
    start,
  )

const iriOfHeading = (page: Page) => iriOf(title(page).first())

/** Deletes a resource by the API, in the session of this person. */
const deleteByApi = async (page: Page, request: string) => {
  const answer = await page.request.delete(`/_api${request}`)
  expect(answer.status()).toBe(204)
}

const startDraft = async (page: Page, words: string) => {
  await startEditing(page)
  await selectHeading(page)
  await retype(page, words)
  await expect(saveStatus(page)).toHaveText('Saved')
}

test.describe('a draft that a colleague deletes while it is typed into', () => {
  test.beforeEach(async ({ editor, colleague }) => {
    await startDraft(editor, 'My words')
    await deleteByApi(colleague, `${await iriOfHeading(editor)}?published=false`)
    await editor.keyboard.type(' go on')
    await expect(unsavedTitle(editor)).toBeVisible()
  })

  test('keeps the words in their place until they are put back', async ({ editor }) => {
    await expect(saveStatus(editor)).toHaveText('Not saved')
    await expect(title(editor).first()).toHaveText('My words go on')
    await expect(title(editor).first()).toBeFocused()
    const selected = manager(editor).locator('[aria-current="location"]')
    await expect(selected).toHaveText('Title')
    await editor.keyboard.type(', and on')
    await expect(unsavedTitle(editor)).toContainText('My words go on, and on')
    expect(await findings(editor)).toEqual([])

    await button(unsavedTitle(editor), 'Put back').click()
    await expect(saveStatus(editor)).toHaveText('Saved')
    await expect(unsavedTitle(editor)).toBeHidden()
    await open(editor, '/')
    await startEditing(editor)
    await expect(title(editor).first()).toHaveText('My words go on, and on')
  })

  test('leaves the live version as it is when the change is discarded', async ({ editor }) => {
    await button(unsavedTitle(editor), 'Discard my change').press('Enter')
    await expect(saveStatus(editor)).toHaveText('Saved')
    await expect(title(editor).first()).not.toHaveText(/My words/)
    await expect(title(editor).first()).toBeFocused()
    await button(editor, 'Done').click()
    await expect(heading(editor)).not.toHaveText(/My words/)
  })

  test('Done waits for a decision and shows where to make it', async ({ editor }) => {
    await button(editor, 'Done').click()
    await expect(unsavedTitle(editor)).toBeFocused()
    await expect(editor.getByText('Some changes are not saved')).toBeAttached()
    await expect(title(editor).first()).toHaveText('My words go on')
  })

  test('has a text that can be copied', async ({ editor, site }) => {
    await editor
      .context()
      .grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url })
    await button(unsavedTitle(editor), 'Copy my text').click()
    await expect(editor.getByText('Copied')).toBeVisible()
    expect(await editor.evaluate(() => navigator.clipboard.readText())).toBe('My words go on')
  })
})

test.describe('a draft that is saved', () => {
  test('stays on the screen when a colleague discards it, and is put back', async ({
    editor,
    colleague,
  }) => {
    await startDraft(editor, 'My words')
    await deleteByApi(colleague, `${await iriOfHeading(editor)}?published=false`)
    await button(editor, 'Update').click()
    await expect(unsavedTitle(editor)).toContainText('This draft was deleted')
    await expect(unsavedTitle(editor)).toContainText('My words')
    await expect(title(editor).first()).toHaveText('My words')
    await expect(saveStatus(editor)).toHaveText('Not saved')
    await button(unsavedTitle(editor), 'Put back').click()
    await expect(saveStatus(editor)).toHaveText('Saved')
    await open(editor, '/')
    await startEditing(editor)
    await expect(title(editor).first()).toHaveText('My words')
  })

  test('is gone without a word when somebody else publishes it, and given up when it is discarded', async ({
    editor,
    colleague,
  }) => {
    await startDraft(editor, 'My words')
    await open(colleague, '/')
    await startEditing(colleague)
    await selectHeading(colleague)
    await button(manager(colleague), 'Publish').click()
    await expectSaved(colleague)
    await button(editor, 'Update').click()
    await expect(editor.getByText('This page has changed')).toBeHidden()
    await expect(unsavedTitle(editor)).toBeHidden()

    await selectHeading(editor)
    const live = await iriOfHeading(editor)
    await retype(editor, 'Later words')
    await expect.poll(() => iriOfHeading(editor)).not.toBe(live)
    await expectSaved(editor)
    await deleteByApi(colleague, `${await iriOfHeading(editor)}?published=false`)
    await button(editor, 'Update').click()
    await button(unsavedTitle(editor), 'Discard my change').click()
    await expect(saveStatus(editor)).toHaveText('Saved')
    await expect(title(editor).first()).toHaveText('My words')
  })
})

test.describe('a component that a colleague deletes', () => {
  test('with its place and its draft is shown with the words, and put back', async ({
    editor,
    colleague,
  }) => {
    await startDraft(editor, 'My words')
    const position = await iriOf(title(editor).first(), '/_/component_positions/')
    await deleteByApi(colleague, `${position}?published=true`)
    await editor.keyboard.type(' go on')
    await expect(unsavedTitle(editor)).toBeVisible()
    await expect(title(editor).first()).toHaveText('My words go on')
    await expect(title(editor).first()).toBeFocused()
    await editor.keyboard.type(', and on')
    await expect(unsavedTitle(editor)).toContainText('My words go on, and on')

    await button(unsavedTitle(editor), 'Put back').click()
    await expect(saveStatus(editor)).toHaveText('Saved')
    await open(editor, '/')
    await startEditing(editor)
    await expect(title(editor).first()).toHaveText('My words go on, and on')
  })

  test('is shown with the words, and put back in its place', async ({ editor, colleague }) => {
    const before = await editor.getByRole('main').innerText()
    await startEditing(editor)
    await selectHeading(editor)
    await deleteByApi(colleague, `${await iriOfHeading(editor)}?published=true`)
    await retype(editor, 'All of it is gone')
    await expect(unsavedTitle(editor)).toBeVisible()
    await expect(saveStatus(editor)).toHaveText('Not saved')
    await expect(title(editor).first()).toHaveText('All of it is gone')

    await expect(editor.getByText('This page has changed')).toBeVisible()

    await button(unsavedTitle(editor), 'Put back').click()
    await expect(saveStatus(editor)).toHaveText('Saved')
    await expect(editor.getByText('This page has changed')).toBeHidden()
    await expect(title(editor).first()).toHaveText('All of it is gone')
    const selected = manager(editor).locator('[aria-current="location"]')
    await expect(selected).toHaveText('Title')
    await expect(title(editor).first()).toBeFocused()
    await open(colleague, '/')
    expect(await colleague.getByRole('main').innerText()).toBe(before)
    await startEditing(colleague)
    await expect(title(colleague).first()).toHaveText('All of it is gone')
  })

  test('is there once, with the words, when its deletion is undone after it was put back', async ({
    editor,
    colleague,
  }) => {
    const titles = await editor.getByRole('main').getByRole('heading').allInnerTexts()
    await startEditing(editor)
    await selectHeading(editor)
    await startEditing(colleague)
    await selectHeading(colleague)
    await deleteSelected(colleague)
    await expectSaved(colleague)
    await retype(editor, 'My words')
    await button(unsavedTitle(editor), 'Put back').click()
    await expect(saveStatus(editor)).toHaveText('Saved')

    await button(colleague, 'Undo').click()
    await expectSaved(colleague)
    for (const page of [editor, colleague]) {
      await open(page, '/')
      await startEditing(page)
      await expect(title(page).first()).toHaveText('My words')
      const shown = await page.getByRole('main').getByRole('heading').allInnerTexts()
      expect(shown).toEqual(titles.with(0, 'My words'))
    }
  })

  test('is undone and redone once it is put back, and what is gone is said to be', async ({
    editor,
    colleague,
  }) => {
    await startDraft(editor, 'My words')
    const position = await iriOf(title(editor).first(), '/_/component_positions/')
    await deleteByApi(colleague, `${position}?published=true`)
    await editor.keyboard.type(' go on')
    await button(unsavedTitle(editor), 'Put back').click()
    await expect(saveStatus(editor)).toHaveText('Saved')
    await expect(title(editor).first()).toHaveText('My words go on')

    await button(editor, 'Undo').click()
    await expect(editor.getByText('My words go on')).toHaveCount(0)
    await button(editor, 'Undo').click()
    await expect(editor.getByText('What you had changed was deleted since then.')).toBeVisible()
    await expect(editor.getByText('Nothing was undone')).toBeVisible()
    await expect(button(editor, 'Undo')).toBeDisabled()
    await button(editor, 'Redo').click()
    await expect(title(editor).first()).toHaveText('My words go on')
    await expect(button(editor, 'Redo')).toBeDisabled()
    await open(editor, '/')
    await startEditing(editor)
    await expect(title(editor).first()).toHaveText('My words go on')
  })

  test('keeps the words where the update is shown', async ({ editor, colleague }) => {
    await startEditing(editor)
    await selectHeading(editor)
    await editor.route('**/_api/component/titles/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await retype(editor, 'Typed without a network')
    await expect(unsavedTitle(editor)).toBeVisible()
    await deleteByApi(colleague, `${await iriOfHeading(editor)}?published=true`)
    await button(editor, 'Update').click()
    await expect(unsavedTitle(editor)).toContainText('Typed without a network')
    await expect(button(unsavedTitle(editor), 'Put back')).toBeVisible()
    await editor.unrouteAll()
    await button(unsavedTitle(editor), 'Put back').click()
    await expect(saveStatus(editor)).toHaveText('Saved')
    await expect(title(editor).first()).toHaveText('Typed without a network')
  })
  for (const kind of ['Title', 'Body text'] as const)
    test(`stays selected while its ${kind} is typed into, and what is typed on is kept`, async ({
      editor,
      colleague,
    }) => {
      const textOf = (page: Page) => (kind === 'Title' ? title(page) : bodyText(page)).first()
      await startEditing(editor)
      await textOf(editor).click({ position: { x: 5, y: 5 } })
      await expect(manager(editor)).toBeVisible()
      await startEditing(colleague)
      await textOf(colleague).click({ position: { x: 5, y: 5 } })
      await deleteSelected(colleague)
      await expectSaved(colleague)

      await retype(editor, 'First words')
      const unsaved = editor.getByRole('region', { name: `Not saved: ${kind}` })
      await expect(unsaved).toBeVisible()
      await expect(textOf(editor)).toBeFocused()
      await editor.keyboard.type(' and more')
      await expect(textOf(editor)).toHaveText('First words and more')
      await expect(unsaved).toContainText('First words and more')
      const selected = manager(editor).locator('[aria-current="location"]')
      const name = kind === 'Title' ? 'Title' : 'Body Text'
      await expect(selected).toHaveText(name)
      await expect(manager(editor).getByRole('tab', { name })).toBeVisible()
      expect(await findings(editor)).toEqual([])

      await button(unsaved, 'Discard my change').click()
      await expect(unsaved).toBeHidden()
      await expect(editor.getByText('First words and more')).toHaveCount(0)
      await expect(selected).not.toHaveText(name)
      await expect(manager(editor)).toBeFocused()
    })

  test('in its live version only stays where it is typed into', async ({ editor, colleague }) => {
    await startEditing(editor)
    await selectHeading(editor)
    const live = await iriOfHeading(editor)
    await retype(editor, 'My words')
    await expect(saveStatus(editor)).toHaveText('Saved')
    await deleteByApi(colleague, `${live}?published=true`)
    await editor.keyboard.type(' go on')
    await expect(saveStatus(editor)).toHaveText('Saved')
    await expect(title(editor).first()).toBeFocused()
    await editor.keyboard.type(', and on')
    await expect(title(editor).first()).toHaveText('My words go on, and on')
    await expectSaved(editor)
    const selected = manager(editor).locator('[aria-current="location"]')
    await expect(selected).toHaveText('Title')
    await open(editor, '/')
    await startEditing(editor)
    await expect(title(editor).first()).toHaveText('My words go on, and on')
  })

  test('an image is put back with its picture and the new alternative text', async ({
    editor,
    colleague,
  }) => {
    const pictureOf = (page: Page) => page.getByRole('main').getByRole('img').first()
    for (const page of [editor, colleague]) {
      await open(page, '/about')
      await startEditing(page)
      await pictureOf(page).click()
      await expect(manager(page)).toBeVisible()
    }
    const altText = manager(editor).getByLabel('Alternative text')
    await altText.click()
    await deleteSelected(colleague)
    await expectSaved(colleague)

    await retype(editor, 'A van')
    const unsaved = editor.getByRole('region', { name: 'Not saved: Alternative text' })
    await expect(unsaved).toBeVisible()
    await expect(altText).toBeFocused()
    await editor.keyboard.type(' at dusk')
    await expect(unsaved).toContainText('A van at dusk')
    await button(unsaved, 'Put back').click()
    await expect(unsaved).toBeHidden()
    await expectSaved(editor)
    const picture = editor.getByRole('main').getByRole('img', { name: 'A van at dusk' })
    await expect(picture).toBeVisible()
    await expect
      .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
    await open(editor, '/about')
    await startEditing(editor)
    await expect(picture).toBeVisible()
    await button(editor, 'Undo').click()
    await expect(picture).toHaveCount(0)
    await button(editor, 'Redo').click()
    await expect(picture).toBeVisible()
  })
})

test('the title of a page that a colleague deletes stays where it is typed into', async ({
  editor,
  colleague,
}) => {
  await open(editor, '/blog-articles/blog-article-1')
  await startEditing(editor)
  const text = editor.getByRole('main').getByRole('heading', { level: 1 }).getByRole('textbox')
  await text.click()
  await expect(manager(editor)).toBeVisible()
  await deleteByApi(colleague, await iriOf(text))
  await retype(editor, 'First words')
  const unsaved = editor.getByRole('region', { name: 'Not saved: Page title' })
  await expect(unsaved).toBeVisible()
  await editor.keyboard.type(' and more')
  await expect(text).toHaveText('First words and more')
  await expect(text).toBeFocused()
  await expect(unsaved).toContainText('First words and more')
})

test.describe('a component that a colleague deletes before the page is loaded again', () => {
  const positionOf = (page: Page) => iriOf(bodyText(page).first(), '/_/component_positions/')

  const typeIntoText = async (page: Page, words: string) => {
    await bodyText(page).first().click()
    await expect(manager(page)).toBeVisible()
    await retype(page, words)
  }

  const unsavedText = (page: Page) => page.getByRole('region', { name: 'Not saved: Body text' })

  for (const hasDraft of [false, true])
    test(`is put back ${hasDraft ? 'with its draft ' : ''}where it was, with the words`, async ({
      editor,
      colleague,
    }) => {
      await startEditing(editor)
      const before = await bodyText(editor).count()
      if (hasDraft) {
        await typeIntoText(editor, 'A draft')
        await expectSaved(editor)
      }
      const position = await positionOf(editor)
      await cutNetwork(editor)
      await typeIntoText(editor, 'Typed on a train')
      await expect(unsavedText(editor)).toBeVisible()
      await deleteByApi(colleague, `${position}?published=true`)
      await editor.reload()
      await expectHydrated(editor)
      await expect(unsavedText(editor)).toContainText('This was deleted while you were editing it')
      await expect(unsavedText(editor)).toContainText('Typed on a train')
      // It is still there after another reload, as long as it is neither put back nor discarded.
      await editor.reload()
      await expectHydrated(editor)
      await button(unsavedText(editor), 'Put back').click()
      await expectSaved(editor)
      await expect(unsavedText(editor)).toBeHidden()
      await expect(bodyText(editor)).toHaveCount(before)
      await editor.reload()
      await expectHydrated(editor)
      await expect(bodyText(editor).first()).toHaveText('Typed on a train')
    })

  test('is put back after the page was loaded on another page, without a network', async ({
    editor,
    colleague,
  }) => {
    await startEditing(editor)
    const position = await positionOf(editor)
    await editor.context().setOffline(true)
    await typeIntoText(editor, 'Typed on a train')
    await expect(unsavedText(editor)).toBeVisible()
    await deleteByApi(colleague, `${position}?published=true`)
    await editor.route('**/_api/component/**', (route) => route.abort())
    await editor.context().setOffline(false)
    await open(editor, '/about')
    const unsaved = editor.getByRole('region', { name: /^Not saved/ })
    await expect(unsaved).toContainText('Typed on a train')
    await editor.unrouteAll()
    await button(unsaved, 'Save').click()
    await expect(unsaved).toContainText('This was deleted')
    await button(unsaved, 'Put back').click()
    await expectSaved(editor)
    await open(editor, '/')
    await expect(bodyText(editor).first()).toHaveText('Typed on a train')
  })

  test('is not put back where its section is gone, which is said', async ({
    editor,
    colleague,
  }) => {
    await startEditing(editor)
    const group = await iriOf(bodyText(editor).first(), '/_/component_groups/')
    const position = await positionOf(editor)
    await cutNetwork(editor)
    await typeIntoText(editor, 'Typed on a train')
    await expect(unsavedText(editor)).toBeVisible()
    await deleteByApi(colleague, `${position}?published=true`)
    await deleteByApi(colleague, group)
    await editor.reload()
    await expectHydrated(editor)
    await button(unsavedText(editor), 'Put back').click()
    await expect(unsavedText(editor)).toContainText('its place was deleted, too')
    await expect(button(unsavedText(editor), 'Copy my text')).toBeVisible()
    await button(unsavedText(editor), 'Discard my change').click()
    await expect(unsavedText(editor)).toBeHidden()
    await expectSaved(editor)
  })
})
