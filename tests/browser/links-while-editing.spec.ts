import { retype, selectHeading, startEditing, title } from './support/editor-actions.ts'
import { button, expect, open, signOut, test } from './support/fixtures.ts'

/** The DOM types of TypeScript do not have it yet. */
interface LayoutShift extends PerformanceEntry {
  value: number
}

test.describe('edit mode', () => {
  test('is kept over a reload, at an address that is typed, and with Back and Forward', async ({
    editor,
  }) => {
    await startEditing(editor)
    await editor.reload()
    await expect(title(editor).first()).toBeVisible()
    await expect(button(editor, 'Done')).toBeVisible()

    const home = await title(editor).first().innerText()
    await editor.goto('/form')
    await expect(title(editor).first()).toBeVisible()
    await expect(title(editor).first()).not.toHaveText(home)
    await editor.goBack()
    await expect(title(editor).first()).toHaveText(home)
    await expect(button(editor, 'Done')).toBeVisible()
    await editor.goForward()
    await expect(title(editor).first()).not.toHaveText(home)
    await expect(button(editor, 'Done')).toBeVisible()
  })

  test('is kept where nothing can be edited, until a page can be again', async ({ editor }) => {
    await startEditing(editor)
    await editor.goto('/_cwa/layouts')
    await expect(button(editor, 'Done')).toBeVisible()
    await open(editor, '/about')
    await expect(title(editor).first()).toBeVisible()
    await button(editor, 'Done').click()
    await open(editor, '/_cwa/layouts')
    await expect(editor.getByRole('region', { name: 'Editor' })).toBeVisible()
    await expect(button(editor, 'Done')).toHaveCount(0)
  })

  test('has ended after Done, also over a reload', async ({ editor }) => {
    await startEditing(editor)
    await button(editor, 'Done').click()
    await expect(button(editor, 'Edit')).toBeVisible()
    await editor.reload()
    await expect(button(editor, 'Edit')).toBeVisible()
    await expect(title(editor)).toHaveCount(0)
  })

  test('ends with the session', async ({ editor }) => {
    await startEditing(editor)
    await signOut(editor)
    await expect(editor.getByRole('region', { name: 'Editor' })).toHaveCount(0)
    expect(await editor.evaluate(() => sessionStorage.length)).toBe(0)
  })

  test('belongs to one tab', async ({ editor }) => {
    await startEditing(editor)
    const tab = await editor.context().newPage()
    await open(tab, '/')
    await expect(button(tab, 'Edit')).toBeVisible()
  })

  test('keeps what was typed just before a reload, and shifts nothing', async ({ editor }) => {
    await startEditing(editor)
    await selectHeading(editor)
    await retype(editor, 'Typed before')
    await expect(button(editor, 'Undo')).toBeEnabled()
    await expect(editor.locator('[data-save-status=saved]')).toBeVisible()
    await editor.addInitScript(() => {
      const shifts: number[] = []
      new PerformanceObserver((list) =>
        shifts.push(...list.getEntries().map((entry) => (entry as LayoutShift).value)),
      ).observe({ type: 'layout-shift', buffered: true })
      Object.assign(window, { shifts })
    })
    await editor.reload()
    await expect(title(editor).first()).toHaveText('Typed before')
    const shifts = await editor.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
    const shift = shifts.reduce((sum, value) => sum + value, 0)
    expect(shift).toBeLessThan(0.1)
  })
})
