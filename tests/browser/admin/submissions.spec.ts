/** Shows editors what visitors have sent by a form, searched and as a file, and mails it to the recipients. */
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { atEachWidth, findings } from '../support/accessibility.ts'
import { expectSaved, manager, startEditing } from '../support/editor-actions.ts'
import { button, expect, expectHydrated, heading, open, test } from '../support/fixtures.ts'

// Fields that are checked while others are empty.
test.use({ expectedErrors: /422|submit|ERR_FAILED/ })

const send = async (page: Page, message: string) => {
  await open(page, '/form')
  await page.getByLabel('Password', { exact: true }).fill('long enough')
  await page.getByLabel('Repeat password').fill('long enough')
  await page.getByLabel('Subject').selectOption('praise')
  await page.getByLabel('Email address').fill('ada@example.org')
  await page.getByLabel('Message').fill(message)
  await page.getByLabel('No', { exact: true }).check()
  await page.getByLabel('I have read what I wrote').check()
  await button(page, 'Send').click()
  await expect(page.getByText('Thank you, your letter is with us.')).toBeVisible()
}
const rows = (page: Page) => page.getByRole('main').getByRole('listitem')
const openSubmissions = async (page: Page) => {
  await page.goto('/_cwa/submissions')
  await expectHydrated(page)
  await expect(heading(page)).toHaveText('Submissions')
}

test('a form is tested and sent, and what arrives is mailed, found, exported and deleted', async ({
  editor,
  visitor,
  site,
}) => {
  await open(editor, '/form')
  await startEditing(editor)
  await editor.getByLabel('Message').click()
  const recipients = manager(editor).getByLabel('Send to')
  await recipients.fill('grace@example.org')
  await recipients.blur()
  await expectSaved(editor)
  const opening = editor.waitForEvent('popup')
  await manager(editor)
    .getByRole('link', { name: /What was sent/ })
    .click()
  const list = await opening
  await expectHydrated(list)
  await expect(list.getByText('Nothing was found.')).toBeVisible()
  await button(list, 'Send a test').click()
  await expect(rows(list)).toHaveCount(1)
  await list.close()
  await send(visitor, 'Come and play in our barn.\nPlease.')
  await expect(visitor.locator('html')).not.toContainText('grace@')

  const outbox = join(site.dataDir, 'outbox')
  const mails = async () => {
    const names = await readdir(outbox).catch(() => [])
    return Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
  }
  const arrived = async () =>
    (await mails()).filter((mail) => mail.includes('To: grace@example.org')).length
  await expect.poll(arrived).toBe(2)

  await openSubmissions(editor)
  await expect(rows(editor)).toHaveCount(2)
  await expect(rows(editor).first()).toContainText('Come and play in our barn.')
  await expect(rows(editor).last()).toContainText('Test')
  await editor.getByRole('searchbox', { name: 'Search' }).fill('BARN')
  await editor.keyboard.press('Enter')
  await expect(rows(editor)).toHaveCount(1)
  await expect(editor).toHaveURL(/search=BARN/)

  const downloading = editor.waitForEvent('download')
  await editor.getByRole('link', { name: 'Download as CSV' }).click()
  const file = await (await downloading).path()
  const csv = await readFile(file, 'utf8')
  expect(csv).toContain('"Come and play in our barn.\nPlease."')
  expect(csv).not.toContain('test@example.com')

  await button(rows(editor).first(), 'Delete').click()
  const question = editor.getByRole('alertdialog', { name: 'Delete this submission?' })
  await button(question, 'Cancel').click()
  await expect(rows(editor)).toHaveCount(1)
  await button(rows(editor).first(), 'Delete').click()
  await button(question, 'Delete').click()
  await expect(editor.getByText('Nothing was found.')).toBeVisible()
  await editor.getByRole('link', { name: 'Back to the site' }).click()
  await expect(heading(editor)).toHaveText('A stage is wherever people sit down')
  await expect(button(editor, 'Done')).toBeVisible()
})

test.describe('without a network', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('says so, and reads the list again', async ({ editor }) => {
    await editor.route('**/_api/_/form_submissions*', (route) => route.abort())
    await openSubmissions(editor)
    await expect(editor.getByRole('alert')).toContainText('You seem to be offline')
    await editor.unroute('**/_api/_/form_submissions*')
    await button(editor, 'Try again').click()
    await expect(editor.getByText('Nothing was sent yet.')).toBeVisible()
  })
})

atEachWidth((width) => {
  test('the list and its question are accessible and in sight', async ({ editor, visitor }) => {
    await send(visitor, 'A long wordwithoutanyspaceatall'.repeat(8))
    await openSubmissions(editor)
    await expect(rows(editor)).toHaveCount(1)
    expect(await findings(editor, 'main')).toEqual([])
    await editor.screenshot({ path: test.info().outputPath('submissions.png'), fullPage: true })
    await button(rows(editor).first(), 'Delete').click()
    await expect(editor.getByRole('alertdialog')).toBeVisible()
    expect(await findings(editor, 'dialog[open]')).toEqual([])
    await editor.screenshot({ path: test.info().outputPath('question.png') })
    expect(await editor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
  })
})

test('a test is sent from the panel of the form, which says whether that worked', async ({
  editor: page,
}) => {
  await open(page, '/form')
  await startEditing(page)
  await page.getByLabel('Message').click()
  await page.route('**/test', (route) => route.abort())
  await button(manager(page), 'Send a test').click()
  await expect(manager(page).getByRole('alert')).toBeVisible()
  await page.unroute('**/test')
  await button(manager(page), 'Send a test').click()
  await expect(manager(page)).toContainText('The test was sent.')
  await expect(manager(page).getByRole('alert')).toHaveCount(0)
  await openSubmissions(page)
  await expect(rows(page)).toHaveCount(1)
})
