/** Measures the time from the click on a link to the next page on the screen, with and without prefetching. */
import type { Page, Request } from '@playwright/test'
import { type Metric, percentile } from './support/metric.ts'
import { type BrowserHarness, openIdle, withBrowser } from './support/harness.ts'

const rounds = 9
/** The round-trip time, in milliseconds. */
const latency = 150
/** Milliseconds after which the code of the next page and the linked pages are prefetched. */
const preparingMilliseconds = 3_000

declare global {
  var clicked: (name: string) => Promise<number>
  var roundTrip: () => Promise<number>
}

/** Runs in the page: the click, and the next frame that shows another heading. */
const prepare = () => {
  const heading = () => document.querySelector('main h1')?.textContent
  globalThis.clicked = (name) =>
    new Promise((painted) => {
      const before = heading()
      const link = [...document.querySelectorAll('nav a')].find((one) => one.textContent === name)
      const began = performance.now()
      const observer = new MutationObserver(() => {
        if (heading() === before || heading() === undefined) return
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => painted(performance.now() - began)))
      })
      observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      ;(link as HTMLAnchorElement).click()
    })
  globalThis.roundTrip = async () => {
    const began = performance.now()
    await (await fetch('/favicon.svg', { cache: 'no-store' })).text()
    return performance.now() - began
  }
}

/** A visitor with `Save-Data`, for whom nothing is prefetched. */
const saveData = () =>
  Object.defineProperty(navigator, 'connection', {
    value: Object.assign(new EventTarget(), { saveData: true, effectiveType: '4g' }),
  })

const openSlow = async ({ newPage }: BrowserHarness, before?: () => unknown) => {
  const page = await newPage()
  await page.addInitScript(prepare)
  if (before) await page.addInitScript(before)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await openIdle(page, '/')
  await page.waitForTimeout(preparingMilliseconds)
  return page
}

const click = (page: Page, name: string) => page.evaluate((link) => clicked(link), name)

interface NavigationTiming {
  requests: number
  milliseconds: number
  roundTrip: number
}

const navigate = async (
  harness: BrowserHarness,
  before?: () => unknown,
): Promise<NavigationTiming> => {
  const page = await openSlow(harness, before)
  const roundTrips: number[] = []
  for (let at = 0; at < 3; at += 1) roundTrips.push(await page.evaluate(() => roundTrip()))
  let requests = 0
  // Images load when they are scrolled into view, and the favicon at any time, so neither counts.
  const isPicture = (request: Request) =>
    request.resourceType() === 'image' || request.url().endsWith('.svg')
  page.on('request', (request) => (requests += isPicture(request) ? 0 : 1))
  const milliseconds = await click(page, 'About')
  const taken = { requests, milliseconds, roundTrip: percentile(roundTrips, 0.5) }
  await page.context().close()
  return taken
}

const middle = (values: number[]) => percentile(values, 0.5)

export const measure = (): Promise<Metric[]> =>
  withBrowser(async (harness) => {
    const unprefetched: NavigationTiming[] = []
    const prefetched: NavigationTiming[] = []
    for (let round = 0; round < rounds; round += 1) {
      unprefetched.push(await navigate(harness, saveData))
      prefetched.push(await navigate(harness))
    }
    return [
      {
        name: 'Requests of a navigation',
        value: Math.max(...unprefetched.map(({ requests }) => requests)),
        unit: '',
        limit: { atMost: 1 },
      },
      {
        name: 'Click to paint beyond one round trip',
        value: middle(unprefetched.map(({ milliseconds, roundTrip: trip }) => milliseconds - trip)),
        unit: 'ms',
        limit: { atMost: 50 },
      },
      {
        name: 'Click to paint, read ahead',
        value: middle(prefetched.map(({ milliseconds }) => milliseconds)),
        unit: 'ms',
        limit: { atMost: 50 },
      },
    ]
  })
