/**
 * Measures how much longer a document is than its plain HTML, and how much longer the app takes to take over ten times as
 * many components.
 */
import type { ServerProcess } from '../tests/support/server/server-process.ts'
import { withCdpBrowser } from './support/cdp-browser.ts'
import { makeComponentPage } from './support/component-page.ts'
import { withSite } from './support/harness.ts'
import { measureInTurns } from './support/load.ts'
import { type Metric, percentile } from './support/metric.ts'

const few = 40
const many = 400
const rounds = 5
/** Milliseconds in which the page is taken over. */
const observationMilliseconds = 3_000

/** A quarter of this machine's speed, on a network that takes no time. */
const slowness = { latency: 0, downloadThroughput: -1, uploadThroughput: -1, processor: 4 }

/** Runs in the page before anything else. */
const before = `
  new MutationObserver(() => {
    if ('hydrated' in document.documentElement.dataset) globalThis.hydrated ??= performance.now()
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-hydrated'] })
`
/** The time from the whole document to the page that React has taken over. */
const takeover = "hydrated - performance.getEntriesByType('navigation')[0].domInteractive"

const stateScript = /<script type="application\/json" id="state">.*?<\/script>/s

const sizesOf = async ({ url }: ServerProcess, path: string) => {
  const document = await (await fetch(url + path)).text()
  const plain = document.replace(stateScript, '')
  if (plain === document) throw new Error(`The document of ${path} has no state.`)
  return { document: Buffer.byteLength(document), plain: Buffer.byteLength(plain) }
}

const sizeMetric = async (site: ServerProcess, count: number, path: string): Promise<Metric> => {
  const { document, plain } = await sizesOf(site, path)
  return {
    name: `Document of ${count} components, of its plain HTML (${document} of ${plain} bytes)`,
    value: document / plain,
    unit: 'x',
    limit: { atMost: 4 / 3 },
  }
}

export const measure = (): Promise<Metric[]> =>
  withSite(async (site) => {
    const paths = [await makeComponentPage(site, few), await makeComponentPage(site, many)] as const
    const sizes = [await sizeMetric(site, few, paths[0]), await sizeMetric(site, many, paths[1])]
    const [small, large] = await withCdpBrowser(async (measurePage) => {
      const takeoverOf = (path: string) => async () =>
        measurePage<number>({
          ...{ url: site.url + path, before, slowness },
          ...{ milliseconds: observationMilliseconds, ask: takeover },
        })
      const times = await measureInTurns(rounds, takeoverOf(paths[0]), takeoverOf(paths[1]))
      return times.map((some) => percentile(some, 0.5)) as [number, number]
    })
    return [
      ...sizes,
      {
        name: `Taking over ${many} components, of ${few}’s (${Math.round(large)} of ${Math.round(small)} ms)`,
        value: large / small,
        unit: 'x',
        limit: { atMost: 3 },
      },
    ]
  })
