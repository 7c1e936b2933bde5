/**
 * Measures what editing leaves in memory: many rounds of everything that an editor does in an hour, in a real browser and as
 * fast as it goes. What is left after the garbage is collected is compared between the rounds after the first and the last ones.
 */
import type { Page } from '@playwright/test'
import { countFromEnv } from './support/env.ts'
import { signIn } from './support/large-home-page.ts'
import { type Kept, keptInMemory } from './support/kept-in-memory.ts'
import { type Metric, percentile } from './support/metric.ts'
import { openIdle, withBrowser } from './support/harness.ts'

/** An hour of work with an addition, a move, a deletion and a change of page every eleven seconds. */
const rounds = countFromEnv('LEAK_ROUNDS', 330)
/** The rounds after which everything has been loaded and remembered once; the history of undo is full, too. */
const firstRounds = 30
/** The number of rounds between two looks at the memory. */
const interval = 10

export const measure = (): Promise<Metric[]> =>
  withBrowser(async ({ newPage }) => {
    const page = await newPage()
    await signIn(page)
    await openIdle(page, '/')
    await press(page, 'Edit')
    const kept: Kept[] = []
    for (let round = 1; round <= rounds; round += 1) {
      await edit(page)
      if (round >= firstRounds && round % interval === 0) kept.push(await keptInMemory(page))
    }
    return [
      figure('DOM nodes', kept, ({ nodes }) => nodes, 60),
      figure('Event listeners', kept, ({ listeners }) => listeners, 15),
      figure('Actors', kept, ({ actors }) => actors, 3),
    ]
  })

/** Compares the median of the last third of the measurements with that of the first third. */
const figure = (
  name: string,
  kept: readonly Kept[],
  valueOf: (kept: Kept) => number,
  atMost: number,
): Metric => {
  const values = kept.map(valueOf)
  const third = Math.ceil(values.length / 3)
  const growth = percentile(values.slice(-third), 0.5) - percentile(values.slice(0, third), 0.5)
  return { name: `${name} left by an hour of editing`, value: growth, unit: '', limit: { atMost } }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const manager = (page: Page) => page.getByRole('region', { name: 'Resource manager' })
const saved = (page: Page) => page.locator('[data-save-status="saved"]').waitFor()
const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true }).first()

/** One round, after which the site is as it was before, but for the draft of the heading. */
const edit = async (page: Page) => {
  await title(page).click()
  await page.keyboard.press('End')
  await page.keyboard.type('x')
  await page.keyboard.press('Backspace')
  await saved(page)
  await addAndDelete(page)
  await title(page).click()
  await press(page, 'Move down')
  await press(page, 'Move up')
  await saved(page)
  await openAndClose(page)
  await navigate(page)
}

const addAndDelete = async (page: Page) => {
  await manager(page).getByRole('button', { name: 'Add after', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add component' })
  await dialog.getByRole('option', { name: 'Title', exact: true }).click()
  await dialog.getByRole('button', { name: 'Insert', exact: true }).click()
  await page.keyboard.type('New')
  await manager(page).getByRole('button', { name: 'Add draft', exact: true }).click()
  await saved(page)
  await press(page, 'Undo')
  await saved(page)
  await press(page, 'Redo')
  await saved(page)
  await page.getByRole('main').getByText('New', { exact: true }).click()
  await manager(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await press(page, 'Ok')
  await page.getByRole('main').getByText('New', { exact: true }).waitFor({ state: 'detached' })
  await saved(page)
}

const openAndClose = async (page: Page) => {
  await press(page, 'Outline')
  await page.getByRole('treeitem').first().waitFor()
  await press(page, 'Close outline')
}

/** Leaves edit mode, goes to another page and back, and edits again. */
const navigate = async (page: Page) => {
  await press(page, 'Done')
  const link = page.getByRole('navigation').getByRole('link', { name: 'Blog', exact: true }).first()
  await link.click()
  await page.waitForURL('**/blog**')
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/')
  await press(page, 'Edit')
  await title(page).waitFor()
}
