/** What a page that came rendered still asks the API for. */
import type { Figure } from './support/figure.ts'
import { openIdle, withBrowser } from './support/stage.ts'

/** Long enough for anything that is put off until the page has loaded. */
const lookingMilliseconds = 2_000

export const measure = (): Promise<Figure[]> =>
  withBrowser(async ({ newPage }) => {
    const page = await newPage()
    let calls = 0
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/_api') || pathname.endsWith('/_payload.json')) calls += 1
    })
    for (const path of ['/', '/about']) {
      await openIdle(page, path)
      await page.waitForTimeout(lookingMilliseconds)
    }
    return [{ name: 'API calls after hydration', value: calls, unit: '', limit: { atMost: 0 } }]
  })
