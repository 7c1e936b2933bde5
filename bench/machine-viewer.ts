/**
 * Measures how smoothly the viewer of machines follows 200 events a second, on a processor that is four times slower: the
 * network is lost and restored, in the chart that is shown.
 */
import type { Page } from '@playwright/test'
import { openIdle, withBrowser } from './support/harness.ts'
import { signIn } from './support/large-home-page.ts'
import type { Metric } from './support/metric.ts'

const seconds = 5
const eventsPerSecond = 200

export const measure = (): Promise<Metric[]> =>
  withBrowser(async ({ newPage }) => {
    const page = await newPage()
    await signIn(page)
    await openIdle(page, '/_cwa/machines?machine=network')
    await page.getByRole('img', { name: 'Statechart of network' }).waitFor()
    await page.locator('.chart-state.active').first().waitFor()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const frames = await countFrames(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const listed = await page.getByRole('option', { name: /network\.(lost|restored)/ }).count()
    if (listed === 0) throw new Error('The viewer has shown no event.')
    return [
      {
        name: `Frames of the viewer of machines, ${eventsPerSecond} events/s, CPU 4x slower`,
        value: frames,
        unit: '/s',
        limit: { atLeast: 50 },
      },
    ]
  })

/** Returns the frames per second while the network comes and goes. */
const countFrames = (page: Page) =>
  page.evaluate(
    async ({ seconds: duration, perSecond }) => {
      const start = performance.now()
      let [frames, sent] = [0, 0]
      while (performance.now() - start < duration * 1000) {
        await new Promise(requestAnimationFrame)
        frames += 1
        const due = ((performance.now() - start) / 1000) * perSecond
        for (; sent < due; sent += 1)
          dispatchEvent(new Event(sent % 2 === 0 ? 'offline' : 'online'))
      }
      return frames / duration
    },
    { seconds, perSecond: eventsPerSecond },
  )
