/**
 * Measures one key press in a heading and in a long text on a page of 1,000 components: when the letter is painted.
 */
import type { Page } from '@playwright/test'
import { type Metric, percentile } from './support/metric.ts'
import { type BrowserHarness, openIdle, withBrowser } from './support/harness.ts'
import {
  addToHomePage,
  components,
  openLargeHomePage,
  selectMiddleHeading,
} from './support/large-home-page.ts'
import { htmlWithoutScripts, openHtml } from './support/without-scripts.ts'

const keystrokes = 60
/** Milliseconds between two keys of a fast typist. */
const pause = 120
/** The shortest duration that the browser reports; shorter ones count as this. */
const shortest = 16

export const measure = (): Promise<Metric[]> =>
  withBrowser(async (harness) => {
    const page = await openLargeHomePage(harness)
    await addToHomePage(page, 'html_contents', { html: longText() })
    const edited = await editInTheMiddle(harness, page)
    const html = await htmlWithoutScripts(edited)
    const inHeading = await paintMilliseconds(edited)
    const alone = await paintMilliseconds(await editHtml(harness, html))
    const inText = await paintMilliseconds(await editLongText(harness, page))
    return [
      figure('Key to paint in a heading', inHeading, 0.75, 32),
      figure('Key to paint in a heading', inHeading, 0.99, 100),
      {
        name: 'Key to paint in a heading, p75, of that without scripts',
        value: percentile(inHeading, 0.75) / percentile(alone, 0.75),
        unit: 'times',
        limit: { atMost: 2 },
      },
      figure(`Key to paint in a text of ${words} words`, inText, 0.75, 50),
      figure(`Key to paint in a text of ${words} words`, inText, 0.99, 100),
    ]
  })

const figure = (name: string, times: readonly number[], share: number, atMost: number): Metric => ({
  name: `${name}, p${share * 100}, CPU 4x slower`,
  value: percentile(times, share),
  unit: 'ms',
  limit: { atMost },
})

const words = 3_000
const wordsInParagraph = 60

/** Returns the HTML of a text with formats and links. */
const longText = () =>
  Array.from({ length: words / wordsInParagraph }, (_, paragraph) => {
    const text = 'word '.repeat(wordsInParagraph - 6)
    return `<p>Paragraph ${paragraph + 1} <strong>is bold</strong> <a href="/blog">and linked</a> ${text.trim()}</p>`
  }).join('')

/** Opens a new page in edit mode with the focus at the end of a heading in the middle. */
const editInTheMiddle = async (harness: BrowserHarness, signedIn: Page) => {
  const page = await openSignedIn(harness, signedIn)
  await selectMiddleHeading(page)
  return makeDraft(page)
}

/** Opens a page of this HTML with the focus at the end of the heading in the middle. */
const editHtml = async (harness: BrowserHarness, html: string) => {
  const page = await openHtml(harness, html)
  await page
    .getByRole('textbox', { name: 'Title', exact: true })
    .filter({ hasText: `Heading ${components / 2}` })
    .click()
  await page.keyboard.press('End')
  return page
}

/** Opens a new page in edit mode with the focus in the long text. */
const editLongText = async (harness: BrowserHarness, signedIn: Page) => {
  const page = await openSignedIn(harness, signedIn)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const text = page
    .getByRole('textbox', { name: 'Body text', exact: true })
    .filter({ hasText: `Paragraph ${words / wordsInParagraph}` })
  await text.locator('p').nth(20).click()
  await page.locator('[role="textbox"]:focus').waitFor()
  return makeDraft(page)
}

const openSignedIn = async ({ newPage }: BrowserHarness, signedIn: Page) => {
  const page = await newPage()
  await page.context().addCookies(await signedIn.context().cookies())
  await openIdle(page, '/')
  return page
}

const makeDraft = async (page: Page) => {
  await page.keyboard.press('End')
  // The first key makes the draft, which is another resource; what is measured is typing.
  await page.keyboard.type('!')
  await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
  return page
}

/** Measured by Event Timing: from the key to the next frame that shows the result. */
const paintMilliseconds = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.evaluate(observeKeys, shortest)
  for (let index = 0; index < keystrokes; index += 1)
    await page.keyboard.type('x', { delay: 0 }).then(() => page.waitForTimeout(pause))
  const reported = await page.evaluate(() => keyDurations)
  const quicker = Array.from({ length: Math.max(0, keystrokes - reported.length) }, () => shortest)
  await page.context().close()
  return [...reported, ...quicker]
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
