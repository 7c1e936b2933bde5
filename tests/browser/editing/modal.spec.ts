import { boxOf } from '../support/at-rest.ts'
import {
  bodyText,
  deleteQuestion,
  manager,
  selectHeading,
  startEditing,
  title,
} from '../support/editor-actions.ts'
import { button, expect, test } from '../support/fixtures.ts'

test('a dialog keeps the focus, takes the presses on the page, and returns the focus', async ({
  editor: page,
}) => {
  await startEditing(page)
  await selectHeading(page)
  const remove = button(manager(page), 'Delete')
  await remove.focus()
  await page.keyboard.press('Enter')
  const dialog = deleteQuestion(page)
  await expect(dialog).toHaveAttribute('aria-modal', 'true')

  await test.step('Tab goes round in it, both ways', async () => {
    await expect(button(dialog, 'Cancel')).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(button(dialog, 'Ok')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(button(dialog, 'Cancel')).toBeFocused()
  })

  await test.step('Tab leads on from words that were pressed, both ways', async () => {
    for (const [key, stop] of [
      ['Shift+Tab', 'Ok'],
      ['Tab', 'Cancel'],
    ] as const) {
      await dialog.getByRole('heading').click()
      await page.keyboard.press(key)
      await expect(button(dialog, stop)).toBeFocused()
    }
  })

  await test.step('what takes the focus from it loses it again', async () => {
    await title(page)
      .first()
      .evaluate((element) => element.focus())
    await expect(button(dialog, 'Cancel')).toBeFocused()
    await page.keyboard.type('lost')
    await expect(title(page).first()).not.toContainText('lost')
  })

  const scrollPosition = () => page.evaluate(() => window.scrollY)
  const before = await scrollPosition()
  await test.step('keys neither scroll nor select the page behind it', async () => {
    await page.keyboard.press('PageDown')
    await page.keyboard.press('ControlOrMeta+A')
    expect(await page.evaluate(() => getSelection()!.toString())).toBe('')
  })

  await test.step('Escape closes it', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(remove).toBeFocused()
    expect(await scrollPosition()).toBe(before)
  })

  await test.step('a press on the page closes it, and does nothing there', async () => {
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    const { x, y } = await boxOf(bodyText(page).first())
    await page.mouse.click(x + 2, y + 2)
    await expect(dialog).toBeHidden()
    await expect(remove).toBeFocused()
  })
})
