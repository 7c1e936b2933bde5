/** Measures the JavaScript that a visitor's browser loads before it is idle, compressed with gzip. */
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import type { Metric } from './support/metric.ts'
import { openIdle, withBrowser } from './support/harness.ts'

const gzipSize = async (pathname: string) =>
  gzipSync(await readFile(new URL(`../dist/client${pathname}`, import.meta.url)), { level: 9 })
    .length

/** Returns the paths of the scripts that were requested before the browser was idle for the first time. */
const neededScripts = (page: Page) =>
  page.evaluate(() => {
    const [idle] = performance.getEntriesByName('idle')
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= idle!.startTime)
      .map(({ name }) => new URL(name).pathname)
  })

export const measure = (): Promise<Metric[]> =>
  withBrowser(async ({ newPage }) => {
    const page = await newPage()
    // Idle callbacks run in the order they were requested, so this one runs before the page loads its deferred code.
    await page.addInitScript(() =>
      addEventListener('load', () => requestIdleCallback(() => performance.mark('idle'))),
    )
    await openIdle(page, '/')
    const sizes = await Promise.all((await neededScripts(page)).map(gzipSize))
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
