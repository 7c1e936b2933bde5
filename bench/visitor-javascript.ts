/** Measures the JavaScript that a visitor's browser loads before it is idle, and all that it may load, compressed with gzip. */
import { readFile } from 'node:fs/promises'
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

/** Returns the names of all scripts of the visitors' build. */
const allScripts = async () => {
  const graph = new URL('../dist/client/.vite/visitor-modules.json', import.meta.url)
  const chunks = JSON.parse(await readFile(graph, 'utf8')) as { file: string }[]
  return chunks.map(({ file }) => file)
}

/** Returns the size and the number of some scripts. */
const metricsOf = async (
  name: string,
  scripts: readonly string[],
  limits: { kilobytes: number; files: number },
): Promise<Metric[]> => {
  const sizes = await Promise.all(scripts.map(servedSize))
  const value = sizes.reduce((sum, size) => sum + size, 0) / 1000
  return [
    { name, value, unit: 'KB gzip', limit: { atMost: limits.kilobytes } },
    { name: `${name}: files`, value: scripts.length, unit: '', limit: { atMost: limits.files } },
  ]
}

export const measure = (): Promise<Metric[]> =>
  withBrowser(async ({ newPage }) => {
    const page = await newPage()
    // Idle callbacks run in the order they were requested, so this one runs before the page loads its deferred code.
    await page.addInitScript(() =>
      addEventListener('load', () => requestIdleCallback(() => performance.mark('idle'))),
    )
    await openIdle(page, '/')
    return [
      ...(await metricsOf('Visitor JavaScript before idle', await neededScripts(page), {
        kilobytes: 75,
        files: 4,
      })),
      ...(await metricsOf('All visitor JavaScript', await allScripts(), {
        kilobytes: 105,
        files: 10,
      })),
    ]
  })
