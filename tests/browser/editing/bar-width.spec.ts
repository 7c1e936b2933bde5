/** The bar fits into the window at every width, with all that it can show. */
import type { APIRequestContext, Page } from '@playwright/test'
import { startEditing } from '../support/editor-actions.ts'
import { createAccount, expect, open, submitSignIn, test } from '../support/fixtures.ts'

const headers = { 'Content-Type': 'application/ld+json' }

/** Adds drafts to the home page. */
const addDrafts = async (request: APIRequestContext, count: number) => {
  const read = async (iri: string) => (await request.get(`/_api${iri}`)).json()
  const { page } = await read('/_/routes//')
  const { componentGroups } = await read(page)
  for (let at = 0; at < count; at += 1) {
    const componentPositions = [{ componentGroup: componentGroups[0], sortValue: 100 + at }]
    const data = { title: `Draft ${at}`, componentPositions }
    const answer = await request.post('/_api/component/titles', { headers, data })
    expect(answer.status()).toBe(201)
  }
}

/** Returns what reaches out of the bar or lies over another control. */
const overflow = (page: Page) =>
  page.locator('[data-editor-bar]').evaluate((bar) => {
    const boxes = [...bar.querySelectorAll('button')]
      .map((button) => ({
        name: button.getAttribute('aria-label') ?? button.textContent,
        box: button.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 0)
      .toSorted((one, other) => one.box.left - other.box.left)
    return boxes
      .filter(
        ({ box }, at) =>
          box.left < 0 ||
          box.right > innerWidth ||
          box.right > (boxes[at + 1]?.box.left ?? Infinity) + 0.5,
      )
      .map(({ name }) => name)
  })

test.use({ expectedErrors: /ERR_FAILED/ })

test('the bar shows all its controls side by side, from 360 px on', async ({ editor, newUser }) => {
  await addDrafts(editor.request, 12)
  await open(editor, '/')
  await startEditing(editor)
  for (const name of ['eve', 'bob']) {
    await createAccount(editor, name, 'ROLE_ADMIN')
    const colleague = await newUser()
    await open(colleague, '/login')
    await submitSignIn(colleague, name)
    await startEditing(colleague)
  }
  await expect(editor.getByRole('button', { name: /^Also editing: .+( and |, ).+/ })).toBeVisible()
  await editor.route('**/_api/component/**', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await editor.getByRole('textbox', { name: 'Title' }).first().click()
  await editor.keyboard.type('!')
  await expect(editor.locator('[data-save-status="unsaved"]')).toBeAttached()
  const found: Record<number, unknown> = {}
  for (const width of [
    360, 390, 440, 490, 512, 520, 560, 600, 640, 700, 768, 800, 900, 1024, 1280,
  ]) {
    await editor.setViewportSize({ width, height: 800 })
    const outside = await overflow(editor)
    if (outside.length > 0) found[width] = outside
  }
  expect(found).toEqual({})
})
