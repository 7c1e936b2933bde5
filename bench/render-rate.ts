/** Measures how often per second the server renders the home page for visitors, ten at a time and without a cache. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
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

export const measure = (): Promise<Metric[]> => withSite(measureAt, { env: { PAGE_CACHE_MB: '0' } })

const measureAt = async ({ url }: { url: string }): Promise<Metric[]> => {
  await load(url, 3)
  const { requests, non2xx, errors } = await load(url, 8)
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} renders did not succeed.`)
  return [
    {
      name: 'Renders of the home page, 10 at once',
      value: requests.average,
      unit: '/s',
      limit: { atLeast: 300 },
    },
  ]
}
