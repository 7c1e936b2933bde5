/** Measures the memory of the server's process while it is idle, after it has served a page. */
import { setTimeout } from 'node:timers/promises'
import type { Metric } from './support/metric.ts'
import { residentKilobytes } from './support/memory.ts'
import { withSite } from './support/harness.ts'

const settlingMilliseconds = 3_000

export const measure = (): Promise<Metric[]> =>
  withSite(async ({ url, pid }) => {
    await (await fetch(url)).text()
    await setTimeout(settlingMilliseconds)
    return [
      {
        name: 'Idle memory of the server',
        value: residentKilobytes(pid()) / 1024,
        unit: 'MB',
        limit: { atMost: 150 },
      },
    ]
  })
