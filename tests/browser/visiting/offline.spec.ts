/** Covers reading offline with the service worker. */
import type { Page } from '@playwright/test'
import { password } from '../../support/server/server-process.ts'
import {
  expectSaved,
  replaceText,
  saveStatus,
  selectHeading,
  startEditing,
  title,
} from '../support/editor-actions.ts'
import {
  button,
  expect,
  heading,
  expectHydrated,
  open,
  signIn,
  signOut,
  test,
} from '../support/fixtures.ts'

test.use({ expectedErrors: /net::ERR_|Failed to load resource/ })

/** The page payloads in the cache of the service worker. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

/** Opens a page and waits until it can be read offline. */
const visit = async (page: Page, path: string) => {
  await open(page, path)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const payload = path === '/' ? '/_payload.json' : `${path}/_payload.json`
  await expect.poll(() => kept(page), { timeout: 20_000 }).toContain(payload)
}

/** The resources of a page in that cache, as JSON. */
const keptEntries = (page: Page, path: string) =>
  page.evaluate(async (payload) => {
    const response = await caches.match(payload, { ignoreSearch: true, ignoreVary: true })
    return JSON.stringify(((await response!.json()) as { entries: unknown }).entries)
  }, path)

test('shows a visited page offline, by its address and by a link', async ({ newUser }) => {
  const page = await newUser({ serviceWorkers: 'allow' })
  await visit(page, '/about')
  // Much of it was read from the HTML of the page.
  const payload = await page.request.get('/about/_payload.json')
  const { entries } = (await payload.json()) as { entries: unknown }
  expect(await keptEntries(page, '/about/_payload.json')).toBe(JSON.stringify(entries))
  const about = await heading(page).innerText()
  await visit(page, '/')
  const home = await heading(page).innerText()

  await page.context().setOffline(true)
  await page.reload()
  await expectHydrated(page)
  await expect(heading(page)).toHaveText(home)
  await expect(page.getByText('You are offline')).toBeVisible()
  await page.getByRole('link', { name: 'About', exact: true }).first().click()
  await expect(heading(page)).toHaveText(about)
  await page.goto('/about')
  await expect(heading(page)).toHaveText(about)

  await page.context().setOffline(false)
  await expect(page.getByText('You are offline')).toHaveCount(0)
})

test('says that a page is unavailable offline, and shows it once the network returns', async ({
  newUser,
}) => {
  const page = await newUser({ serviceWorkers: 'allow' })
  await visit(page, '/')
  await page.context().setOffline(true)
  await page.goto('/blog?page=1&unread=1')
  await expectHydrated(page)
  await expect(page.getByRole('heading', { name: 'No Connection' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'No Connection' })).toHaveCount(0)
  await expect(heading(page)).toBeVisible()
})

test('shows nothing outdated while online', async ({ newUser, site }) => {
  const page = await newUser({ serviceWorkers: 'allow' })
  await visit(page, '/')
  const seen = page.waitForResponse((response) => new URL(response.url()).pathname === '/about')
  await page.goto('/about')
  expect((await seen).status()).toBe(200)
  await site.kill()
  await page.goto('/')
  await expectHydrated(page)
  await expect(heading(page)).toBeVisible()
  await site.start()
})

test('an editor who loads a page again offline is not called signed out, and goes on once the network is back', async ({
  newUser,
}) => {
  const page = await newUser({ serviceWorkers: 'allow' })
  await visit(page, '/')
  await signIn(page)
  await startEditing(page)
  await selectHeading(page)
  await page.context().setOffline(true)
  await replaceText(page, 'Typed without a network')
  await expect(saveStatus(page)).toHaveText('Not saved')

  await page.reload()
  await expectHydrated(page)
  await expect(
    page.getByText('You are offline. You can go on editing once the network is back.'),
  ).toBeVisible()
  await expect(page.getByText(/sign(ed)? (in|out)/i)).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(button(page, 'Done')).toBeVisible()
  await expect(title(page).first()).toHaveText('Typed without a network')
  await button(page.getByRole('region', { name: /^Not saved: / }), 'Save').click()
  await expectSaved(page)
})

test('the sign-in screen says that it is offline only until the network is back', async ({
  newUser,
}) => {
  const page = await newUser({ serviceWorkers: 'allow' })
  await open(page, '/login')
  await page.context().setOffline(true)
  await page.getByLabel('Username or email').fill('admin')
  await page.getByLabel('Password').fill(password)
  await button(page, 'Sign in').click()
  await expect(page.getByRole('alert')).toContainText('You seem to be offline')
  await page.context().setOffline(false)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await button(page, 'Sign in').click()
  await expect(page).toHaveURL('/')
  await expect(button(page, 'Edit')).toBeEnabled()
})

test('caches nothing of a signed-in user', async ({ newUser }) => {
  const page = await newUser({ serviceWorkers: 'allow' })
  await visit(page, '/')
  await signIn(page)
  await expect.poll(() => kept(page)).not.toContain('/_payload.json')
  await page.getByRole('link', { name: 'About', exact: true }).first().click()
  await expect(page).toHaveTitle(/About/)
  expect((await kept(page)).filter((path) => path.endsWith('_payload.json'))).toEqual([])

  await signOut(page)
  await expect.poll(() => kept(page)).toContain('/about/_payload.json')
  expect((await kept(page)).filter((path) => path.startsWith('/_api'))).toEqual([])
})
