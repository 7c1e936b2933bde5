/** The header of administrators: the page that it opens, what it says about writes and notices, and where it leads. */
import type { Page, Route } from '@playwright/test'
import { findings } from '../support/accessibility.ts'
import { selectHeading, startEditing } from '../support/editor-actions.ts'
import {
  button,
  expect,
  expectHydrated,
  heading,
  isWrite,
  open,
  test,
} from '../support/fixtures.ts'

test.use({ expectedErrors: /net::ERR_FAILED/ })

const bar = (page: Page) => page.getByRole('region', { name: 'Editor' })
const cog = (page: Page) => bar(page).getByRole('button', { name: /^Settings of this page/ })
const dialog = (page: Page) => page.getByRole('dialog')
const sweeps = (page: Page) => page.locator('[data-write-sweep]')

test('the header opens the page in place, shows writes and notices, and leads to the lists', async ({
  editor,
  visitor,
}) => {
  await expect(bar(editor)).toHaveAttribute('data-standing', 'page')
  await cog(editor).press('Enter')
  const title = dialog(editor).getByLabel('Page title')
  const saveAndClose = button(dialog(editor), 'Save & Close')
  await title.fill('Saved in place')

  // A save that fails closes nothing, and one that takes long is shown.
  let answer = (route: Route) => route.abort()
  await editor.route('**/_api/_/pages/**', (route) =>
    isWrite(route.request()) ? answer(route) : route.continue(),
  )
  await saveAndClose.press('Enter')
  await expect(dialog(editor).getByRole('alert')).toContainText('You seem to be offline')
  await expect(title).toHaveValue('Saved in place')
  let send = () => {}
  answer = (route) =>
    new Promise((resolve) => {
      send = () => resolve(route.continue())
    })
  await saveAndClose.press('Enter')
  await expect(sweeps(editor)).toHaveCount(3)
  await expect(button(dialog(editor), 'Save & Close')).toHaveAttribute('aria-busy', 'true')
  send()
  await expect(dialog(editor)).toHaveCount(0)
  await expect(sweeps(editor)).toHaveCount(0)
  await expect(cog(editor)).toBeFocused()
  await open(visitor, '/')
  await expect(visitor).toHaveTitle(/Saved in place/)
  await editor.unroute('**/_api/_/pages/**')

  // The path to what is selected.
  await startEditing(editor)
  await selectHeading(editor)
  await bar(editor)
    .getByRole('button', { name: /^Selected: / })
    .click()
  expect(await findings(editor)).toEqual([])
  await editor.getByRole('menuitem', { name: 'Main content' }).click()
  await expect(button(bar(editor), 'Selected: Main content')).toBeVisible()
  await button(editor, 'Done').click()

  // The lists, and a notice that stays while it is hovered.
  await editor.goto('/_cwa')
  await expectHydrated(editor)
  const lists = bar(editor).getByRole('navigation', { name: 'Lists' })
  await lists.getByRole('link', { name: 'Pages' }).click()
  await expect(heading(editor)).toHaveText('Pages')
  await expect(lists.getByRole('link', { name: 'Pages' })).toHaveAttribute('aria-current', 'page')
  await editor
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .check()
  await button(editor, 'Delete').click()
  await editor
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
  const ring = editor.locator('[data-time-ring]')
  await expect(ring).toHaveAttribute('data-time-ring', 'running')
  await button(editor, 'Undo').hover()
  await expect(ring).toHaveAttribute('data-time-ring', 'held')
  expect(await findings(editor)).toEqual([])
  await heading(editor).hover()
  await expect(ring).toHaveCount(0, { timeout: 10_000 })
  await button(editor, 'Undo the last change').click()
  await expect(editor.getByText('Undone')).toBeVisible()
})
