import type { Page } from '@playwright/test'
import {
  addLink,
  button,
  expect,
  expectHydrated,
  open,
  recordRequests,
  signIn,
  submitSignIn,
  test,
} from '../support/fixtures.ts'

const isScript = ({ pathname }: URL) => pathname.endsWith('.js') && pathname !== '/sw.js'

/** Marks the document, to see whether another one takes its place. */
const mark = (page: Page) => page.evaluate(() => void (document.body.dataset['marked'] = ''))
const marked = (page: Page) => page.locator('body[data-marked]')

/** Records from the start of the document which nodes are added to the page and removed from it until it is hydrated. */
const recordChanges = (page: Page) =>
  page.addInitScript(() => {
    const describe = (node: Node) =>
      node instanceof Element ? node.outerHTML.slice(0, 100) : `${node.nodeName} ${node.nodeValue}`
    const changes: string[] = []
    Object.assign(globalThis, { changes })
    addEventListener('DOMContentLoaded', () =>
      new MutationObserver((records, observer) => {
        if ('hydrated' in document.documentElement.dataset) return observer.disconnect()
        for (const { addedNodes, removedNodes } of records) {
          changes.push(...[...addedNodes].map((node) => `added ${describe(node)}`))
          changes.push(...[...removedNodes].map((node) => `removed ${describe(node)}`))
        }
      }).observe(document.getElementById('root')!, { childList: true, subtree: true }),
    )
  })

const changesOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { changes: string[] }).changes)

for (const path of [
  '/',
  '/about',
  '/blog-articles',
  '/blog-articles/blog-article-1',
  '/form',
  '/nowhere',
]) {
  test.describe(path, () => {
    test.use({ expectedErrors: /404/ })
    test('stays as the server has rendered it while it is hydrated', async ({ visitor }) => {
      await recordChanges(visitor)
      await open(visitor, path)
      expect(await changesOf(visitor)).toEqual([])
    })
  })
}

test.describe('the scripts of a visitor', () => {
  test.use({ expectedErrors: /404/, prefetches: true })

  test('are of one build: four until the page can be used, ten in all', async ({ visitor }) => {
    const scripts = recordRequests(visitor, isScript)
    await visitor.addInitScript(() =>
      addEventListener('load', () => requestIdleCallback(() => performance.mark('idle'))),
    )
    for (const path of ['/', '/form', '/blog-articles', '/nowhere']) {
      await open(visitor, path)
      await expect.poll(() => visitor.evaluate(countScripts)).toBeGreaterThan(1)
      expect(await visitor.evaluate(countEarlyScripts)).toBeLessThanOrEqual(4)
    }
    expect(scripts.filter((request) => !request.startsWith('GET /assets/visitor/'))).toEqual([])
    expect(new Set(scripts).size).toBeLessThanOrEqual(10)
  })
})

const countScripts = () =>
  performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length

const countEarlyScripts = () => {
  const { startTime } = performance.getEntriesByName('idle')[0]!
  return performance
    .getEntriesByType('resource')
    .filter((entry) => entry.name.endsWith('.js') && entry.startTime <= startTime).length
}

test('a visitor goes to the sign-in screen by a document, and comes back with the editor', async ({
  visitor,
}) => {
  await open(visitor, '/about')
  await mark(visitor)
  await addLink(visitor, '/login?back=/about')
  await visitor.locator('a[href^="/login"]').last().click()
  await expect(visitor).toHaveURL('/login?back=/about')
  await expectHydrated(visitor)
  await expect(marked(visitor)).toHaveCount(0)
  await submitSignIn(visitor)
  await expect(visitor).toHaveURL('/about')
  await expect(button(visitor, 'Edit')).toBeEnabled()
})

test('a screen that code leads to is opened by a document, too', async ({ visitor }) => {
  await open(visitor, '/about')
  await visitor.evaluate(() => history.pushState({ index: 1 }, '', '/login'))
  await visitor.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
  await expect(visitor.getByLabel('Password')).toBeVisible()
  await expect(visitor).toHaveURL('/login')
})

test.describe('a page of a visitor who has signed in in another tab', () => {
  // A field is checked when it is left.
  test.use({ expectedErrors: /status of 422/ })

  test('becomes one with the editor once it is looked at', async ({ visitor }) => {
    await open(visitor, '/about')
    await signIn(await visitor.context().newPage())
    await visitor.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(button(visitor, 'Edit')).toBeEnabled()
    await expect(visitor).toHaveURL('/about')
  })

  test('keeps what was typed into a form until it is left', async ({ visitor }) => {
    await open(visitor, '/form')
    await mark(visitor)
    await visitor.getByLabel('Name').fill('Ada')
    await signIn(await visitor.context().newPage())
    await visitor.evaluate(() => dispatchEvent(new Event('focus')))
    await visitor.getByLabel('Message').fill('Half a letter')
    await expect(visitor.getByLabel('Name')).toHaveValue('Ada')
    await expect(marked(visitor)).toHaveCount(1)
    await visitor.getByRole('link', { name: 'About' }).first().click()
    await expect(button(visitor, 'Edit')).toBeEnabled()
    await expect(visitor).toHaveURL('/about')
  })
})

/** Returns a promise, and what resolves it. */
const createGate = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

/** Holds back all documents from now on until they are released. */
const holdDocuments = async (page: Page) => {
  const gate = createGate()
  const requested = page.waitForRequest((request) => request.isNavigationRequest())
  await page.route('**', async (route) => {
    if (route.request().isNavigationRequest()) await gate.opened
    await route.fallback()
  })
  return { requested, release: gate.open }
}

test.describe('while the document with the editor is on its way', () => {
  test.use({ expectedErrors: /status of 422/ })

  test('a text that is typed is kept', async ({ visitor }) => {
    await open(visitor, '/form')
    await mark(visitor)
    await signIn(await visitor.context().newPage())
    await visitor.getByLabel('Message').focus()
    const documents = await holdDocuments(visitor)
    await visitor.evaluate(() => dispatchEvent(new Event('focus')))
    await documents.requested
    await visitor.keyboard.type('Half')
    documents.release()
    await visitor.keyboard.type(' a letter')
    await expect(visitor.getByLabel('Message')).toHaveValue('Half a letter')
    await visitor.getByLabel('Message').blur()
    await expect(marked(visitor)).toHaveCount(1)
    await visitor.getByRole('link', { name: 'About' }).first().click()
    await expect(button(visitor, 'Edit')).toBeEnabled()
    await expect(visitor).toHaveURL('/about')
  })

  test('a link that is clicked leads to its page', async ({ visitor }) => {
    await open(visitor, '/')
    await signIn(await visitor.context().newPage())
    const link = (await visitor.getByRole('link', { name: 'About' }).first().boundingBox())!
    const documents = await holdDocuments(visitor)
    await visitor.evaluate(() => dispatchEvent(new Event('focus')))
    await documents.requested
    const next = visitor.waitForRequest(
      (request) => request.isNavigationRequest() && request.url().endsWith('/about'),
    )
    // Not by the link: such a click waits for the document.
    await visitor.mouse.click(link.x + link.width / 2, link.y + link.height / 2)
    await next
    documents.release()
    await expect(button(visitor, 'Edit')).toBeEnabled()
    await expect(visitor).toHaveURL('/about')
  })
})

test("a document of a visitor that comes in place of the editor's is loaded again once, then with the next page", async ({
  visitor,
  site,
}) => {
  const stale = await (await fetch(`${site.url}/about`)).text()
  await signIn(visitor)
  let loads = 0
  await visitor.route('/about', async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback()
    loads += 1
    await route.fulfill({ contentType: 'text/html', body: stale })
  })
  await visitor.goto('/about')
  await expect.poll(() => loads).toBe(2)
  await expectHydrated(visitor)
  await visitor.getByRole('link', { name: 'Home' }).first().click()
  await expect(button(visitor, 'Edit')).toBeEnabled()
  await expect(visitor).toHaveURL('/')
  expect(loads).toBe(2)
})

test.describe('a window beside another one', () => {
  test.use({ expectedErrors: /status of 401/ })

  test('gets the editor when the other one has signed in again', async ({ visitor, site }) => {
    await visitor.context().addCookies([{ name: 'cwa_auth', value: '1', url: site.url }])
    await open(visitor, '/about')
    await expect.poll(() => visitor.evaluate(() => document.cookie)).toContain('cwa_auth=0')
    await visitor.evaluate(() => dispatchEvent(new Event('blur')))
    await signIn(await visitor.context().newPage())
    await visitor.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(button(visitor, 'Edit')).toBeEnabled()
  })
})

test('what was typed and selected before the scripts came is as it was', async ({ visitor }) => {
  const scripts = createGate()
  await visitor.route(/\.js$/, async (route) => {
    await scripts.opened
    await route.fallback()
  })
  await visitor.goto('/form', { waitUntil: 'commit' })
  const message = visitor.getByLabel('Message')
  await message.pressSequentially('Half a letter')
  await message.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(0, 4))
  scripts.open()
  await expectHydrated(visitor)
  await expect(message).toHaveValue('Half a letter')
  await visitor.keyboard.type('All')
  await expect(message).toHaveValue('All a letter')
})

test.describe('an error of a form', () => {
  test.use({ expectedErrors: /status of 422/ })

  test('describes its field, whatever ids the server has given', async ({ visitor }) => {
    await open(visitor, '/form')
    const field = visitor.getByLabel('Email address')
    await field.fill('no address')
    await field.blur()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(/\S/)
  })
})
