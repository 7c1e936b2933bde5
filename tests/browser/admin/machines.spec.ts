/** Follows what the actors of the page do in the charts of its machines, goes back in time, and reads a chart by keyboard. */
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
