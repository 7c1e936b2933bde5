import type { Page } from '@playwright/test'
import { atEachWidth, seriousFindings } from './support/accessibility.ts'
import { button, expect, open, signIn, test } from './support/fixtures.ts'
import { manager, selectHeading, startEditing } from './support/editor-actions.ts'

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

test.use({ expectedErrors: /404 .*\/nowhere$/ })

/** Lets the content be hard to see for a while. */
const fade = (page: Page, iterations: number) =>
  page
    .getByRole('main')
    .evaluate(
      (element, count) =>
        void element.animate({ opacity: [0.1, 0.1] }, { duration: 3_000, iterations: count }),
      iterations,
    )

test('axe waits for the end of what fades in, and not for that of what never ends', async ({
  visitor,
}) => {
  await open(visitor, '/')
  await fade(visitor, 1)
  expect(await seriousFindings(visitor)).toEqual([])
  await fade(visitor, Infinity)
  expect(await seriousFindings(visitor)).toEqual([
    expect.stringContaining('color-contrast (dark)'),
    expect.stringContaining('color-contrast (light)'),
  ])
})

atEachWidth(() => {
  test('pages have no serious finding for visitors', async ({ visitor }) => {
    for (const path of demo) {
      await open(visitor, path)
      expect(await seriousFindings(visitor), path).toEqual([])
      expect(await fitsItsWidth(visitor), path).toBe(true)
    }
  })

  test('edit mode has no serious finding', async ({ visitor }) => {
    await signIn(visitor)
    expect(await seriousFindings(visitor), 'signed in').toEqual([])

    await startEditing(visitor)
    expect(await seriousFindings(visitor), 'editing').toEqual([])

    await selectHeading(visitor)
    expect(await seriousFindings(visitor), 'a heading selected').toEqual([])
    expect(await fitsItsWidth(visitor)).toBe(true)
    for (const name of ['Info', 'Order', 'Publish']) {
      await manager(visitor).getByRole('tab', { name }).click()
      expect(await seriousFindings(visitor), `tab ${name}`).toEqual([])
    }

    await button(manager(visitor), 'Add after').click()
    await expect(visitor.getByRole('dialog', { name: 'Add component' })).toBeVisible()
    expect(await seriousFindings(visitor), 'adding').toEqual([])
  })
})
