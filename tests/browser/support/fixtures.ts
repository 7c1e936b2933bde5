/** Gives every browser test a site of its own, people with a browser each, and the rule that no console shows an error. */
import {
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
  type Request,
  test as base,
  expect,
} from '@playwright/test'
import {
  type ServerProcess,
  password,
  startServerProcess,
} from '../../support/server/server-process.ts'

interface Options {
  /** The console errors a test brings about on purpose; any other fails it. */
  expectedErrors: RegExp | null
  /** True to let pages be prefetched; otherwise every request comes from a person's action. */
  prefetches: boolean
}

interface Fixtures {
  site: ServerProcess
  /** Opens a browser for another person and watches its console. */
  newUser: (options?: BrowserContextOptions) => Promise<Page>
  visitor: Page
  /** A signed-in administrator on the home page. */
  editor: Page
  /** Another administrator, signed in in a browser of their own. */
  colleague: Page
}

export const test = base.extend<Options & Fixtures>({
  expectedErrors: [null, { option: true }],
  prefetches: [false, { option: true }],

  site: async ({}, provide) => {
    const site = await startServerProcess()
    await provide(site)
    await site.dispose()
  },

  newUser: async (
    { browser, site, viewport, colorScheme, expectedErrors, prefetches },
    provide,
  ) => {
    const contexts: BrowserContext[] = []
    const errors: string[] = []
    const watch = (page: Page) => {
      page.on('pageerror', (error) => errors.push(String(error)))
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
      })
    }

    await provide(async (options) => {
      const context = await browser.newContext({
        baseURL: site.url,
        viewport,
        colorScheme,
        // A test cannot intercept what a service worker answers, so only tests about it allow one.
        serviceWorkers: 'block',
        ...options,
      })
      contexts.push(context)
      if (!prefetches)
        await context.addInitScript(fakeConnection, { saveData: true, effectiveType: '4g' })
      context.on('page', watch)
      return context.newPage()
    })

    await Promise.all(contexts.map((context) => context.close()))
    expect(
      errors.filter((error) => !expectedErrors?.test(error)),
      'errors in a console',
    ).toEqual([])
  },

  visitor: async ({ newUser }, provide) => provide(await newUser()),

  editor: async ({ newUser }, provide) => provide(await signedIn(newUser)),

  colleague: async ({ newUser }, provide) => provide(await signedIn(newUser)),
})

export { expect }

const signedIn = async (newUser: Fixtures['newUser']) => {
  const page = await newUser()
  await signIn(page)
  return page
}

/** Overrides what the browser reports about its network. */
export const fakeConnection = (connection: { saveData: boolean; effectiveType: string }) =>
  Object.defineProperty(navigator, 'connection', {
    configurable: true,
    value: Object.assign(new EventTarget(), connection),
  })

/** Opens a path and waits until the page is hydrated. */
export const open = async (page: Page, path: string) => {
  await page.goto(path)
  await expectHydrated(page)
}

/** Waits until React has hydrated the document. */
export const expectHydrated = (page: Page) =>
  expect(page.locator('html')).toHaveAttribute('data-hydrated', /.*/)

export const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })

/** Adds a link to the current page, as its content could contain one. */
export const addLink = (page: Page, to: string) =>
  page.evaluate((href) => {
    const link = document.createElement('a')
    link.href = href
    link.textContent = `to ${href}`
    document.querySelector('main')!.append(link)
  }, to)

/** The first heading of the page's own content. */
export const heading = (page: Page) => page.getByRole('main').getByRole('heading').first()

/** Fills in the form of the sign-in screen, and sends it. */
export const submitSignIn = async (page: Page, username = 'admin', typed = password) => {
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password').fill(typed)
  await button(page, 'Sign in').click()
}

export const signIn = async (page: Page) => {
  await open(page, '/login')
  await submitSignIn(page)
  await expect(page).toHaveURL('/')
  await expect(button(page, 'Edit')).toBeEnabled()
  // The navigation ends with it. A menu that is opened before loses the focus, and closes.
  await expect(heading(page)).toBeFocused()
}

export const signOut = async (page: Page) => {
  await button(page, 'Site menu').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

/** Creates an account, as the administrator whose page this is. All accounts of the tests have the same password. */
export const createAccount = async (
  editor: Page,
  username: string,
  role: 'ROLE_ADMIN' | 'ROLE_USER',
) => {
  const created = await editor.request.post('/_api/users', {
    headers: { 'content-type': 'application/ld+json' },
    data: {
      username,
      emailAddress: `${username}@people.test`,
      plainPassword: password,
      roles: [role],
    },
  })
  expect(created.ok(), `The account of ${username} is created.`).toBe(true)
  return ((await created.json()) as { '@id': string })['@id']
}

/** True for a request that changes content, rather than reading it or telling other editors where a tab is. */
export const isWrite = (request: Request) =>
  request.method() !== 'GET' && !request.url().includes('/_/presences/')

/** Records the URLs that a page requests from now on, of those that match. */
export const recordRequests = (page: Page, matches: (url: URL, type: string) => boolean) => {
  const requests: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (matches(url, request.resourceType())) requests.push(`${request.method()} ${url.pathname}`)
  })
  return requests
}
