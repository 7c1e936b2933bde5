/** Counts the API requests that a server-rendered page still makes. */
import type { Metric } from './support/metric.ts'
import { openIdle, withBrowser } from './support/harness.ts'

/** Milliseconds in which everything that is deferred until the page has loaded has happened. */
const observationMilliseconds = 2_000

const payloadOf = (path: string) => `${path === '/' ? '' : path}/_payload.json`

export const measure = (): Promise<Metric[]> =>
  withBrowser(async ({ newPage }) => {
    const page = await newPage()
    let calls = 0
    let shown = ''
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      // A picture is part of the page.
      if (request.resourceType() === 'image') return
      // Prefetching the pages of its links is not part of its hydration.
      if (pathname.startsWith('/_api') || pathname === payloadOf(shown)) calls += 1
    })
    for (const path of ['/', '/about']) {
      shown = path
      await openIdle(page, path)
      await page.waitForTimeout(observationMilliseconds)
    }
    return [{ name: 'API calls after hydration', value: calls, unit: '', limit: { atMost: 0 } }]
  })
