import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { button, expect, open, signIn, test } from './support/fixtures.ts'
import { manager, selectHeading, startEditing } from './support/editor-actions.ts'

const findings = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

const demo = [
  '/',
  '/about',
  '/blog-articles',
  '/blog-articles?perPage=1&page=2',
  '/blog-articles/blog-article-1',
  '/topic-1/chapter-one',
  '/form',
  '/login',
  '/nowhere',
]

const fitsItsWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test.describe(`${colorScheme}, ${width} px wide`, () => {
      test.use({
        colorScheme,
        viewport: { width, height: 800 },
        expectedErrors: /404 .*\/nowhere$/,
      })

      test('pages have no serious finding for visitors', async ({ visitor }) => {
        for (const path of demo) {
          await open(visitor, path)
          expect(await findings(visitor), path).toEqual([])
          expect(await fitsItsWidth(visitor), path).toBe(true)
        }
      })

      test('edit mode has no serious finding', async ({ visitor }) => {
        await signIn(visitor)
        expect(await findings(visitor), 'signed in').toEqual([])

        await startEditing(visitor)
        expect(await findings(visitor), 'editing').toEqual([])

        await selectHeading(visitor)
        expect(await findings(visitor), 'a heading selected').toEqual([])
        expect(await fitsItsWidth(visitor)).toBe(true)
        for (const name of ['Info', 'Order', 'Publish']) {
          await manager(visitor).getByRole('tab', { name }).click()
          expect(await findings(visitor), `tab ${name}`).toEqual([])
        }

        await button(manager(visitor), 'Add after').click()
        await expect(visitor.getByRole('dialog', { name: 'Add component' })).toBeVisible()
        expect(await findings(visitor), 'adding').toEqual([])
      })
    })
  }
}
