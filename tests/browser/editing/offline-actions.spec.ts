/** Actions without a network: each waits in the list, and all are carried out in their order once it is back. */
import type { Page } from '@playwright/test'
import { findings } from '../support/accessibility.ts'
import {
  deleteSelected,
  expectSaved,
  insertComponent,
  manager,
  prepareHeading,
  replaceText,
  retypeHeadingOffline,
  saveStatus,
  title,
  unsavedList,
} from '../support/editor-actions.ts'
import { button, expect, isWrite, open, test } from '../support/fixtures.ts'

test.use({ expectedErrors: /net::ERR_|404 \(/ })

const withResolvers = () => {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve: () => resolve() }
}

const publishOffline = async (page: Page, text: string) => {
  await retypeHeadingOffline(page, text)
  await button(manager(page), 'Publish').click()
  await expect(page.getByText('Waiting for the network').first()).toBeVisible()
}

const publishDraftOffline = async (page: Page, text: string) => {
  await prepareHeading(page)
  // A live heading has nothing to publish before it has a draft.
  await replaceText(page, 'A first draft')
  await expectSaved(page)
  await publishOffline(page, text)
}

test('what is typed and published without a network is live once it is back, in this order', async ({
  editor,
  visitor,
}) => {
  await publishDraftOffline(editor, 'Published without a network')
  const writes: string[] = []
  editor.on('request', (request) => {
    if (isWrite(request)) writes.push(request.method())
  })
  await saveStatus(editor).click()
  await expect(unsavedList(editor)).toContainText(
    '2 changes are not saved yet. Waiting for the network: 2.',
  )
  expect(await findings(editor)).toEqual([])
  await editor.context().setOffline(false)
  await expect(unsavedList(editor)).toBeHidden()
  await expectSaved(editor)
  expect(writes).toEqual(['PATCH', 'PATCH'])
  await open(visitor, '/')
  await expect(visitor.getByRole('heading', { name: 'Published without a network' })).toBeVisible()
})

test('a deletion and a copy wait, one is given up, and undo takes back the other', async ({
  editor,
}) => {
  await prepareHeading(editor)
  const words = await title(editor).first().innerText()
  await editor.context().setOffline(true)
  await editor.keyboard.press('ControlOrMeta+D')
  await expect(saveStatus(editor)).toHaveText('Not saved')
  await deleteSelected(editor)
  await saveStatus(editor).click()
  await expect(unsavedList(editor).getByRole('listitem')).toHaveCount(2)
  await unsavedList(editor)
    .getByRole('listitem')
    .filter({ hasText: 'Deleted' })
    .getByRole('button', { name: 'Give up…' })
    .click()
  await button(unsavedList(editor), 'Give up').click()
  await expect(unsavedList(editor).getByRole('listitem')).toHaveCount(1)
  await editor.context().setOffline(false)
  await expect(unsavedList(editor)).toBeHidden()
  await expect(title(editor).filter({ hasText: words })).toHaveCount(2)
  await button(editor, 'Undo').click()
  await expect(title(editor).filter({ hasText: words })).toHaveCount(1)
})

test('what waits outlives the tab, and is done once the user wants it', async ({ editor }) => {
  await prepareHeading(editor)
  const words = await title(editor).first().innerText()
  // The server cannot be reached, without the browser knowing.
  await editor.route('**/_api/**', (route) => route.abort())
  await deleteSelected(editor)
  await expect(saveStatus(editor)).toHaveText('Not saved')
  // Editing does not end while something waits.
  await button(editor, 'Done').click()
  await expect(unsavedList(editor)).toBeVisible()
  await button(unsavedList(editor), 'Close').click()
  await editor.unroute('**/_api/**')
  editor.once('dialog', (dialog) => void dialog.accept())
  await editor.reload()
  await expect(saveStatus(editor)).toHaveText('Not saved')
  await expect(title(editor).filter({ hasText: words })).toHaveCount(1)
  await saveStatus(editor).click()
  await expect(unsavedList(editor)).toContainText('Not sent before the page was closed')
  await button(unsavedList(editor), 'Try again').click()
  await expect(title(editor).filter({ hasText: words })).toHaveCount(0)
  await expectSaved(editor)
})

test('what was published is not listed as not sent where the page was loaded before the answer', async ({
  editor,
  visitor,
}) => {
  await publishDraftOffline(editor, 'Published without a network')
  const { promise: published, resolve: tellPublished } = withResolvers()
  await editor.route('**/_api/component/titles/*', async (route) => {
    if (!route.request().postData()?.includes('publishedAt')) return route.continue()
    // The site answers, but the tab does not hear it.
    await route.fetch()
    tellPublished()
  })
  await editor.context().setOffline(false)
  await published
  editor.once('dialog', (dialog) => void dialog.accept())
  await editor.reload()
  await expect(title(editor).first()).toHaveText('Published without a network')
  await expectSaved(editor)
  await expect(saveStatus(editor)).not.toHaveText('Not saved')
  await open(visitor, '/')
  await expect(visitor.getByRole('heading', { name: 'Published without a network' })).toBeVisible()

  await button(editor, 'Undo').click()
  await expect(editor.getByText('It was done just before the page was closed')).toBeVisible()
  // Nothing older of the heading is left, which would be refused as a change of somebody else.
  await expect(button(editor, 'Undo')).toBeDisabled()
})

test('what is added without a network is added by itself once it is back, unless it was changed before', async ({
  editor,
}) => {
  const newTitle = title(editor).nth(1)
  await prepareHeading(editor)
  await insertComponent(editor, 'Add after', 'Title')
  await newTitle.fill('Added on the train')
  await editor.context().setOffline(true)
  await button(manager(editor), 'Add draft').click()
  const alert = manager(editor).getByRole('alert')
  await expect(alert).toContainText('This is added as soon as the site can be reached')
  expect(await findings(editor)).toEqual([])
  await newTitle.fill('Added on the')
  await expect(alert).not.toContainText('This is added')
  await editor.context().setOffline(false)
  await expect(editor.getByText('You are offline')).toHaveCount(0)
  await expect(button(manager(editor), 'Add draft')).toBeEnabled()

  await newTitle.fill('Added on the train')
  await editor.context().setOffline(true)
  await button(manager(editor), 'Add draft').click()
  await expect(alert).toContainText('This is added as soon as the site can be reached')
  await editor.context().setOffline(false)
  await expect(button(manager(editor), 'Publish')).toBeEnabled()
  await expectSaved(editor)
  await expect(title(editor).filter({ hasText: 'Added on the train' })).toHaveCount(1)
  await button(editor, 'Undo').click()
  await expect(title(editor).filter({ hasText: 'Added on the train' })).toHaveCount(0)
})
