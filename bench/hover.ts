/**
 * Measures what a movement of the mouse costs in edit mode on a page of 1,000 components: the highlight of what is under it,
 * and the line between two components, at which something can be added.
 */
import type { CDPSession, Page } from '@playwright/test'
import { type Metric, percentile } from './support/metric.ts'
import { withBrowser } from './support/harness.ts'
import { components, editLargeHomePage } from './support/large-home-page.ts'

const moves = 80
/** Milliseconds after a movement, in which all that it brings about has ended. */
const pause = 60
/** Pixels between two movements, so that about every second one is near another line. */
const step = 7

export const measure = (): Promise<Metric[]> =>
  withBrowser(async (harness) => {
    const page = await editLargeHomePage(harness)
    const { script, shown } = await moveOver(page)
    if (shown < 3) throw new Error('The mouse has shown no line.')
    return [
      {
        name: 'Script of a movement of the mouse, p95, CPU 4x slower',
        value: percentile(script, 0.95),
        unit: 'ms',
        limit: { atMost: 16 },
      },
      {
        name: `Lines in the document, of ${components} components`,
        value: shown,
        unit: '',
        limit: { atMost: 3 },
      },
    ]
  })

/** Returns the milliseconds of script for each movement, and the largest number of lines that there were. */
const moveOver = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  // Without the time in which other processes have the processor.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const script: number[] = []
  let shown = 0
  for (let move = 0; move < moves; move += 1) {
    const before = await scriptMilliseconds(devtools)
    await page.mouse.move(300, 100 + ((move * step) % 600))
    // Waits outside of the page, whose script is measured.
    await page.waitForTimeout(pause)
    script.push((await scriptMilliseconds(devtools)) - before)
    shown = Math.max(shown, await page.locator('[data-insertion-line]').count())
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return { script, shown }
}

const scriptMilliseconds = async (devtools: CDPSession) => {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'ScriptDuration')!.value * 1000
}
