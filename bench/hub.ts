/** Measures how fast one event reaches five thousand subscribers, and the memory each of them takes while idle. */
import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ServerProcess } from '../tests/support/server/server-process.ts'
import { signInEditor } from './support/api-editor.ts'
import { type Metric, percentile } from './support/metric.ts'
import { residentKilobytes } from './support/memory.ts'
import { nextMessage } from './support/next-message.ts'
import { withSite } from './support/harness.ts'

const subscribers = 5_000
const events = 10
const settlingMilliseconds = 2_000
const script = fileURLToPath(new URL('support/subscribers.mjs', import.meta.url))
/** Pads an event so that its frame is about a kilobyte. */
const padding = 'x'.repeat(600)

type Post = Awaited<ReturnType<typeof signInEditor>>['post']

const subscribe = async ({ url }: ServerProcess, count: number) => {
  const child = fork(script, [new URL(url).port, String(count)])
  await nextMessage(child)
  return child
}

/** Sends events one by one and returns how long each subscriber waited for each, in milliseconds. */
const measureLatencies = async (child: ChildProcess, post: Post) => {
  const latencies: number[] = []
  for (let event = 0; event < events; event += 1) {
    const html = `<p>sent ${Date.now()} ${padding}</p>`
    await post('/component/html_contents', { html, publishedAt: '2026-01-05T09:00:00+00:00' })
    await setTimeout(settlingMilliseconds)
    child.send('report')
    const received = await nextMessage<{ latencies: number[] }>(child)
    latencies.push(...received.latencies)
  }
  return latencies
}

const metricsOf = (perConnection: number, latencies: number[]): Metric[] => [
  {
    name: `Memory for each of ${subscribers} subscribers`,
    value: perConnection,
    unit: 'KB',
    limit: { atMost: 15 },
  },
  {
    name: 'An event to all of them, 99th percentile',
    value: percentile(latencies, 0.99),
    unit: 'ms',
    limit: { atMost: 300 },
  },
  {
    name: 'Events they missed',
    value: subscribers * events - latencies.length,
    unit: '',
    limit: { atMost: 0 },
  },
]

export const measure = (): Promise<Metric[]> =>
  withSite(async (site) => {
    const { post } = await signInEditor(site)
    // The first subscribers also use the memory that any load needs, which does not belong to a single connection.
    const first = await subscribe(site, 1_000)
    first.kill('SIGKILL')
    await setTimeout(settlingMilliseconds)
    const alone = residentKilobytes(site.pid())
    const child = await subscribe(site, subscribers)
    try {
      await setTimeout(settlingMilliseconds)
      const perConnection = (residentKilobytes(site.pid()) - alone) / subscribers
      return metricsOf(perConnection, await measureLatencies(child, post))
    } finally {
      child.kill('SIGKILL')
    }
  })
