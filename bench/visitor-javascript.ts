/** What a visitor's browser loads of our JavaScript until it is idle, as gzip sends it. */
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import type { Metric } from './support/metric.ts'
import { openIdle, withBrowser } from './support/harness.ts'

const gzipSize = async (pathname: string) =>
  gzipSync(await readFile(new URL(`../dist/client${pathname}`, import.meta.url)), { level: 9 })
    .length

/** The scripts that were asked for until the browser was idle for the first time, as their paths. */
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
    // Who asks first is told first: before the page hears of it and loads what it did without.
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
