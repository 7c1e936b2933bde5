/** Covers that browsers may keep a page for the way back. The browser of these tests never does, and says all its reasons. */
import { type CDPSession, type Page, chromium } from '@playwright/test'
import { launchOptions } from '../../../scripts/support/browser.mjs'
import { expect, expectHydrated, heading, test } from '../support/fixtures.ts'

/** Counts the connections to the hub that a page opens. */
const countConnections = (page: Page) => {
  const opened = { count: 0 }
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') opened.count += 1
  })
  return opened
}

/** The reasons of a browser without windows, whatever the page is. */
const ofTheBrowser = ['BackForwardCacheDisabledForDelegate', 'BrowsingInstanceNotSwapped']

/** Goes back, and returns the reasons for which the page had not been kept. */
const goBack = async (page: Page, devtools: CDPSession) => {
  const reasons = new Promise<string[]>((resolve) =>
    devtools.once('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
      resolve(notRestoredExplanations.map(({ reason }) => reason)),
    ),
  )
  await page.goBack()
  return (await reasons).filter((reason) => !ofTheBrowser.includes(reason))
}

const sendPageEvent = (page: Page, type: 'pagehide' | 'pageshow') =>
  page.evaluate(
    (name) => void dispatchEvent(new PageTransitionEvent(name, { persisted: true })),
    type,
  )

test('a page may be kept for the way back, and its live updates go on', async ({ site }) => {
  // By default, Playwright forbids it itself.
  const browser = await chromium.launch({
    ...launchOptions(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  try {
    const page = await browser.newPage({ baseURL: site.url })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Page.enable')
    const opened = countConnections(page)
    await page.goto('/')
    await expectHydrated(page)
    const home = await heading(page).innerText()
    await expect.poll(() => opened.count).toBe(1)

    await page.goto('/robots.txt')
    expect(await goBack(page, devtools)).toEqual([])
    await expect(heading(page)).toHaveText(home)
    await expect.poll(() => opened.count).toBe(2)

    // As the browser does it with a page that it has kept.
    await sendPageEvent(page, 'pagehide')
    await sendPageEvent(page, 'pageshow')
    await expect.poll(() => opened.count).toBe(3)

    // A page that prevents it is noticed.
    await page.evaluate(() => void navigator.locks.request('a', () => new Promise(() => {})))
    await page.evaluate(() => addEventListener('unload', () => {}))
    await page.goto('/robots.txt')
    expect(await goBack(page, devtools)).not.toEqual([])
  } finally {
    await browser.close()
  }
})
