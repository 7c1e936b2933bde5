import type { Page } from '@playwright/test'
import {
  bodyText,
  deleteQuestion,
  discardNew,
  expectSaved,
  insertComponent,
  manager,
  retype,
  selectHeading,
  isAbove,
  startEditing,
  title,
} from '../support/editor-actions.ts'
import { button, expect, heading, open, recordRequests, test } from '../support/fixtures.ts'

test('a heading is retyped, saved as a draft, published, and offered as an update to visitors of the page', async ({
  visitor,
  editor,
}) => {
  await open(visitor, '/')
  const before = await heading(visitor).innerText()

  await startEditing(editor)
  await selectHeading(editor)
  await retype(editor, 'Curtain up')
  await expect(button(manager(editor), 'Publish')).toBeEnabled()

  await visitor.reload()
  await expect(heading(visitor)).toHaveText(before)
  await expect(visitor.getByText('This page has changed')).toHaveCount(0)

  await button(manager(editor), 'Publish').click()
  await expect(visitor.getByText('This page has changed')).toBeVisible()
  await expect(heading(visitor)).toHaveText(before)
  await button(visitor, 'Update').click()
  await expect(heading(visitor)).toHaveText('Curtain up')
  await expect(visitor.getByText('This page has changed')).toHaveCount(0)

  await button(editor, 'Done').click()
  await expect(heading(editor)).toHaveText('Curtain up')
  await expect(title(editor)).toHaveCount(0)
})

test('typed text is saved without a button and is there after a reload', async ({ editor }) => {
  await startEditing(editor)
  await selectHeading(editor)
  await retype(editor, 'Kept as typed')
  await button(editor, 'Done').click()
  await expect(button(editor, 'Edit')).toBeEnabled()

  await editor.reload()
  await startEditing(editor)
  await expect(title(editor).first()).toHaveText('Kept as typed')
})

test('a letter takes two requests: what is typed, and that somebody types there', async ({
  editor,
}) => {
  await startEditing(editor)
  await selectHeading(editor)
  await editor.waitForLoadState('networkidle')
  const requests = recordRequests(editor, ({ pathname }) => !pathname.includes('/page_count'))
  await editor.keyboard.type('a')
  await expectSaved(editor)
  await editor.keyboard.type('b')
  await expectSaved(editor)
  await button(editor, 'Done').click()
  await expect(button(editor, 'Edit')).toBeEnabled()
  const saved = requests.filter((request) => !request.includes('/presences/'))
  expect(saved).toEqual([
    expect.stringMatching(/^PATCH .*\/titles\//),
    expect.stringMatching(/^PATCH .*\/titles\//),
  ])
  expect(saved[0]).not.toBe(saved[1])
})

test('publishing right after a keystroke includes it', async ({ visitor, editor }) => {
  await startEditing(editor)
  await selectHeading(editor)
  await retype(editor, 'First')
  await expect(button(manager(editor), 'Publish')).toBeEnabled()
  await editor.keyboard.type(' and last')
  await button(manager(editor), 'Publish').click()

  await expect(async () => {
    await open(visitor, '/')
    await expect(heading(visitor)).toHaveText('First and last', { timeout: 1_000 })
  }).toPass()
})

test('a body text is added after the heading, moved up, deleted, and restored', async ({
  visitor,
  editor,
}) => {
  await startEditing(editor)
  await selectHeading(editor)
  const words = await title(editor).first().innerText()

  await insertComponent(editor, 'Add after', 'Body Text')
  await expect(bodyText(editor).and(editor.locator('[data-iri*="__new__"] *'))).toBeFocused()
  await editor.keyboard.type('Said by the chorus')
  await button(manager(editor), 'Add and publish').click()
  await expect(button(manager(editor), 'Add and publish')).toHaveCount(0)
  await expect.poll(() => isAbove(editor, words, 'Said by the chorus')).toBe(true)

  await bodyText(editor).filter({ hasText: 'Said by the chorus' }).click()
  await expect(editor.locator('[aria-current="true"]')).toHaveText('Said by the chorus')
  await button(manager(editor), 'Move up').click()
  await expect.poll(() => isAbove(editor, 'Said by the chorus', words)).toBe(true)
  await expect(async () => {
    await open(visitor, '/')
    expect(await isAbove(visitor, 'Said by the chorus', words)).toBe(true)
  }).toPass()

  await button(manager(editor), 'Delete').click()
  const question = deleteQuestion(editor)
  await expect(question).toContainText('Are you sure you want to permanently delete this resource?')
  await button(question, 'Cancel').click()
  await expect(question).toBeHidden()
  await expect(editor.getByText('Said by the chorus')).toBeVisible()

  await button(manager(editor), 'Delete').click()
  await button(question, 'Ok').click()
  await expect(editor.getByText('Said by the chorus')).toHaveCount(0)
  await expect(async () => {
    await open(visitor, '/')
    await expect(visitor.getByText('Said by the chorus')).toHaveCount(0, { timeout: 1_000 })
  }).toPass()

  await button(editor, 'Undo').click()
  await expect(editor.getByText('Said by the chorus')).toBeVisible()
  await expect(async () => {
    await open(visitor, '/')
    expect(await isAbove(visitor, 'Said by the chorus', words)).toBe(true)
  }).toPass()

  await button(editor, 'Redo').click()
  await expect(editor.getByText('Said by the chorus')).toHaveCount(0)
})

test('what is typed after a heading is added goes into the new heading', async ({ editor }) => {
  await startEditing(editor)
  await selectHeading(editor)
  const words = await title(editor).first().innerText()
  const saved = recordRequests(editor, ({ pathname }) =>
    pathname.startsWith('/_api/component/titles'),
  )

  await insertComponent(editor, 'Add after', 'Title')
  await editor.keyboard.type('A second heading')
  await expect(title(editor).nth(1)).toHaveText('A second heading')
  await expect(title(editor).first()).toHaveText(words)
  await button(manager(editor), 'Add draft').click()
  await expect(button(manager(editor), 'Add draft')).toHaveCount(0)
  await expect(title(editor).first()).toHaveText(words)
  expect(saved.filter((request) => !request.startsWith('GET '))).toEqual([
    'POST /_api/component/titles',
  ])
})

test('what is typed after any kind is inserted goes into the new component', async ({ editor }) => {
  await startEditing(editor)
  await selectHeading(editor)
  const words = await title(editor).first().innerText()
  const saved = recordRequests(editor, ({ pathname }) => pathname.startsWith('/_api/component/'))
  await button(manager(editor), 'Add after').click()
  const dialog = editor.getByRole('dialog', { name: 'Add component' })
  await expect(dialog).toBeVisible()
  const kinds = await dialog.getByRole('option').allInnerTexts()
  expect(kinds).toEqual(expect.arrayContaining(['Link', 'Image', 'Collection', 'Form']))
  await editor.keyboard.press('Escape')

  // An image is saved at once, and has its own tests.
  for (const kind of kinds.filter((one) => one !== 'Image')) {
    await selectHeading(editor)
    await insertComponent(editor, 'Add after', kind)
    const staged = editor.locator('[data-iri*="__new__"] :focus')
    await expect(staged.or(manager(editor).getByRole('tabpanel').locator(':focus'))).toHaveCount(1)
    await editor.keyboard.type('xy')
    await expect(title(editor).first(), kind).toHaveText(words)
    await discardNew(editor)
    await expect(editor.locator('[data-iri*="__new__"]')).toHaveCount(0)
  }
  expect(saved.filter((request) => !request.startsWith('GET '))).toEqual([])
})

test('leaving with an unsaved new component asks for confirmation', async ({ editor }) => {
  await editor.getByRole('link', { name: 'About' }).first().click()
  await expect(editor).toHaveURL('/about')
  await startEditing(editor)
  await selectHeading(editor)
  await insertComponent(editor, 'Add after', 'Body Text')
  await editor.keyboard.type('Never said')

  const question = editor.getByRole('dialog', { name: 'Discard new resource?' })
  await editor.goBack()
  await expect(question).toContainText(
    'Are you sure you want to discard your new resource. It will NOT be saved.',
  )
  await button(question, 'Cancel').click()
  await expect(question).toBeHidden()
  await expect(editor).toHaveURL('/about')
  await expect(editor.getByText('Never said')).toBeVisible()

  await editor.goBack()
  await button(question, 'Ok').click()
  await expect(editor).toHaveURL('/')
  await expect(editor.getByText('Never said')).toHaveCount(0)

  await editor.goForward()
  await expect(editor).toHaveURL('/about')
  await expect(editor.getByText('Never said')).toHaveCount(0)
})

test.describe('two editors of one heading', () => {
  test.use({ expectedErrors: /412 .*\/component\/titles\// })

  /** Opens the heading in a second browser, too. */
  const openTwice = async (editor: Page, newUser: () => Promise<Page>) => {
    const other = await newUser()
    await other.context().addCookies(await editor.context().cookies())
    await open(other, '/')
    for (const page of [editor, other]) {
      await startEditing(page)
      await selectHeading(page)
    }
    return other
  }

  test('the second to save is told about the conflict and decides', async ({ editor, newUser }) => {
    const other = await openTwice(editor, newUser)
    await retype(editor, 'The first one said')
    await expect(button(manager(editor), 'Publish')).toBeEnabled()
    await retype(other, 'The second one said')

    await expect(other.getByRole('alert')).toContainText('Somebody else changed this')
    await button(other, 'Keep mine').click()
    await expect(other.getByRole('alert')).toHaveCount(0)
    await expect(async () => {
      await editor.reload()
      await startEditing(editor)
      await expect(title(editor).first()).toHaveText('The second one said', { timeout: 1_000 })
    }).toPass()
  })

  test('the second to save takes what the first one said, and undo brings back the own words', async ({
    editor,
    newUser,
  }) => {
    const other = await openTwice(editor, newUser)
    await retype(editor, 'The first one said')
    await expect(button(manager(editor), 'Publish')).toBeEnabled()
    await retype(other, 'The second one said')
    await button(other, 'Use theirs').click()
    await expect(title(other).first()).toHaveText('The first one said')
    await button(other, 'Undo').click()
    await expect(title(other).first()).toHaveText('The second one said')
    await button(other, 'Redo').click()
    await expect(title(other).first()).toHaveText('The first one said')
  })

  test('the second to save sees the difference word by word, and merges both', async ({
    editor,
    newUser,
  }) => {
    const other = await openTwice(editor, newUser)
    const before = await title(editor).first().textContent()
    await retype(editor, `${before} tomorrow`)
    await expect(button(manager(editor), 'Publish')).toBeEnabled()
    await retype(other, `Today ${before}`)

    const conflict = other.getByRole('region', { name: 'Not saved: Title' })
    await expect(conflict.getByRole('insertion').first()).toHaveText('Mine: Today')
    await expect(conflict.getByRole('deletion').first()).toHaveText('Theirs: tomorrow')
    await button(conflict, 'Merge by hand').click()
    await expect(conflict).toHaveCount(0)
    const merged = title(other).first()
    await expect(merged).toHaveText(`Today ${before} tomorrow`)
    await expect(merged).toBeFocused()
    await other.keyboard.type('!')
    await expectSaved(other)
    await other.reload()
    await expect(title(other).first()).toHaveText(`Today ${before} tomorrow!`)
  })

  test('undo during a conflict leaves what the other one has saved', async ({
    editor,
    newUser,
  }) => {
    const other = await openTwice(editor, newUser)
    await retype(editor, 'Mine at first')
    await expectSaved(editor)
    await button(other, 'Update').click()
    await retype(other, 'Theirs')
    await expectSaved(other)
    await retype(editor, 'Mine after that')
    const conflict = editor.getByRole('region', { name: 'Not saved: Title' })
    await expect(conflict).toBeVisible()
    await button(editor, 'Undo').click()
    await expect(editor.getByText('Nothing was undone')).toBeVisible()
    await expect(conflict).toBeVisible()
    await other.reload()
    await startEditing(other)
    await expect(title(other).first()).toHaveText('Theirs')

    await button(conflict, 'Keep mine').click()
    await expectSaved(editor)
    await button(editor, 'Undo').click()
    await expect(title(editor).first()).toHaveText('Theirs')
  })
})

test.describe('two editors of a text with a non-breaking space', () => {
  test.use({ expectedErrors: /412 .*\/component\/html_contents\// })

  for (const [decision, outcome] of [
    ['Keep mine', /Mine/],
    ['Use theirs', /Theirs/],
    ['Merge by hand', /Theirs.*Mine|Mine.*Theirs/],
  ] as const)
    test(`decide with one press: ${decision}`, async ({ editor, newUser }) => {
      await startEditing(editor)
      await bodyText(editor).first().click()
      await editor.keyboard.press('Control+End')
      await editor.keyboard.insertText(' 10\u00a0km')
      await expectSaved(editor)
      const other = await newUser()
      await other.context().addCookies(await editor.context().cookies())
      await open(other, '/')
      await startEditing(other)
      for (const [page, words] of [
        [other, ' Theirs'],
        [editor, ' Mine'],
      ] as const) {
        await bodyText(page).first().click()
        await page.keyboard.press('Control+End')
        await page.keyboard.insertText(words)
        if (page === other) await expectSaved(other)
      }
      await button(editor, decision).click()
      await expect(editor.getByRole('region', { name: /^Not saved/ })).toHaveCount(0)
      await expectSaved(editor)
      await other.reload()
      await startEditing(other)
      await expect(bodyText(other).first()).toHaveText(outcome)
    })
})
