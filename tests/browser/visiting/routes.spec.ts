import { atEachWidth, seriousFindings } from '../support/accessibility.ts'
import {
  addLink,
  button,
  expect,
  heading,
  expectHydrated,
  open,
  recordRequests,
  signIn,
  submitSignIn,
  signOut,
  test,
} from '../support/fixtures.ts'

const admin = '/_cwa/pages'

test.describe('the admin area', () => {
  test('redirects visitors to sign in and back, and shows nothing before', async ({ visitor }) => {
    await visitor.goto(admin)
    await expect(visitor).toHaveURL('/login?back=%2F_cwa%2Fpages')
    await expectHydrated(visitor)
    await submitSignIn(visitor)
    await expect(visitor).toHaveURL(admin)
    await expect(visitor.getByRole('heading', { name: 'Pages', exact: true })).toBeVisible()
    await expect(visitor).toHaveTitle(/^Pages \|/)
  })

  test('leads to the home page after signing out', async ({ editor }) => {
    await open(editor, admin)
    await expect(editor.getByRole('heading', { name: 'Pages', exact: true })).toBeVisible()
    const content = recordRequests(editor, ({ pathname }) =>
      /^\/_api\/.*routes|_payload/.test(pathname),
    )
    await editor
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link', { name: 'Layouts' })
      .click()
    await expect(editor).toHaveURL('/_cwa/layouts')
    await expect(editor).toHaveTitle(/^Layouts \|/)
    expect(content).toEqual([])
    await signOut(editor)
    await expect(editor).toHaveURL('/')
    await expect(heading(editor)).toBeVisible()
  })

  test('is not shown to a visitor who follows a link to it', async ({ visitor }) => {
    await open(visitor, '/about')
    await addLink(visitor, '/_cwa/layouts')
    await visitor.getByRole('link', { name: 'to /_cwa/layouts' }).click()
    await expect(visitor).toHaveURL('/login?back=%2F_cwa%2Flayouts')
    await visitor.goBack()
    await expect(visitor).toHaveURL('/about')
    await expect(heading(visitor)).toBeVisible()
  })
})

test('redirects signed-in users from the sign-in screen, and fetches the page again after signing out', async ({
  editor,
}) => {
  await editor.goto('/login')
  await expect(editor).toHaveURL('/')
  await open(editor, '/about')
  const requests = recordRequests(editor, ({ pathname }) => pathname === '/about/_payload.json')
  await signOut(editor)
  await expect.poll(() => requests).toHaveLength(1)
  await expect(editor).toHaveURL('/about')
})

test('offers editing on content pages only', async ({ editor }) => {
  const edit = button(editor, 'Edit')
  const menu = button(editor, 'Site menu')
  await expect(edit).toBeVisible()
  for (const path of [admin, '/forgot-password']) {
    await open(editor, path)
    await expect(menu).toBeVisible()
    await expect(edit).toHaveCount(0)
  }
  await addLink(editor, '/about')
  await editor.getByRole('link', { name: 'to /about' }).click()
  await expect(edit).toBeVisible()
})

test('shows a page without a route to administrators at its IRI', async ({ visitor }) => {
  await signIn(visitor)
  const iri = await visitor.evaluate(async () => {
    const pages = (await (await fetch('/_api/_/pages')).json()) as {
      member: { '@id': string; title?: string; isTemplate: boolean }[]
    }
    return pages.member.find(({ title, isTemplate }) => title && !isTemplate)!['@id']
  })
  await open(visitor, `/_cwa/${encodeURIComponent(iri)}`)
  await expect(visitor.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(visitor.getByRole('main')).not.toBeEmpty()
})

test.describe('invalid addresses', () => {
  test.use({ expectedErrors: /404 / })

  test('respond with 404: too many segments, and paths that only resemble a screen', async ({
    visitor,
  }) => {
    for (const [path, words] of [
      ['/a/b/c/d/e/f', 'Page not found: /a/b/c/d/e/f'],
      ['/verify-email/ada', 'This link is incomplete: the code at its end is missing.'],
    ] as const) {
      const answer = await visitor.goto(path)
      expect(answer?.status()).toBe(404)
      await expectHydrated(visitor)
      await expect(visitor.getByRole('main')).toContainText(words)
    }
  })

  test('show the error page within the app as well', async ({ visitor }) => {
    await open(visitor, '/about')
    await addLink(visitor, '/a/b/c/d/e/f')
    await visitor.getByRole('link', { name: 'to /a/b/c/d/e/f' }).click()
    await expect(visitor.getByRole('main')).toContainText('Page not found: /a/b/c/d/e/f')
    await expect(visitor).toHaveURL('/a/b/c/d/e/f')
  })

  test('offer nothing to edit', async ({ editor }) => {
    await editor.goto('/nothing')
    await expect(button(editor, 'Site menu')).toBeVisible()
    await expect(button(editor, 'Edit')).toHaveCount(0)
  })
})

atEachWidth(() => {
  test('the app’s own screens have no serious accessibility finding and fit the width', async ({
    editor,
  }) => {
    for (const path of ['/forgot-password', '/_cwa/pages', '/_cwa']) {
      await open(editor, path)
      expect(await seriousFindings(editor), path).toEqual([])
      const fits = await editor.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
      expect(fits, path).toBe(true)
    }
  })
}, [390])

test('follows a moved address by a 308, and within the app without a blank page', async ({
  editor,
  visitor,
  site,
}) => {
  const status = await editor.evaluate(async () => {
    const body = { path: '/old', name: '/old', redirect: '/_/routes//about' }
    const answer = await fetch('/_api/_/routes', {
      method: 'POST',
      headers: { 'content-type': 'application/ld+json' },
      body: JSON.stringify(body),
    })
    return answer.status
  })
  expect(status).toBe(201)
  const answer = await fetch(`${site.url}/old`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([308, '/about'])

  await open(visitor, '/')
  await addLink(visitor, '/old')
  await visitor.evaluate(() => {
    const seen: string[] = []
    const look = () => seen.push(document.querySelector('main')?.textContent?.trim() ?? '')
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
    Object.assign(globalThis, { seen })
  })
  await visitor.getByRole('link', { name: 'to /old' }).click()
  await expect(visitor).toHaveURL('/about')
  await expect(visitor).toHaveTitle(/About/)
  const seen = await visitor.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
  expect(seen.filter((words) => words === '' || words === 'Loading…')).toEqual([])
  await visitor.goBack()
  await expect(visitor).toHaveURL('/')
})

test('updates the head after a navigation as the server would render it', async ({ visitor }) => {
  const headOf = () =>
    visitor.evaluate(() =>
      [
        ...document.head.querySelectorAll(
          'meta[name], meta[property^="og:"], link[rel=canonical], script#breadcrumb',
        ),
      ]
        .map(({ outerHTML }) => outerHTML)
        .filter((html) => !/theme-color|viewport/.test(html))
        .toSorted(),
    )
  await open(visitor, '/')
  await visitor.getByRole('link', { name: 'About' }).first().click()
  await expect(visitor).toHaveTitle(/About/)
  const followed = await headOf()
  await open(visitor, '/about')
  expect(followed).toEqual(await headOf())
  expect(followed.join('\n')).toContain('og:title')
})
