/** Measures the JavaScript that a visitor's browser loads before it is idle, compressed with gzip. */
import type { Page } from '@playwright/test'
import type { Metric } from './support/metric.ts'
import { openIdle, withBrowser } from './support/harness.ts'
import { servedSize } from './support/served-size.ts'

/** Returns the paths of the scripts that were requested before the browser was idle for the first time. */
const neededScripts = (page: Page) =>
  page.evaluate(() => {
    const [idle] = performance.getEntriesByName('idle')
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= idle!.startTime)
      .map(({ name }) => new URL(name).pathname.slice(1))
  })

export const measure = (): Promise<Metric[]> =>
  withBrowser(async ({ newPage }) => {
    const page = await newPage()
    // Idle callbacks run in the order they were requested, so this one runs before the page loads its deferred code.
    await page.addInitScript(() =>
      addEventListener('load', () => requestIdleCallback(() => performance.mark('idle'))),
    )
    await openIdle(page, '/')
    const sizes = await Promise.all((await neededScripts(page)).map(servedSize))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    return [
      {
        name: 'Visitor JavaScript before idle',
        value: bytes / 1000,
        unit: 'KB gzip',
        limit: { atMost: 100 },
      },
    ]
  })
