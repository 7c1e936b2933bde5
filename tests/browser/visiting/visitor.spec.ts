import fc from 'fast-check'
import { allowedHtml } from '#content/model/allowed-html.ts'
import { isCanonicalHtml } from '#server/render/canonical-html.ts'
import { sanitizeHtmlCached } from '#server/render/sanitize-html-cached.ts'
import { seed } from '../../support/seed.ts'
import { expect, heading, expectHydrated, open, recordRequests, test } from '../support/fixtures.ts'

/** Images belong to the page, wherever they are stored. */
const isApi = ({ pathname }: URL) =>
  pathname.startsWith('/_api') && !pathname.includes('/download/')
const isData = (_: URL, type: string) => type === 'fetch' || type === 'xhr'

test.describe('without JavaScript', () => {
  test('pages are readable, and their links work', async ({ newUser }) => {
    const page = await newUser({ javaScriptEnabled: false })

    const home = await page.goto('/')
    expect(home?.status()).toBe(200)
    await expect(heading(page)).toBeVisible()
    await expect(page).toHaveTitle(/\S/)
    const words = await heading(page).innerText()

    await page.getByRole('link', { name: 'About' }).first().click()
    await expect(page).toHaveURL('/about')
    await expect(heading(page)).toBeVisible()
    await expect(heading(page)).not.toHaveText(words)
  })
})

for (const path of ['/', '/about']) {
  test(`${path} is hydrated as it was rendered, without a call to the API`, async ({ visitor }) => {
    const calls = recordRequests(visitor, (url, type) => isApi(url) || isData(url, type))
    await visitor.goto(path, { waitUntil: 'load' })
    const rendered = await heading(visitor).innerText()
    await expectHydrated(visitor)
    await visitor.evaluate(
      () => new Promise((idle) => requestIdleCallback(() => requestAnimationFrame(idle))),
    )
    expect(calls).toEqual([])
    await expect(heading(visitor)).toHaveText(rendered)
  })
}

test('HTML is read from a page only where a browser writes it as it was', async ({ visitor }) => {
  const tag = fc.constantFrom(...allowedHtml.tags)
  const piece = fc.oneof(
    tag.map((name) => `<${name}>`),
    tag.map((name) => `</${name}>`),
    tag.map((name) => `<${name}><p>in it</p></${name}>`),
    fc.constantFrom(
      '<a href="/?a&b" title="<">',
      '<ul><li>',
      '</li></ul>',
      '\n',
      ' words &amp; "more" ',
    ),
    fc.string({ unit: 'binary', maxLength: 3 }),
  )
  const html = fc
    .array(piece, { maxLength: 8 })
    .map((pieces) => sanitizeHtmlCached(pieces.join('')))
  const canonical = fc
    .sample(html, { numRuns: 20_000, seed })
    .filter((one) => one.includes('<') && isCanonicalHtml(one))
  expect(canonical.length).toBeGreaterThan(1_000)
  const changed = await visitor.evaluate((all) => {
    const parsed = new DOMParser().parseFromString(
      all.map((one) => `<div class="sample">${one}</div>`).join(''),
      'text/html',
    )
    const written = Array.from(parsed.querySelectorAll('.sample'), ({ innerHTML }) => innerHTML)
    return all.filter((one, at) => one !== written[at])
  }, canonical)
  expect(changed).toEqual([])
})

test('a link leads to the next page in one request, in the same document', async ({ visitor }) => {
  await open(visitor, '/')
  await visitor.evaluate(() => (document.body.dataset['kept'] = 'yes'))
  const home = await heading(visitor).innerText()
  const requests = recordRequests(visitor, (url, type) => isApi(url) || isData(url, type))

  await visitor.getByRole('link', { name: 'About' }).first().click()
  await expect(visitor).toHaveURL('/about')
  await expect(heading(visitor)).not.toHaveText(home)
  const about = await heading(visitor).innerText()
  expect(requests).toEqual(['GET /about/_payload.json'])

  await visitor.goBack()
  await expect(visitor).toHaveURL('/')
  await expect(heading(visitor)).toHaveText(home)
  await visitor.goForward()
  await expect(visitor).toHaveURL('/about')
  await expect(heading(visitor)).toHaveText(about)
  await expect(visitor.locator('body')).toHaveAttribute('data-kept', 'yes')
})

test('marks the link of the current page', async ({ visitor }) => {
  await open(visitor, '/about')
  const links = visitor.getByRole('navigation').getByRole('link')
  await expect(links.and(visitor.locator('[aria-current="page"]'))).toHaveText('About')
})

test('loads no editor code for visitors', async ({ visitor }) => {
  await open(visitor, '/')
  await expect(visitor.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await expect(visitor.getByRole('textbox')).toHaveCount(0)
})

test.describe('a page that does not exist', () => {
  test.use({ expectedErrors: /404 .*\/nowhere$/ })

  test('says so with its status, also without JavaScript', async ({ newUser }) => {
    const page = await newUser({ javaScriptEnabled: false })
    const answer = await page.goto('/nowhere')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'This Page Doesn’t Exist' })).toBeVisible()
  })

  test('shows the error page, which leads home', async ({ visitor }) => {
    await open(visitor, '/nowhere')
    await expect(visitor.getByRole('heading', { name: 'This Page Doesn’t Exist' })).toBeVisible()
    await expect(visitor.getByText('Are you the owner of this website?')).toBeVisible()
    await visitor.getByRole('button', { name: 'Go back home' }).click()
    await expect(visitor).toHaveURL('/')
    await expect(visitor.getByRole('heading', { name: 'This Page Doesn’t Exist' })).toHaveCount(0)
    await expect(heading(visitor)).toBeVisible()
  })
})
