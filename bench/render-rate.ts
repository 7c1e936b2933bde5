/** Measures how often per second the server renders pages for visitors, ten at a time and without a cache. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ServerProcess } from '../tests/support/server/server-process.ts'
import { makeComponentPage } from './support/component-page.ts'
import type { Metric } from './support/metric.ts'
import { withSite } from './support/harness.ts'

const autocannon = fileURLToPath(
  new URL('../node_modules/autocannon/autocannon.js', import.meta.url),
)

interface Result {
  non2xx: number
  errors: number
  requests: { average: number }
}

/** Runs as a process of its own, so that it does not share the server's core. */
const load = async (url: string, seconds: number): Promise<Result> => {
  const options = ['--connections', '10', '--duration', String(seconds), '--json', url]
  const { stdout } = await promisify(execFile)(process.execPath, [autocannon, ...options])
  return JSON.parse(stdout) as Result
}

/** The least number of renders per second, by the number of components. */
const limits = [
  [40, 700],
  [400, 120],
] as const

export const measure = (): Promise<Metric[]> => withSite(measureAt, { env: { PAGE_CACHE_MB: '0' } })

const rateOf = async (url: string) => {
  await load(url, 3)
  const { requests, non2xx, errors } = await load(url, 8)
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} renders did not succeed.`)
  return requests.average
}

const measureAt = async (site: ServerProcess): Promise<Metric[]> => {
  const home: Metric = {
    name: 'Renders of the home page, 10 at once',
    value: await rateOf(site.url),
    unit: '/s',
    limit: { atLeast: 300 },
  }
  const metrics = [home]
  for (const [count, atLeast] of limits) {
    const path = await makeComponentPage(site, count)
    metrics.push({
      name: `Renders of ${count} components, 10 at once`,
      value: await rateOf(site.url + path),
      unit: '/s',
      limit: { atLeast },
    })
  }
  return metrics
}
