/** Opens a copy of a page without its scripts: what the browser alone takes is the least that any script could reach. */
import type { Page } from '@playwright/test'
import type { BrowserHarness } from './harness.ts'

/** Returns the HTML that a page shows, in which its texts can be edited by the browser alone. */
export const htmlWithoutScripts = (page: Page) =>
  page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true) as HTMLElement
    for (const scriptEl of copy.querySelectorAll('script')) scriptEl.remove()
    return `<!doctype html>${copy.outerHTML}`
  })

/** Opens a new page of this HTML. */
export const openHtml = async ({ newPage }: BrowserHarness, body: string) => {
  const page = await newPage()
  await page.route('**/without-scripts', (route) =>
    route.fulfill({ contentType: 'text/html', body }),
  )
  await page.goto('/without-scripts')
  return page
}
