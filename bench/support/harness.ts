/** Starts a site and, where needed, a browser for a benchmark, and removes both afterwards. */
import { type Browser, type Page, chromium } from '@playwright/test'
import { launchOptions } from '../../scripts/support/browser.mjs'
import {
  type ServerProcess,
  startServerProcess,
} from '../../tests/support/server/server-process.ts'

interface SiteOptions {
  env?: Record<string, string>
  /** Uses another build of the server than this repository's. */
  file?: URL
}

/** Starts a server process with an empty data folder, passes it to `measure`, and disposes of it. */
export const withSite = async <Result>(
  measure: (site: ServerProcess) => Promise<Result>,
  { env, file }: SiteOptions = {},
) => {
  const site = await startServerProcess(env, file)
  try {
    return await measure(site)
  } finally {
    await site.dispose()
  }
}

export interface BrowserHarness {
  site: ServerProcess
  browser: Browser
  /** Opens a page in a browser profile of its own. */
  newPage: () => Promise<Page>
}

/** Starts a server process and a browser, and disposes of both. */
export const withBrowser = <Result>(
  measure: (harness: BrowserHarness) => Promise<Result>,
  options: SiteOptions = {},
) =>
  withSite(async (site) => {
    const browser = await chromium.launch(launchOptions())
    const newPage = async () => {
      const context = await browser.newContext({
        baseURL: site.url,
        viewport: { width: 1280, height: 800 },
        // Requests of a worker are not slowed down with those of its page.
        serviceWorkers: 'block',
      })
      // tsx wraps functions in a call of its own, which a function sent to the browser then lacks.
      await context.addInitScript('globalThis.__name = (named) => named')
      return context.newPage()
    }
    try {
      return await measure({ site, browser, newPage })
    } finally {
      await browser.close()
    }
  }, options)

/** Opens a path and waits until the page is hydrated and the browser is idle. */
export const openIdle = async (page: Page, path: string) => {
  await page.goto(path, { waitUntil: 'load' })
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
}
