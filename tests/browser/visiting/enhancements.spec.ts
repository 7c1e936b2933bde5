/** Covers the enhancements: the progress bar, scroll positions and prefetching. */
import type { Page } from '@playwright/test'
import { manager, retype, selectHeading, startEditing } from '../support/editor-actions.ts'
import {
  addLink,
  button,
  expect,
  heading,
  expectHydrated,
  fakeConnection,
  open,
  recordRequests,
  test,
} from '../support/fixtures.ts'

test.use({ prefetches: true })

const isPayload = ({ pathname }: URL) => pathname.endsWith('/_payload.json')
const payload = (path: string) => (url: URL) => url.pathname === `${path}/_payload.json`
const follow = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click()
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))

/** Waits for the code that is loaded after the page. It renders its notices beside the page. */
const expectDeferredLoaded = (page: Page) =>
  expect(page.locator('body > div:not(#root)').first()).toBeAttached()

/** Resolves when the browser is idle. */
const idle = (page: Page) =>
  page.evaluate(() => new Promise((idle) => requestIdleCallback(() => requestAnimationFrame(idle))))

/** Opens the home page and waits until the linked About page is prefetched. */
const openWithAbout = async (page: Page) => {
  const read = page.waitForResponse((response) => payload('/about')(new URL(response.url())))
  await open(page, '/')
  await (await read).finished()
  await idle(page)
}

test('shows a progress bar for a slow page, and none for a fast one', async ({ visitor }) => {
  await visitor.addInitScript(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    new MutationObserver(() => {
      const bar = document.querySelector('[role=progressbar]')
      if (bar) seen.push(bar.getAttribute('aria-valuenow')!)
    }).observe(document, { subtree: true, childList: true, attributes: true })
  })
  const drawn = () => visitor.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
  await openWithAbout(visitor)
  // Held from here on: the visible link to the home page is prefetched a second after About is open.
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await visitor.route(payload(''), async (route) => {
    await held
    await route.continue()
  })
  await follow(visitor, 'About')
  await expect(visitor).toHaveTitle(/About/)
  expect(await drawn()).toEqual([])

  await visitor.getByRole('link', { name: 'Home' }).first().click()
  const bar = visitor.getByRole('progressbar', { name: 'Loading the page' })
  await expect(bar).toHaveAttribute('aria-valuenow', '3')
  answer()
  await expect(bar).toHaveCount(0)
  expect((await drawn()).at(-1)).toBe('100')
})

test('focuses and announces the heading of a new page, but not of the first one', async ({
  visitor,
}) => {
  await open(visitor, '/')
  const announced = visitor.getByRole('status').filter({ hasText: /\S/ })
  await expect(announced).toHaveCount(0)
  expect(await visitor.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  await follow(visitor, 'About')
  await expect(visitor.getByRole('main').locator('h1')).toBeFocused()
  await expect(announced).toHaveText(await visitor.title())
})

test('restores the scroll position on back and forward, also after a reload', async ({
  visitor,
}) => {
  await visitor.setViewportSize({ width: 800, height: 400 })
  await open(visitor, '/')
  await expectDeferredLoaded(visitor)
  await visitor.evaluate(() => scrollTo(0, 150))
  // A pointer would scroll the link into view first.
  await visitor
    .getByRole('link', { name: 'About', exact: true })
    .first()
    .evaluate((link: HTMLElement) => link.click())
  await expect(visitor).toHaveURL('/about')
  await expect(visitor.getByRole('main').locator('h1')).toBeFocused()
  expect(await scrolled(visitor)).toBe(0)
  await visitor.goBack()
  await expect.poll(() => scrolled(visitor)).toBe(150)

  await visitor.goForward()
  await expect(visitor).toHaveURL('/about')
  await visitor.reload()
  await expectHydrated(visitor)
  await expectDeferredLoaded(visitor)
  await visitor.goBack()
  await expect(visitor).toHaveURL('/')
  await expect.poll(() => scrolled(visitor)).toBe(150)
})

test('prefetches a page a second after its link is visible, and then opens it without a request', async ({
  visitor,
}) => {
  const requests = recordRequests(visitor, isPayload)
  await openWithAbout(visitor)
  expect(requests).toContain('GET /about/_payload.json')
  expect(requests).not.toContain('GET /_payload.json')
  expect(new Set(requests).size).toBe(requests.length)
  const before = requests.length

  const home = await heading(visitor).innerText()
  await follow(visitor, 'About')
  await expect(heading(visitor)).not.toHaveText(home)
  expect(requests.slice(before).filter((request) => request.includes('/about/'))).toEqual([])
})

test('opens a page whose prefetch is still pending with that request', async ({ visitor }) => {
  const requests = recordRequests(visitor, payload('/about'))
  let respond = () => {}
  const held = new Promise<void>((resolve) => (respond = resolve))
  await visitor.route(payload('/about'), async (route) => {
    await held
    await route.continue()
  })
  const prefetch = visitor.waitForRequest((request) => payload('/about')(new URL(request.url())))
  await open(visitor, '/')
  await prefetch
  const home = await heading(visitor).innerText()
  await follow(visitor, 'About')
  await expect(visitor.getByRole('progressbar', { name: 'Loading the page' })).toBeAttached()
  respond()
  await expect(heading(visitor)).not.toHaveText(home)
  expect(requests).toEqual(['GET /about/_payload.json'])
})

for (const connection of [
  { saveData: true, effectiveType: '4g' },
  { saveData: false, effectiveType: '2g' },
  { saveData: false, effectiveType: 'slow-2g' },
])
  test(`prefetches nothing on a network with ${JSON.stringify(connection)}`, async ({
    visitor,
  }) => {
    await visitor.addInitScript(fakeConnection, connection)
    await visitor.clock.install()
    const requests = recordRequests(visitor, isPayload)
    await open(visitor, '/')
    await visitor.clock.runFor(1_000)
    await expectDeferredLoaded(visitor)
    await visitor.clock.runFor(10_000)
    expect(requests).toEqual([])
  })

test('fetches a prefetched page again when it has changed since', async ({ visitor, editor }) => {
  const requests = recordRequests(visitor, payload('/about'))
  await openWithAbout(visitor)
  expect(requests).toHaveLength(1)

  await open(editor, '/about')
  await startEditing(editor)
  await selectHeading(editor)
  await retype(editor, 'Changed meanwhile')
  const publish = button(manager(editor), 'Publish')
  await publish.click()
  await expect(publish).toBeHidden()

  await follow(visitor, 'About')
  await expect(heading(visitor)).toHaveText('Changed meanwhile')
  expect(requests).toHaveLength(2)
})

test.describe('page transitions', () => {
  const animations = (page: Page) =>
    page.addInitScript(() => {
      const moved: string[] = []
      Object.assign(globalThis, { moved })
      const { animate } = Element.prototype
      Element.prototype.animate = function moving(...options) {
        moved.push(this.id)
        return animate.apply(this, options)
      }
    })
  const moved = (page: Page) =>
    page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved)

  const visit = async (page: Page) => {
    await animations(page)
    await open(page, '/')
    await expectDeferredLoaded(page)
    await idle(page)
    await follow(page, 'About')
    await expect(page.getByRole('main').locator('h1')).toBeFocused()
    await idle(page)
  }

  test('fade a new page in and leave no style behind', async ({ visitor }) => {
    const motion = visitor.waitForResponse(/dom-mini/)
    await visit(visitor)
    await motion
    await expect.poll(() => moved(visitor)).toContain('main')
    await expect(visitor.getByRole('main')).not.toHaveAttribute('style', /./)
  })

  test('are skipped on admin routes', async ({ editor }) => {
    await animations(editor)
    await open(editor, '/')
    await expectDeferredLoaded(editor)
    await idle(editor)
    const arriveBy = async (link: string, title: RegExp) => {
      await editor.getByRole('link', { name: link, exact: true }).first().click()
      // The title changes in the step in which the page is arrived at.
      await expect(editor).toHaveTitle(title)
      await expect(editor.getByRole('main').locator('h1')).toBeVisible()
      await idle(editor)
    }
    // The code of the animation is loaded from here on.
    await arriveBy('About', /^About/)
    await expect.poll(() => moved(editor)).toContain('main')
    await expect(editor.getByRole('main')).not.toHaveAttribute('style', /./)
    const before = await moved(editor)
    await addLink(editor, '/_cwa')
    await arriveBy('to /_cwa', /^Admin/)
    await arriveBy('Layouts', /^Layouts/)
    await arriveBy('Back to the site', /^(?!Layouts)/)
    await expect(editor).toHaveURL('/')
    expect(await moved(editor)).toEqual(before)
  })

  test('are skipped with reduced motion', async ({ newUser }) => {
    const visitor = await newUser({ reducedMotion: 'reduce' })
    const motion = recordRequests(visitor, ({ pathname }) => pathname.includes('dom-mini'))
    await visit(visitor)
    expect(await moved(visitor)).toEqual([])
    expect(motion).toEqual([])
  })
})

test.describe('a newer build', () => {
  test.use({ expectedErrors: /net::ERR_/ })

  test('is loaded with the next navigation, not before', async ({ site, visitor }) => {
    const connected = visitor.waitForResponse(
      (response) => new URL(response.url()).pathname === '/.well-known/mercure',
    )
    await openWithAbout(visitor)
    await connected
    await visitor.evaluate(() => (document.body.dataset['kept'] = 'yes'))
    await visitor.route(/\/builds\/(latest|meta\/newer)\.json/, (route) =>
      route.fulfill({ json: { id: 'newer' } }),
    )
    const found = visitor.waitForResponse(/\/builds\/meta\/newer\.json/)
    await site.kill()
    await site.start()
    await found
    await expect(visitor.locator('body')).toHaveAttribute('data-kept', 'yes')

    await follow(visitor, 'About')
    await expect(visitor.locator('body')).not.toHaveAttribute('data-kept', 'yes')
    await expect(visitor).toHaveURL('/about')
    await expectHydrated(visitor)
    await expect(heading(visitor)).toBeVisible()
  })
})

test.describe('a save that fails', () => {
  test.use({ expectedErrors: /net::ERR_/ })

  test('is tried again by itself when the network returns', async ({ editor }) => {
    await startEditing(editor)
    await selectHeading(editor)
    await editor.context().setOffline(true)
    await expect(editor.getByText('You are offline')).toBeVisible()
    await retype(editor, 'Typed in a tunnel')
    await expect(button(editor, 'Try again')).toBeVisible()

    const saved = editor.waitForResponse(
      (response) => response.request().method() === 'PATCH' && response.ok(),
    )
    await editor.context().setOffline(false)
    await saved
    await expect(button(editor, 'Try again')).toHaveCount(0)
    await expect(heading(editor)).toHaveText('Typed in a tunnel')
  })
})

test.describe('code of a previous build', () => {
  test.use({ expectedErrors: /404|Failed to fetch dynamically imported module|ERR_/ })

  test('reloads the page once when it is missing, and only once', async ({ visitor }) => {
    let loads = 0
    visitor.on('load', () => (loads += 1))
    await visitor.clock.install()
    await visitor.route(/\/deferred-bundle-[^/]+\.js/, (route) =>
      route.fulfill({ status: 404, body: 'gone' }),
    )
    await visitor.goto('/')
    await expectHydrated(visitor)
    await visitor.clock.runFor(1_000)
    await expect.poll(() => loads).toBe(2)
    await expectHydrated(visitor)
    // It is asked for again and again, also after the reload is forgotten.
    await visitor.clock.runFor(30_000)
    expect(loads).toBe(2)
    await expect(heading(visitor)).toBeVisible()
  })
})

test('offers to install the site, and once only to a visitor who declines', async ({ visitor }) => {
  await open(visitor, '/')
  const href = await visitor.locator('link[rel=manifest]').getAttribute('href')
  const manifest = (await (await visitor.request.get(href!)).json()) as { icons: { src: string }[] }
  for (const { src } of manifest.icons)
    expect((await visitor.request.get(src)).headers()['content-type']).toBe('image/png')

  const offer = async () => {
    await expectDeferredLoaded(visitor)
    await visitor.evaluate(() =>
      dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })),
    )
  }
  await offer()
  const question = visitor.getByRole('region', { name: 'Install' })
  await expect(question).toBeVisible()
  await button(question, 'Don’t ask again').click()
  await expect(question).toHaveCount(0)
  await visitor.reload()
  await expectHydrated(visitor)
  await offer()
  await expect(question).toHaveCount(0)
})
