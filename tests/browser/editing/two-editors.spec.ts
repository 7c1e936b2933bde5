/** Two editors of one page: what one saves reaches the other, and nobody is told of what they see already. */
import type { Page } from '@playwright/test'
import {
  bodyText,
  expectSaved,
  manager,
  order,
  replaceText,
  retype,
  selectHeading,
  startEditing,
  title,
} from '../support/editor-actions.ts'
import { button, expect, expectHydrated, heading, open, test } from '../support/fixtures.ts'

const notice = (page: Page) => page.getByText('This page has changed')

/** Opens a page in another browser with the same session. */
const openColleague = async (editor: Page, newUser: () => Promise<Page>, path = '/') => {
  const colleague = await newUser()
  await colleague.context().addCookies(await editor.context().cookies())
  await open(colleague, path)
  await expect(button(colleague, 'Edit')).toBeEnabled()
  return colleague
}

const update = async (page: Page) => {
  await button(page, 'Update').click()
  await expect(notice(page)).toHaveCount(0)
}

/** Sends a request as the user of a page, and returns the answer. */
const send = (page: Page, method: string, path: string, body?: unknown) =>
  page.evaluate(
    async ({ url, ...init }) => {
      const response = await fetch(url, init)
      if (!response.ok) throw new Error(`${init.method} ${url}: ${response.status}`)
      return (response.status === 204 ? {} : await response.json()) as { [name: string]: string }
    },
    {
      url: `/_api${path}`,
      method,
      headers: { accept: 'application/ld+json', 'content-type': 'application/ld+json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
  )

/** Waits until a page has asked for all that a message of the hub tells of, and has rendered what follows from it. */
const settled = async (page: Page, trigger: () => Promise<unknown>, path: string) => {
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().includes(path),
  )
  await trigger()
  await answered
  await page.waitForLoadState('networkidle')
}

test.describe('a draft of a colleague', () => {
  test('is shown by Update, changed by the next one, and gone when it is discarded', async ({
    editor,
    newUser,
  }) => {
    const colleague = await openColleague(editor, newUser)
    await startEditing(colleague)
    await startEditing(editor)
    await selectHeading(editor)
    const before = await title(editor).first().innerText()

    await replaceText(editor, 'In other words')
    await update(colleague)
    await expect(title(colleague).first()).toHaveText('In other words')
    await editor.keyboard.insertText(' again')
    await update(colleague)
    await expect(title(colleague).first()).toHaveText('In other words again')

    await colleague.reload()
    await startEditing(colleague)
    await expect(title(colleague).first()).toHaveText('In other words again')
    // Words that were typed after a pause are undone by themselves.
    await button(editor, 'Undo').click()
    await expect(title(editor).first()).toHaveText('In other words')
    await button(editor, 'Undo').click()
    await expect(title(editor).first()).toHaveText(before)
    await update(colleague)
    await expect(title(colleague).first()).toHaveText(before)
  })

  test('is edited after Update that was pressed outside of edit mode', async ({
    editor,
    newUser,
  }) => {
    const colleague = await openColleague(editor, newUser)
    const before = await heading(colleague).innerText()
    await startEditing(editor)
    await selectHeading(editor)
    await replaceText(editor, 'In other words')
    await update(colleague)
    await expect(heading(colleague)).toHaveText(before)
    await startEditing(colleague)
    await expect(title(colleague).first()).toHaveText('In other words')
  })

  test('is shown as published once it is', async ({ editor, newUser }) => {
    await startEditing(editor)
    await selectHeading(editor)
    await retype(editor, 'In other words')
    await expect(button(manager(editor), 'Publish')).toBeEnabled()
    const colleague = await openColleague(editor, newUser)
    await startEditing(colleague)
    await selectHeading(colleague)
    await expect(button(manager(colleague), 'Publish')).toBeVisible()

    await button(manager(editor), 'Publish').click()
    await update(colleague)
    await expect(title(colleague).first()).toHaveText('In other words')
    await button(colleague, 'Done').click()
    await expect(heading(colleague)).toHaveText('In other words')
  })
})

test('a move stays where it is made beside that of a colleague which is not shown yet', async ({
  editor,
  newUser,
}) => {
  const colleague = await openColleague(editor, newUser)
  await startEditing(colleague)
  await startEditing(editor)
  const before = await order(editor)
  await bodyText(colleague).last().click()
  await button(manager(colleague), 'Move up').click()
  await expect(notice(editor)).toBeVisible()
  const index = await moveFirstText(editor)
  const [moved, behind] = [before[index]!, before[index + 1]!]
  await expectSaved(editor)
  await expect(editor.getByRole('region', { name: /^Not saved/ })).toHaveCount(0)
  const shown = await order(editor)
  expect(shown.indexOf(moved)).toBe(shown.indexOf(behind) + 1)
  await editor.reload()
  await expectHydrated(editor)
  await startEditing(editor)
  expect(await order(editor)).toEqual(shown)
})

/** Moves the first text down, and returns the index at which it was. */
const moveFirstText = async (page: Page) => {
  const before = await order(page)
  await bodyText(page).first().click()
  await button(manager(page), 'Move down').click()
  await expect.poll(() => order(page)).not.toEqual(before)
  const after = await order(page)
  return before.findIndex((position, at) => position !== after[at])
}

test('reports no change for non-breaking spaces', async ({ editor, visitor }) => {
  await startEditing(editor)
  await bodyText(editor).first().click()
  await editor.keyboard.press('ControlOrMeta+End')
  await editor.keyboard.insertText('One\u00a0way & "another" <way>\u00a0')
  await editor.keyboard.press('Shift+Enter')
  await editor.keyboard.type('and on')
  await expect(button(manager(editor), 'Publish')).toBeEnabled()
  await button(manager(editor), 'Publish').click()
  await expect(button(manager(editor), 'Publish')).toBeHidden()

  await editor.reload()
  await open(visitor, '/')
  await startEditing(editor)
  await bodyText(editor).first().click()
  await editor.keyboard.press('ControlOrMeta+End')
  const type = async (words: string) => {
    await editor.keyboard.type(words)
    await expectSaved(editor)
  }
  await settled(visitor, () => type('!'), '/')
  // The editor asks nothing about its own changes. The second is saved after it was told of the first.
  await type('?')
  await expect(notice(editor)).toHaveCount(0)
})

test('a page that is made, redirected to and deleted tells no open page that it has changed', async ({
  editor,
  visitor,
  newUser,
}) => {
  const colleague = await openColleague(editor, newUser)
  await startEditing(colleague)
  await open(visitor, '/')
  const [layout] = await editor.evaluate(() =>
    [...document.querySelectorAll('[data-area=layout]')].map((element) =>
      element.getAttribute('data-iri'),
    ),
  )
  const made = await send(editor, 'POST', '/_/pages', {
    layout,
    reference: 'made',
    title: 'Made',
    uiComponent: 'CwaPagePrimaryPageTemplate',
    isTemplate: false,
  })
  await send(editor, 'POST', '/_/routes', { path: '/made', name: 'made', page: made['@id'] })
  await settled(
    colleague,
    () => send(editor, 'POST', '/_/routes', { path: '/old', name: 'old', redirect: '/_/routes//' }),
    '/_/routes//',
  )
  await settled(colleague, () => send(editor, 'DELETE', made['@id']!), '/_/layouts/')
  for (const page of [editor, colleague, visitor]) await expect(notice(page)).toHaveCount(0)
})
