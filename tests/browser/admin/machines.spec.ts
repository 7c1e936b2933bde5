/**
 * Follows what the actors of the page do in the charts of its machines, goes back in time, and reads a chart by keyboard; opens
 * reports; and watches the machines beside the page, and from a second window.
 */
import type { Page } from '@playwright/test'
import { findings } from '../support/accessibility.ts'
import { button, expect, expectHydrated, test } from '../support/fixtures.ts'

test('a chart is drawn under the policy of the site, follows its actor, and goes back in time', async ({
  editor: page,
}) => {
  await page.goto('/_cwa/machines?machine=network&state=network.offline')
  await expectHydrated(page)
  // The layout is made in a worker, which the policy has to allow.
  const drawing = page.getByRole('img', { name: 'Statechart of network' })
  await expect(drawing).toBeVisible()
  const stateOf = (name: string) =>
    drawing.locator('.chart-state', { has: page.getByText(name, { exact: true }) }).last()
  await expect(stateOf('online')).toHaveClass(/\bactive\b/)
  await expect(stateOf('offline')).toHaveClass(/\bchosen\b/)

  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await expect(stateOf('offline')).toHaveClass(/\bactive\b/)
  await expect(drawing.locator('.chart-edge.taken')).toHaveCount(1)
  const now = page.getByRole('region', { name: 'Now' })
  await expect(now).toContainText('network.restored')

  const log = page.getByRole('region', { name: 'Events' })
  await log.getByLabel('Only of the shown actor').check()
  await button(log, 'Step back').click()
  await expect(page.getByText('As it was, since paused')).toBeVisible()
  await button(log, 'Follow').click()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(stateOf('online')).toHaveClass(/\bactive\b/)

  // By keyboard alone: another machine of the tree, its drawing, and its table.
  await page.getByLabel('Search actors').fill('hubconn')
  await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/machine=hubConnection/)
  await expect(page.getByRole('img', { name: 'Statechart of hubConnection' })).toBeVisible()
  const view = page.getByRole('group', { name: /^Drawing of hubConnection/ })
  await view.focus()
  await page.keyboard.press('1')
  await page.keyboard.press('+')
  await expect
    .poll(() => view.evaluate((element) => element.scrollWidth > element.clientWidth))
    .toBe(true)
  await page.keyboard.press('f')
  await expect
    .poll(() => view.evaluate((element) => element.scrollWidth > element.clientWidth))
    .toBe(false)
  await page.getByRole('tab', { name: 'Drawing' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('table')).toContainText('Can be taken')

  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: width === 390 ? 'dark' : 'light' })
    expect(await findings(page, 'main')).toEqual([])
    const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(scrolled).toBeLessThanOrEqual(width)
  }
})

const siteMenu = async (page: Page, item: string) => {
  await button(page, 'Site menu').click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Saves a report, and returns where its file is. */
const saveReport = async (page: Page) => {
  await siteMenu(page, 'Report a problem…')
  const downloading = page.waitForEvent('download')
  await button(page, 'Save the file').click()
  const download = await downloading
  await page.keyboard.press('Escape')
  return download.path()
}

test('reports are opened and compared, and a page is watched beside itself and from a second window', async ({
  editor: page,
}) => {
  const one = await saveReport(page)
  await siteMenu(page, 'Keyboard shortcuts')
  await page.keyboard.press('Escape')
  const other = await saveReport(page)

  await siteMenu(page, 'Watch the machines')
  const dock = page.getByRole('region', { name: 'Machines of this page' })
  await expect(dock.getByRole('treeitem', { name: /^app/ })).toBeVisible()
  await expect(dock.getByRole('img', { name: 'Statechart of app' })).toBeVisible()
  const opening = page.context().waitForEvent('page')
  await button(dock, 'Open in a window').click()
  const second = await opening
  await second.getByLabel('Search actors').fill('network')
  await second.getByRole('treeitem', { name: /^network/ }).click()
  const lit = (name: string) =>
    second.locator('.chart-state.active', { has: second.getByText(name, { exact: true }) }).last()
  await expect(lit('online')).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await expect(lit('offline')).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(lit('online')).toBeVisible()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findings(page, 'section[aria-label="Machines of this page"]')).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await button(dock, 'Close').click()
  await expect(button(page, 'Site menu')).toBeFocused()

  await page.goto('/_cwa/machines?machine=shortcutList')
  await expect(second.getByText(/^The window that is followed does not answer/)).toBeVisible()
  await second.close()
  await page.getByLabel('Open a recording…').setInputFiles(other)
  await expect(page.getByText(/^Shows the recording .+ Drop another one/)).toBeVisible()
  const log = page.getByRole('region', { name: 'Events' })
  await log.getByLabel('Filter by event or actor').fill('list.')
  await button(log, 'Step back').click()
  await expect(page.getByRole('region', { name: 'Now' })).toContainText('In list.open')
  await page.getByLabel('Compare with…').setInputFiles(one)
  await expect(page.getByText(/^They part at step \d+:/)).toBeVisible()
  expect(await findings(page, 'main')).toEqual([])
  await button(page, 'Back to this page').click()
  await expect(page.getByText('In the recording')).toHaveCount(0)
})
