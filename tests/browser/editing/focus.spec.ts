import type { Locator } from '@playwright/test'
import { boxOf } from '../support/at-rest.ts'
import {
  bodyText,
  deleteQuestion,
  deleteSelected,
  discardNew,
  expectSaved,
  insertComponent,
  manager,
  selectHeading,
  startEditing,
  title,
} from '../support/editor-actions.ts'
import { button, expect, open, test } from '../support/fixtures.ts'

const isFocused = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement)

test('Tab leads from the selected component to the panel, and from the panel to the rest of the page', async ({
  editor: page,
}) => {
  await startEditing(page)
  await selectHeading(page)
  const heading = title(page).first()

  await page.keyboard.press('Tab')
  await expect(manager(page).getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(heading).toBeFocused()

  for (let stops = 0; stops < 30; stops += 1) {
    await page.keyboard.press('Tab')
    if (await isFocused(bodyText(page).first())) break
    await expect(manager(page).locator(':focus')).toHaveCount(1)
  }
  await expect(bodyText(page).first()).toBeFocused()
  await page.keyboard.type('Typed at once. ')
  await expect(bodyText(page).first()).toContainText('Typed at once.')
})

test('Tab reaches everything on the page in either direction', async ({ editor: page }) => {
  await startEditing(page)
  const last = bodyText(page).last()
  for (const key of ['Tab', 'Shift+Tab']) {
    await selectHeading(page)
    const met = { done: false, last: false }
    for (let stops = 0; stops < 120 && !(met.done && met.last); stops += 1) {
      await page.keyboard.press(key)
      met.done ||= await isFocused(button(page, 'Done'))
      met.last ||= await isFocused(last)
    }
    expect(met, key).toEqual({ done: true, last: true })
  }
})

test('a closed dialog restores the focus, and a new component gets it', async ({
  editor: page,
}) => {
  await startEditing(page)
  await selectHeading(page)
  const add = button(manager(page), 'Add after')
  await add.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add component' })
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(add).toBeFocused()

  await insertComponent(page, 'Add after', 'Body Text')
  await page.keyboard.type('New words')
  await expect(bodyText(page).filter({ hasText: 'New words' })).toBeFocused()
  await discardNew(page)
  await expect(page.getByText('New words')).toHaveCount(0)
})

test('every way to close a confirmation other than Ok cancels', async ({ editor: page }) => {
  await startEditing(page)
  await selectHeading(page)
  const words = await title(page).first().innerText()
  const remove = button(manager(page), 'Delete')
  const question = deleteQuestion(page)
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 400),
    () => button(question, 'Cancel').click(),
  ]) {
    await remove.click()
    await expect(question).toBeVisible()
    await leave()
    await expect(question).toHaveCount(0)
    await expect(remove).toBeFocused()
    await expect(remove).toBeEnabled()
  }
  await expect(title(page).first()).toHaveText(words)
})

test('a press that begins in a dialog does not dismiss it where it ends', async ({
  editor: page,
}) => {
  await startEditing(page)
  await selectHeading(page)
  await button(manager(page), 'Delete').click()
  const question = deleteQuestion(page)
  await question.getByRole('heading').hover()
  await page.mouse.down()
  await page.mouse.move(5, 400)
  await page.mouse.up()
  await page.mouse.move(5, 300)
  await page.mouse.down()
  await question.getByRole('heading').hover()
  await page.mouse.up()
  await expect(question).toBeVisible()
  await page.mouse.click(5, 400)
  await expect(question).toHaveCount(0)
})

test('a press places the caret at the pointer, in every kind of text', async ({ editor: page }) => {
  await startEditing(page)
  for (const textEl of [title(page).first(), bodyText(page).first()]) {
    const before = await textEl.innerText()
    // Between two letters somewhere in the first line.
    await textEl.click({ position: { x: 60, y: 12 } })
    await page.keyboard.type('|')
    const after = await textEl.innerText()
    expect(after.replace('|', '')).toBe(before)
    expect(after.indexOf('|')).toBeGreaterThan(0)
    expect(after.indexOf('|')).toBeLessThan(before.length)
  }
})

test('text selected by dragging is replaced by what is typed', async ({ editor: page }) => {
  await startEditing(page)
  const textEl = bodyText(page).first()
  const box = await boxOf(textEl)
  const before = await textEl.innerText()
  await page.mouse.move(box.x + 1, box.y + 12)
  await page.mouse.down()
  await page.mouse.move(box.x + 80, box.y + 12, { steps: 5 })
  await page.mouse.up()
  await page.keyboard.type('Instead')
  const after = await textEl.innerText()
  expect(after.startsWith('Instead')).toBe(true)
  expect(before.endsWith(after.slice('Instead'.length))).toBe(true)
})

test('the same keys hide and show the editor', async ({ editor: page }) => {
  await startEditing(page)
  await selectHeading(page)
  await page.keyboard.press('Control+Backslash')
  await expect(manager(page)).toBeHidden()
  await expect(button(page, 'Done')).toBeHidden()
  await page.keyboard.press('Control+Backslash')
  await expect(manager(page)).toBeVisible()
  await expect(button(page, 'Done')).toBeVisible()
})

test('the hidden editor comes back with what is pressed or typed, and a link is offered', async ({
  editor: page,
}) => {
  await startEditing(page)
  await selectHeading(page)
  const hide = async () => {
    await page.keyboard.press('Control+Backslash')
    await expect(button(page, 'Done')).toBeHidden()
  }
  await hide()
  await page.keyboard.type('!')
  await expect(manager(page)).toBeVisible()
  await expect(title(page).first()).toContainText('!')
  await hide()
  await page.getByRole('navigation').getByRole('link', { name: 'About' }).first().click()
  await expect(button(page, 'Done')).toBeVisible()
  await expect(button(page, 'Open page')).toBeVisible()
})

const focusedIn = (target: Locator) =>
  target.evaluate((element) => element.contains(document.activeElement))

test('what is added stays selected, and its text goes on being typed', async ({ editor: page }) => {
  await startEditing(page)
  for (const [action, kind, text] of [
    ['Add draft', 'Title', title(page)],
    ['Add and publish', 'Body Text', bodyText(page)],
  ] as const) {
    await selectHeading(page)
    await insertComponent(page, 'Add after', kind)
    await page.keyboard.type(`By ${action}`)
    await button(manager(page), action).click()
    await expect(button(manager(page), action)).toHaveCount(0)
    const added = text.filter({ hasText: `By ${action}` })
    await expect(added).toBeFocused()
    await expect(page.locator('[aria-current="true"]')).toHaveText(`By ${action}`)
    await page.keyboard.type(', and on')
    await expect(added).toHaveText(`By ${action}, and on`)
  }
})

for (const [action, kind] of [
  ['Add draft', 'Title'],
  ['Add draft', 'Body Text'],
  ['Add and publish', 'Title'],
] as const)
  test(`${action}: what is typed while a new ${kind} is saved, and after it, is in it`, async ({
    editor: page,
  }) => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/_api/component/*', async (route) => {
      if (route.request().method() === 'POST') await held
      await route.continue()
    })
    await startEditing(page)
    await selectHeading(page)
    await insertComponent(page, 'Add after', kind)
    await page.keyboard.type('Typed')
    await button(manager(page), action).click()
    await page.keyboard.type(' while it is saved')
    answer()
    await expect(button(manager(page), action)).toHaveCount(0)
    await page.keyboard.type(', and after')
    const words = 'Typed while it is saved, and after'
    await expect(page.locator('[aria-current="true"]')).toHaveText(words)
    await expectSaved(page)
    await open(page, '/')
    await startEditing(page)
    await expect(page.getByRole('main').getByText(words)).toBeVisible()
  })

test('after Publish the focus stays in the panel of the selected component', async ({
  editor: page,
}) => {
  await startEditing(page)
  await selectHeading(page)
  await page.keyboard.type('Now ')
  await button(manager(page), 'Publish').focus()
  await page.keyboard.press('Enter')
  await expect(button(manager(page), 'Publish')).toHaveCount(0)
  await expect.poll(() => focusedIn(manager(page))).toBe(true)
  await expect(page.locator('[aria-current="true"]')).toContainText('Now ')
})

test('after Discard what was selected before is selected again', async ({ editor: page }) => {
  await startEditing(page)
  await selectHeading(page)
  const words = await title(page).first().innerText()
  await insertComponent(page, 'Add before', 'Title')
  await discardNew(page)
  await expect(button(manager(page), 'Delete')).toBeVisible()
  await expect(page.locator('[aria-current="true"]')).toHaveText(words)
  await expect.poll(() => focusedIn(manager(page))).toBe(true)
})

test('after Delete the next component is selected, what is typed does not change it, and Undo selects the deleted one', async ({
  editor: page,
}) => {
  await startEditing(page)
  await selectHeading(page)
  for (const words of ['Third', 'Second', 'First']) {
    await selectHeading(page)
    await insertComponent(page, 'Add after', 'Body Text')
    await page.keyboard.type(words)
    await button(manager(page), 'Add draft').click()
    await expect(button(manager(page), 'Add draft')).toHaveCount(0)
  }
  const selected = page.locator('[aria-current="true"]')
  await expect(selected).toHaveText('First')
  await deleteSelected(page)
  await expect(selected).toHaveText('Second')
  await expect(manager(page)).toBeFocused()
  await page.keyboard.type('not typed')
  await expect(selected).toHaveText('Second')
  await page.keyboard.press('Shift+Tab')
  await expect(bodyText(page).filter({ hasText: 'Second' })).toBeFocused()

  await button(page, 'Undo').click()
  await expect(selected).toHaveText('First')
  await expect(button(page, 'Undo')).toBeFocused()
  await button(page, 'Redo').click()
  await expect(page.getByText('First', { exact: true })).toHaveCount(0)
  await expect(selected).toHaveText('Second')
})

test('the focus on a button of the bar leaves the page where it is', async ({ editor: page }) => {
  await startEditing(page)
  await bodyText(page).last().click()
  await page.keyboard.press('Escape')
  await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }))
  await button(page, 'Site menu').focus()
  expect(await page.evaluate(() => scrollY)).toBe(400)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Site menu')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  expect(await page.evaluate(() => scrollY)).toBe(400)
})
