import { manager, retype, selectHeading, startEditing } from '../support/editor-actions.ts'
import { button, expect, heading, open, test } from '../support/fixtures.ts'

const isHub = (url: string) => new URL(url).pathname === '/.well-known/mercure'

test.describe('a server that restarts', () => {
  test.use({ expectedErrors: /net::ERR_/ })

  test('readers reconnect to it', async ({ site, visitor, editor }) => {
    await open(visitor, '/')
    await startEditing(editor)
    await selectHeading(editor)
    await retype(editor, 'After the break')
    await expect(button(manager(editor), 'Publish')).toBeEnabled()
    // A save whose answer the dying server takes along is sent again, and its first answer then is a 412.
    await expect(editor.getByText('Saved', { exact: true }).first()).toBeVisible()

    const lost = visitor.waitForEvent('requestfailed', (request) => isHub(request.url()))
    await site.kill()
    await lost
    const found = visitor.waitForResponse(
      (response) => isHub(response.url()) && response.status() === 200,
    )
    await site.start()
    await found

    await button(manager(editor), 'Publish').click()
    await expect(visitor.getByText('This page has changed')).toBeVisible()
    await button(visitor, 'Update').click()
    await expect(heading(visitor)).toHaveText('After the break')
  })

  test('delivers the changes made before its readers reconnect', async ({
    site,
    visitor,
    editor,
  }) => {
    await open(visitor, '/')
    await startEditing(editor)
    await selectHeading(editor)
    await retype(editor, 'While nobody listened')
    const publish = button(manager(editor), 'Publish')
    await expect(editor.getByText('Saved', { exact: true }).first()).toBeVisible()
    await expect(publish).toBeEnabled()

    await visitor.context().setOffline(true)
    await site.kill()
    await site.start()
    await publish.click()
    await expect(publish).toBeHidden()
    await visitor.context().setOffline(false)

    await expect(visitor.getByText('This page has changed')).toBeVisible()
    await button(visitor, 'Update').click()
    await expect(heading(visitor)).toHaveText('While nobody listened')
  })
})

test.describe('a stylesheet that fails', () => {
  // Those of other pages' views, read ahead, are stopped as well.
  test.use({ expectedErrors: /net::ERR_FAILED .*\.css$/ })

  test('is not needed by the views that are loaded later on this page', async ({
    visitor,
    editor,
  }) => {
    await visitor.route(/\/assets\/(?!index-)[^/]+\.css$/, (route) => route.abort())
    await open(visitor, '/')
    await startEditing(editor)
    await selectHeading(editor)
    await retype(editor, 'Dressed from the start')
    await button(manager(editor), 'Publish').click()
    await button(visitor, 'Update').click()
    await expect(heading(visitor)).toHaveText('Dressed from the start')
  })
})
