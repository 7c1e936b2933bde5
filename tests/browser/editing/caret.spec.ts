import type { Locator, Page } from '@playwright/test'
import {
  bodyText,
  insertComponent,
  isUncovered,
  manager,
  selectHeading,
  startEditing,
  title,
} from '../support/editor-actions.ts'
import { boxOf } from '../support/at-rest.ts'
import { button, expect, test } from '../support/fixtures.ts'

/** Returns the extents of the caret and of the part of the page that no chrome covers: the panel is below or beside it. */
const measureCaret = (page: Page) =>
  page.evaluate(() => {
    const { focusNode, focusOffset } = document.getSelection()!
    const range = document.createRange()
    range.setStart(focusNode!, focusOffset)
    const node = focusNode!.childNodes[focusOffset] ?? focusNode!
    const element = node instanceof Element ? node : node.parentElement!
    const rect = range.getBoundingClientRect()
    const { top, bottom, left } = rect.height > 0 ? rect : element.getBoundingClientRect()
    const panel = document.querySelector('[data-editor-panel]')!.getBoundingClientRect()
    const bar = document.querySelector('[data-editor-bar]')!.getBoundingClientRect()
    const isBeside = panel.left > 0
    return {
      ...{ top, bottom, left, above: bar.bottom },
      below: isBeside ? innerHeight : panel.top,
      beside: isBeside ? panel.left : innerWidth,
    }
  })

const expectCaretInSight = (page: Page, message: string) =>
  expect
    .poll(
      async () => {
        const { top, bottom, left, above, below, beside } = await measureCaret(page)
        return top >= above && bottom <= below && left < beside
      },
      { message },
    )
    .toBe(true)

/** Waits until the whole line of the caret is in sight, from one side of its text to the other. */
const expectUncoveredLine = (page: Page, message: string) =>
  expect
    .poll(
      () =>
        page.evaluate(() => {
          const textEl = document.activeElement!
          const { focusNode } = document.getSelection()!
          const lineEl = focusNode instanceof Element ? focusNode : focusNode!.parentElement!
          const { top, bottom, left, right } = lineEl.getBoundingClientRect()
          return [0.02, 0.25, 0.5, 0.75, 0.98].every((part) =>
            textEl.contains(
              document.elementFromPoint(left + (right - left) * part, (top + bottom) / 2),
            ),
          )
        }),
      { message },
    )
    .toBe(true)

/** Types a text that is higher than the window into the first body text. */
const typeLongText = async (page: Page) => {
  await bodyText(page).first().click()
  await expect(manager(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  for (let line = 1; line <= 30; line += 1) {
    await page.keyboard.insertText(`Line ${line}`)
    await page.keyboard.press('Enter')
  }
}

const topOf = (target: Locator) => target.evaluate((element) => element.getBoundingClientRect().top)

for (const width of [1280, 390]) {
  test.describe(`at a width of ${width}`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('the caret stays where neither the bar nor the panel is, wherever keys move it', async ({
      editor: page,
    }) => {
      await startEditing(page)
      await typeLongText(page)
      await expectCaretInSight(page, 'after typing')
      for (const key of ['ControlOrMeta+Home', 'ControlOrMeta+End', 'PageUp', 'Shift+PageUp']) {
        await page.keyboard.press(key)
        await expectCaretInSight(page, `after ${key}`)
      }
      for (let press = 0; press < 20; press += 1) await page.keyboard.press('ArrowUp')
      await expectCaretInSight(page, 'after many lines up')
    })

    test('the caret of a plain text stays clear of the panel', async ({ editor: page }) => {
      await startEditing(page)
      await typeLongText(page)
      await insertComponent(page, 'Add after', 'Title')
      await page.keyboard.type('At the end')
      await expectCaretInSight(page, 'after typing')
      const added = title(page).filter({ hasText: 'At the end' })
      for (const y of [10, 780]) {
        await added.evaluate(
          (element, to) => scrollBy(0, element.getBoundingClientRect().top - to),
          y,
        )
        await page.keyboard.type('!')
        await expectCaretInSight(page, `after typing into a heading at ${y}`)
      }
    })

    test('a press low on a long text leaves the text under the pointer, and one where the panel opens lifts it', async ({
      editor: page,
    }) => {
      await startEditing(page)
      await typeLongText(page)
      await button(manager(page), 'Close').click()
      await expect(manager(page)).toHaveCount(0)
      const text = bodyText(page).first()
      const line = text.getByText('Line 16', { exact: true })
      await line.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 300))
      const before = await topOf(line)
      expect(await topOf(text), 'the start is out of sight').toBeLessThan(0)
      await line.click()
      await expect(manager(page)).toBeVisible()
      await expectCaretInSight(page, 'after a press in sight')
      expect(await topOf(line)).toBeCloseTo(before, 0)

      await button(manager(page), 'Close').click()
      await line.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 740))
      await line.click()
      await expect(manager(page)).toBeVisible()
      await expectCaretInSight(page, 'after a press where the panel opens')
    })

    test('a component that is moved stays in sight', async ({ editor: page }) => {
      const smooth: string[] = []
      await page.exposeFunction('reportSmooth', (behavior: string) => smooth.push(behavior))
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await startEditing(page)
      await typeLongText(page)
      await selectHeading(page)
      await insertComponent(page, 'Add after', 'Title')
      await page.keyboard.type('On the move')
      await button(manager(page), 'Add draft').click()
      await expect(button(manager(page), 'Add draft')).toHaveCount(0)
      const moved = title(page).filter({ hasText: 'On the move' })
      await moved.click()
      await page.evaluate(() => {
        const { scrollBy: scroll } = window
        window.scrollBy = ((options: ScrollToOptions) => {
          if (options.behavior === 'smooth')
            (window as unknown as { reportSmooth: (to: string) => void }).reportSmooth('smooth')
          scroll(options)
        }) as typeof scroll
      })
      for (const direction of ['Move down', 'Move up']) {
        await button(manager(page), direction).click()
        await expect.poll(() => isUncovered(page, moved), direction).toBe(true)
      }
      expect(smooth).toEqual([])
    })
  })
}

for (const [width, colorScheme] of [
  [1280, 'light'],
  [390, 'dark'],
] as const) {
  test.describe(`without a network, at a width of ${width}`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme, expectedErrors: /net::ERR_/ })

    test('no notice covers the line that is typed, nor another notice', async ({
      editor: page,
    }) => {
      await startEditing(page)
      await bodyText(page).first().click()
      await expect(page.locator('#move-handle')).toBeVisible()
      await page.context().setOffline(true)
      await typeLongText(page)
      await page.keyboard.type('The end')
      await expect(page.getByRole('region', { name: /^Not saved/ })).toBeVisible()
      await expect(page.getByText('You are offline')).toBeVisible()
      for (const key of ['End', 'ControlOrMeta+Home', 'ControlOrMeta+End']) {
        await page.keyboard.press(key)
        await expectUncoveredLine(page, `after ${key}`)
      }
      for (let press = 0; press < 12; press += 1) {
        await page.keyboard.press('ArrowUp')
        await expectUncoveredLine(page, `after ${press} lines up`)
      }
      const refused = await boxOf(page.getByRole('region', { name: /^Not saved/ }))
      const offline = await boxOf(page.getByText('You are offline'))
      expect(offline.y).toBeGreaterThanOrEqual(refused.y + refused.height)
    })
  })
}
