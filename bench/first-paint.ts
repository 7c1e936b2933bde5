/** How a visitor on a slow phone sees the home page appear, beside the same page as a file of the same server. */
import type { Page } from '@playwright/test'
import { type Figure, percentile } from './support/figure.ts'
import { inTurns } from './support/load.ts'
import { type Stage, withBrowser } from './support/stage.ts'
import { filePath, withStaticCopy } from './support/static-copy.ts'

const rounds = 5
/** Long enough for anything that comes after the page to have moved or blocked it. */
const lookingMilliseconds = 3_000

interface Seen {
  largestPaint: number
  shift: number
  blocked: number
}

declare global {
  var seen: Seen
}

/** Runs in the page before anything else. */
const look = () => {
  globalThis.seen = { largestPaint: 0, shift: 0, blocked: 0 }
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    })
  observe('largest-contentful-paint', ({ startTime }) => (seen.largestPaint = startTime))
  observe('layout-shift', (entry) => (seen.shift += (entry as { value?: number }).value ?? 0))
  observe('longtask', ({ duration }) => (seen.blocked += Math.max(0, duration - 50)))
}

/** A middling phone on a slow line: 1.6 Mbit/s, 150 ms there and back, and a quarter of this machine's speed. */
const slowDown = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (0.75 * 1024 * 1024) / 8,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

const see = async ({ newPage }: Stage, path: string): Promise<Seen> => {
  const page = await newPage()
  await page.addInitScript(look)
  await slowDown(page)
  await page.goto(path, { waitUntil: 'load' })
  await page.waitForTimeout(lookingMilliseconds)
  const found = await page.evaluate(() => seen)
  await page.context().close()
  if (!found.largestPaint) throw new Error(`Nothing was seen of ${path}.`)
  return found
}

export const measure = (): Promise<Figure[]> =>
  withStaticCopy('/', (file) =>
    withBrowser(
      async (stage) => {
        const [own = [], plain = []] = await inTurns(
          rounds,
          () => see(stage, '/'),
          () => see(stage, filePath),
        )
        const middle = (all: Seen[], of: keyof Seen) =>
          percentile(
            all.map((one) => one[of]),
            0.5,
          )
        const [ours, least] = [middle(own, 'largestPaint'), middle(plain, 'largestPaint')]
        return [
          {
            name: `Largest paint, slow phone, of the same as a file (${Math.round(ours)} of ${Math.round(least)} ms)`,
            value: ours / least,
            unit: 'x',
            limit: { atMost: 1.15 },
          },
          {
            name: 'Layout shift, slow phone',
            value: Math.max(...own.map(({ shift }) => shift)),
            unit: '',
            limit: { atMost: 0.02 },
          },
          {
            name: 'Blocking time, slow phone',
            value: middle(own, 'blocked'),
            unit: 'ms',
            limit: { atMost: 100 },
          },
        ]
      },
      { file },
    ),
  )
