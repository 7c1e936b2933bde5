import type { Page } from '@playwright/test'
import {
  bodyText,
  isUncovered,
  manager,
  order,
  selectHeading,
  startEditing,
} from '../support/editor-actions.ts'
import { button, expect, test } from '../support/fixtures.ts'

interface Frame {
  /** The number of components that are animated. */
  animating: number
  /** The distance between the selected component and its highlight, in pixels. */
  highlightDistance: number
}

type Recorded = typeof globalThis & { recordedFrames: Frame[] }

/** Records each frame in which components are animated, however slow the machine is. */
const recordFrames = (page: Page) =>
  page.evaluate(() => {
    const recorded = globalThis as Recorded
    recorded.recordedFrames = []
    const distance = () => {
      const selected = document.querySelector('main [aria-current]')!.getBoundingClientRect()
      const highlight = document
        .querySelector('[data-highlight="selection"]')!
        .getBoundingClientRect()
      return Math.hypot(selected.x - highlight.x, selected.y - highlight.y)
    }
    const isAnimating = ({ effect, playState }: Animation) =>
      playState === 'running' &&
      effect instanceof KeyframeEffect &&
      effect.target!.matches('main [data-iri^="/component/"]')
    const record = () => {
      const animating = document.getAnimations().filter(isAnimating).length
      recorded.recordedFrames.push({ animating, highlightDistance: distance() })
      if (animating > 0) requestAnimationFrame(record)
    }
    // After the callbacks of this frame that were requested before, such as that of the highlight.
    new MutationObserver(() => requestAnimationFrame(() => requestAnimationFrame(record))).observe(
      document.body,
      { subtree: true, attributeFilter: ['data-animating'] },
    )
  })

const frames = (page: Page) => page.evaluate(() => (globalThis as Recorded).recordedFrames)

/** Waits until nothing moves, and expects the highlight around the selected component and no trace of the movement. */
const expectSettled = async (page: Page) => {
  await expect(page.locator('[data-animating]')).toHaveCount(0)
  await expect(page.locator('main [data-iri][style]')).toHaveCount(0)
  await expect
    .poll(() =>
      page.evaluate(() => {
        const rect = document.querySelector('main [aria-current]')!.getBoundingClientRect()
        const highlight = document
          .querySelector('[data-highlight="selection"]')!
          .getBoundingClientRect()
        return [highlight.x - rect.x, highlight.y - rect.y, highlight.height - rect.height].map(
          (difference) => Math.round(Math.abs(difference)),
        )
      }),
    )
    .toEqual([0, 0, 0])
}

for (const width of [1280, 390]) {
  test.describe(`at a width of ${width}`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('components move to their new positions, and the highlight with the selected one', async ({
      editor: page,
    }) => {
      await startEditing(page)
      await selectHeading(page)
      const [first, second, ...rest] = await order(page)
      await recordFrames(page)
      await button(manager(page), 'Move down').click()
      await expect.poll(() => frames(page)).not.toEqual([])
      await expectSettled(page)
      expect(await order(page)).toEqual([second, first, ...rest])
      const recorded = await frames(page)
      expect(Math.max(...recorded.map(({ animating }) => animating))).toBeGreaterThanOrEqual(2)
      expect(Math.max(...recorded.map(({ highlightDistance }) => highlightDistance))).toBeLessThan(
        2,
      )
    })

    test('a component that moves out of sight is scrolled to where it will be', async ({
      editor: page,
    }) => {
      await startEditing(page)
      await bodyText(page).first().click()
      await expect(manager(page)).toBeVisible()
      for (let line = 1; line <= 30; line += 1) {
        await page.keyboard.insertText(`Line ${line}`)
        await page.keyboard.press('Enter')
      }
      await selectHeading(page)
      await recordFrames(page)
      await button(manager(page), 'Move down').click()
      await expect.poll(() => frames(page)).not.toEqual([])
      await expectSettled(page)
      await expect.poll(() => isUncovered(page, page.locator('main [aria-current]'))).toBe(true)
    })
  })
}

test('a move during an animation goes on from where the component is seen', async ({
  editor: page,
}) => {
  await startEditing(page)
  await selectHeading(page)
  const [first, second, third, ...rest] = await order(page)
  const { distance, jump } = await button(manager(page), 'Move down').evaluate(
    async (moveDown: HTMLElement) => {
      const selected = document.querySelector('main [aria-current]')!
      const top = () => selected.getBoundingClientRect().top + scrollY
      const start = top()
      moveDown.click()
      await new Promise(requestAnimationFrame)
      // In the middle of its way, however slow the machine is.
      for (const animation of document.getAnimations())
        if (animation.timeline === document.timeline) animation.currentTime = 60
      const before = top()
      moveDown.click()
      // React renders in a microtask.
      await Promise.resolve()
      return { distance: before - start, jump: top() - before }
    },
  )
  expect(distance).toBeGreaterThan(5)
  expect(Math.abs(jump)).toBeLessThan(2)
  await expectSettled(page)
  expect(await order(page)).toEqual([second, third, first, ...rest])
})

test('nothing is animated under reduced motion', async ({ editor: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await startEditing(page)
  await selectHeading(page)
  const [first, second, ...rest] = await order(page)
  await recordFrames(page)
  await button(manager(page), 'Move down').click()
  await expect.poll(() => order(page)).toEqual([second, first, ...rest])
  await expectSettled(page)
  expect(await frames(page)).toEqual([])
})

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`from one section to another a component glides (${reducedMotion})`, async ({
    editor: page,
  }) => {
    await page.emulateMedia({ reducedMotion })
    await startEditing(page)
    await page.getByRole('navigation', { name: 'Main' }).getByText('Blog').click()
    await button(page, 'Edit the layout').click()
    await button(page.getByRole('dialog'), 'Ok').click()
    const menu = 'header [data-iri^="/_/component_groups/"]'
    const moved = (await order(page, menu))[2]!
    await manager(page).getByRole('tab', { name: 'Order' }).click()
    await manager(page).getByLabel('Section').selectOption({ label: 'Main content' })
    const seen = await page.evaluateHandle((iri) => {
      const find = () => document.querySelector(`[data-iri="${iri}"]`)!.firstElementChild!
      const pointOf = (element: Element) => {
        const { x, y } = element.getBoundingClientRect()
        return { x, y }
      }
      const points = [pointOf(find())]
      // Called before the movement has begun to be painted.
      new MutationObserver(() => {
        if (find().matches('main [data-animating]')) points.push(pointOf(find()))
      }).observe(document.body, { subtree: true, attributeFilter: ['data-animating'] })
      return points
    }, moved)
    await button(page.getByRole('dialog'), 'Ok').click()
    await expect.poll(() => order(page)).toContain(moved)
    await expectSettled(page)
    const [before, ...animated] = await seen.jsonValue()
    expect(animated).toHaveLength(reducedMotion === 'reduce' ? 0 : 1)
    for (const { x, y } of animated)
      expect(Math.hypot(x - before!.x, y - before!.y)).toBeLessThan(2)
  })
