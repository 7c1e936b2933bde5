/** Measures one key press in a heading on a page of 1,000 components: what React renders, and when the letter is painted. */
import type { Page } from '@playwright/test'
import { type Metric, percentile } from './support/metric.ts'
import { defineContentIriOf, watchRenders } from './support/watch-renders.ts'
import { type BrowserHarness, openIdle, withBrowser } from './support/harness.ts'
import { components, openLargeHomePage, selectMiddleHeading } from './support/large-home-page.ts'

const keystrokes = 60
/** Milliseconds between two keys of a fast typist. */
const pause = 120
/** The shortest duration that the browser reports; shorter ones count as this. */
const shortest = 16

export const measure = (): Promise<Metric[]> =>
  withBrowser(async (harness) => {
    const page = await openLargeHomePage(harness)
    return [
      {
        name: `Components rendered by a key, of ${components}`,
        value: await componentsRendered(harness, page),
        unit: '',
        limit: { atMost: 1 },
      },
      {
        name: 'Key to paint, p75, CPU 4x slower',
        value: await paintMilliseconds(harness, page),
        unit: 'ms',
        limit: { atMost: 50 },
      },
    ]
  })

/** Opens a new page in edit mode with the focus at the end of a heading in the middle. */
const editInTheMiddle = async (
  { newPage }: BrowserHarness,
  signedIn: Page,
  prepare?: (page: Page) => Promise<unknown>,
) => {
  const page = await newPage()
  await page.context().addCookies(await signedIn.context().cookies())
  await prepare?.(page)
  await openIdle(page, '/')
  await selectMiddleHeading(page)
  await page.keyboard.press('End')
  // The first key makes the draft, which is another resource; what is measured is typing.
  await page.keyboard.type('!')
  await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
  return page
}

/** The largest number of components that React rendered for one key. */
const componentsRendered = async (harness: BrowserHarness, signedIn: Page) => {
  const page = await editInTheMiddle(harness, signedIn, async (opened) => {
    await opened.addInitScript(defineContentIriOf)
    await opened.addInitScript(watchRenders)
  })
  const counts: number[] = []
  for (let index = 0; index < 20; index += 1) {
    await page.evaluate(() => renderedComponents.clear())
    await page.keyboard.type('x')
    await page.evaluate(
      () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
    )
    counts.push(await page.evaluate(() => renderedComponents.size))
  }
  await page.context().close()
  if (Math.min(...counts) === 0) throw new Error('A key rendered nothing: the watch does not see.')
  return Math.max(...counts)
}

/** Measured by Event Timing: from the key to the next frame that shows the result. */
const paintMilliseconds = async (harness: BrowserHarness, signedIn: Page) => {
  const page = await editInTheMiddle(harness, signedIn)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.evaluate(observeKeys, shortest)
  for (let index = 0; index < keystrokes; index += 1)
    await page.keyboard.type('x', { delay: 0 }).then(() => page.waitForTimeout(pause))
  const reported = await page.evaluate(() => keyDurations)
  const quicker = Array.from({ length: Math.max(0, keystrokes - reported.length) }, () => shortest)
  await page.context().close()
  return percentile([...reported, ...quicker], 0.75)
}

declare global {
  var keyDurations: number[]
}

const observeKeys = (durationThreshold: number) => {
  globalThis.keyDurations = []
  const byInteraction = new Map<number, number>()
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & {
      interactionId: number
    })[]) {
      if (entry.name === 'keyup' || entry.interactionId === 0) continue
      const known = byInteraction.get(entry.interactionId) ?? 0
      byInteraction.set(entry.interactionId, Math.max(known, entry.duration))
    }
    globalThis.keyDurations = [...byInteraction.values()]
  }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit)
}
