/** Measures how fast one event reaches five thousand subscribers, and the memory each of them takes while idle. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { signInEditor } from './support/api-editor.ts'
import { type Metric, percentile } from './support/metric.ts'
import { residentKilobytes } from './support/memory.ts'
import { withSite } from './support/harness.ts'

const subscribers = 5_000
const events = 10
const settlingMilliseconds = 2_000
const script = fileURLToPath(new URL('support/subscribers.mjs', import.meta.url))
/** Pads an event so that its frame is about a kilobyte. */
const padding = 'x'.repeat(600)

const answerOf = async <Answer>(child: ChildProcess) => {
  const [answer] = (await once(child, 'message')) as [Answer]
  return answer
}

export const measure = (): Promise<Metric[]> =>
  withSite(async (site) => {
    const { post } = await signInEditor(site)
    const { port } = new URL(site.url)
    const open = async (count: number) => {
      const child = fork(script, [port, String(count)])
      await answerOf(child)
      return child
    }
    // The first crowd also pays for the room that any load needs; it is not what one more of them costs.
    const first = await open(1_000)
    first.kill('SIGKILL')
    await setTimeout(settlingMilliseconds)
    const alone = residentKilobytes(site.pid())
    const child = await open(subscribers)
    try {
      await setTimeout(settlingMilliseconds)
      const perConnection = (residentKilobytes(site.pid()) - alone) / subscribers

      const waits: number[] = []
      for (let event = 0; event < events; event += 1) {
        const html = `<p>sent ${Date.now()} ${padding}</p>`
        await post('/component/html_contents', { html, publishedAt: '2026-01-05T09:00:00+00:00' })
        await setTimeout(settlingMilliseconds)
        child.send('report')
        const heard = await answerOf<{ waits: number[] }>(child)
        waits.push(...heard.waits)
      }
      return [
        {
          name: `Memory for each of ${subscribers} subscribers`,
          value: perConnection,
          unit: 'KB',
          limit: { atMost: 15 },
        },
        {
          name: 'An event to all of them, 99th percentile',
          value: percentile(waits, 0.99),
          unit: 'ms',
          limit: { atMost: 300 },
        },
        {
          name: 'Events they missed',
          value: subscribers * events - waits.length,
          unit: '',
          limit: { atMost: 0 },
        },
      ]
    } finally {
      child.kill('SIGKILL')
    }
  })
