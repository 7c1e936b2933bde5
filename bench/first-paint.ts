/** Measures the paints of the home page on a slow phone, compared with the same page served as a static file. */
import { type Metric, percentile } from './support/metric.ts'
import { measureInTurns } from './support/load.ts'
import { withSite } from './support/harness.ts'
import { filePath, withStaticCopy } from './support/static-copy.ts'
import { withCdpBrowser } from './support/cdp-browser.ts'

const rounds = 5
/** Milliseconds in which everything that is loaded after the page has shifted or blocked it. */
const observationMilliseconds = 5_000

interface PaintMetrics {
  largestPaint: number
  shift: number
  blocked: number
}

/** Runs in the page before anything else. */
const before = `
  globalThis.seen = { largestPaint: 0, shift: 0, blocked: 0 }
  const observe = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  // Not the pictures: the file is another page for the scripts, which take its own away before they are loaded.
  observe('largest-contentful-paint', ({ startTime, url }) => url || (seen.largestPaint = startTime))
  observe('layout-shift', ({ value }) => (seen.shift += value))
  observe('longtask', ({ duration }) => (seen.blocked += Math.max(0, duration - 50)))
`

/** An average phone on a slow connection: 1.6 Mbit/s, a round trip of 150 ms, and a quarter of this machine's speed. */
const slowness = {
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
  processor: 4,
}

export const measure = (): Promise<Metric[]> =>
  withStaticCopy('/', (file) =>
    withSite(
      (site) =>
        withCdpBrowser(async (measurePage) => {
          const measurePath = async (path: string) => {
            const url = new URL(path, site.url).href
            const found = await measurePage<PaintMetrics>({
              ...{ url, before, slowness, milliseconds: observationMilliseconds, ask: 'seen' },
            })
            if (!found.largestPaint) throw new Error(`Nothing was seen of ${path}.`)
            return found
          }
          const [own = [], plain = []] = await measureInTurns(
            rounds,
            () => measurePath('/'),
            () => measurePath(filePath),
          )
          return figuresOf(own, plain)
        }),
      { file },
    ),
  )

const figuresOf = (own: PaintMetrics[], plain: PaintMetrics[]): Metric[] => {
  const middle = (all: PaintMetrics[], of: keyof PaintMetrics) =>
    percentile(
      all.map((one) => one[of]),
      0.5,
    )
  const [ours, least] = [middle(own, 'largestPaint'), middle(plain, 'largestPaint')]
  return [
    {
      name: `Largest paint of text, slow phone, of the same as a file (${Math.round(ours)} of ${Math.round(least)} ms)`,
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
}
