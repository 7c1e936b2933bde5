import { describe, expect, test, vi } from 'vitest'
import { locationOf } from '#content/navigation/location.ts'
import { defaultSiteConfig } from '#content/model/site-config.ts'
import type { User } from '#content/model/resource.ts'
import { render } from '#src/entry-server.tsx'
import { component, pagePayload } from '../support/content/page-payload.ts'
import { admin } from '../support/content/sample-resources.ts'
import { type RenderOptions, renderPage, renderPayload } from '../support/ui/render-page.ts'
import { errorPayload, pageRequest } from '../support/ui/render-request.ts'

const words = (text: string, path = '/') =>
  pagePayload([component('Title', `title-of${path}`, { title: text })], { path, title: text })

test('renders a page with its layout, content and head', async () => {
  const page = pagePayload([
    component('Title', '1', { title: 'Curtain up' }),
    component('HtmlContent', '2', { html: '<p>At eight.</p>' }),
  ])
  const { status, head, body, state } = await renderPayload(page)
  expect(status).toBe(200)
  expect(body).toMatch(/<main[^>]*>.*<h1[^>]*>Curtain up<\/h1>.*<p>At eight\.<\/p>.*<\/main>/)
  expect(body).toContain('data-iri="/component/Title/1"')
  expect(head).toMatchObject({ title: 'A page | CWA Web App', lang: 'en', indexable: true })
  expect(state).toMatchObject({ page: page.page, entries: page.entries, failure: null })
})

test('renders the first title as the main heading only', async () => {
  const page = pagePayload([
    component('Title', '1', { title: 'First' }),
    component('Title', '2', { title: 'Second' }),
  ])
  const { body } = await renderPayload(page)
  expect(body).toMatch(/<h1[^>]*>First<\/h1>/)
  expect(body).toMatch(/<h2[^>]*>Second<\/h2>/)
})

test('orders positions by their sort values', async () => {
  const page = pagePayload([
    component('Title', '1', { title: 'Later' }),
    component('Title', '2', { title: 'Sooner' }),
  ])
  for (const { resource } of page.entries)
    if (resource['@id'] === '/_/component_positions/1') resource['sortValue'] = 99
  const { body } = await renderPayload(page)
  expect(body.indexOf('Sooner')).toBeLessThan(body.indexOf('Later'))
})

test('keeps concurrent renders apart', async () => {
  let answerFirst = () => {}
  const first = new Promise<void>((resolve) => (answerFirst = resolve))
  const rendering = renderPage(
    async () => {
      await first
      return words('For Zoe', '/zoe')
    },
    { location: locationOf('/zoe') },
  )
  const second = await renderPayload(words('For Bob', '/bob'), { location: locationOf('/bob') })
  answerFirst()
  const both = [await rendering, second].map((rendered) => JSON.stringify(rendered))
  expect(both[0]).toContain('For Zoe')
  expect(both[0]).not.toMatch(/bob/i)
  expect(both[1]).toContain('For Bob')
  expect(both[1]).not.toMatch(/zoe/i)
})

test('renders a missing page as a 404', async () => {
  const { status, head, body, state } = await renderPayload(
    errorPayload(404, 'Page not found: /nowhere'),
    {
      location: locationOf('/nowhere'),
    },
  )
  expect(status).toBe(404)
  expect(body).toContain('This Page Doesn’t Exist')
  expect(body).toContain('Page not found: /nowhere')
  expect(body).toContain('Go back home')
  expect(body).toContain('Are you the owner of this website?')
  expect(head).toMatchObject({ indexable: false, canonical: null })
  expect(state.failure).toEqual({ status: 404, message: 'Page not found: /nowhere' })
})

test('offers to sign in when a page needs a session', async () => {
  const { status, body } = await renderPayload(errorPayload(401, 'Please sign in.'))
  expect(status).toBe(401)
  expect(body).toMatch(/<a href="\/login">Sign in<\/a>/)
})

test('renders a failed read as a 500 without its details', async () => {
  const { status, body } = await renderPage(() =>
    Promise.reject(new Error('password of the database')),
  )
  expect(status).toBe(500)
  expect(body).toContain('Internal Server Error')
  expect(body).not.toContain('password')
})

test('leaves a slow page to the browser, as an error that is not cached', async () => {
  vi.useFakeTimers()
  const rendering = renderPage(() => new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(3_000)
  vi.useRealTimers()
  const { status, body, state } = await rendering
  expect(status).toBe(503)
  expect(body).toContain('Loading…')
  expect(state).toMatchObject({ page: null, failure: null, entries: [] })
})

test('redirects a moved route without rendering', async () => {
  const { redirect, body } = await renderPayload({
    status: 308,
    redirect: '/new',
    page: null,
    entries: [],
  })
  expect(redirect).toBe('/new')
  expect(body).toBe('')
})

test('renders the sign-in screen without requesting content', async () => {
  const { status, body } = await renderPage(() => Promise.reject(new Error('asked for a page')), {
    location: locationOf('/login'),
  })
  expect(status).toBe(200)
  expect(body).toContain('Username or email')
})

describe('before content is read', () => {
  const at = (href: string, more: RenderOptions = {}) =>
    renderPage(() => Promise.reject(new Error('asked for a page')), {
      location: locationOf(href),
      ...more,
    })
  const member: User = { ...admin, roles: ['ROLE_USER'] }

  test.each([
    ['/a/b/c/d/e/f', 'Page not found: /a/b/c/d/e/f'],
    ['/_cwa/whatever', 'Page Not Found: /_cwa/whatever'],
    [
      '/verify-email/ada',
      'This link is incomplete: the code at its end is missing. Open it from the mail again, or copy the whole address.',
    ],
  ])('responds with 404 to %s', async (href, message) => {
    const { status, state } = await at(href)
    expect(status).toBe(404)
    expect(state.failure?.message).toBe(message)
  })

  test('sends visitors to the sign-in screen, and back afterwards', async () => {
    const { status, redirect, body } = await at('/_cwa/pages?page=2')
    expect([status, redirect]).toEqual([302, '/login?back=%2F_cwa%2Fpages%3Fpage%3D2'])
    expect(body).toBe('')
  })

  test('rejects users who are not administrators', async () => {
    const { status, body, head } = await at('/_cwa/pages', { user: member })
    expect(status).toBe(403)
    expect(body).toContain('Forbidden')
    expect(body).not.toContain('aria-busy')
    expect(head.indexable).toBe(false)
  })

  test('leaves the screen of an administrator to the browser, which has a session of the API', async () => {
    const { status, body, head } = await at('/_cwa/pages', { user: admin })
    expect(status).toBe(200)
    expect(body).toContain('<main id="main" aria-busy="true"></main>')
    expect(head.title).toBe('Pages | CWA Web App')
  })

  test('redirects signed-in users away from the sign-in screen', async () => {
    const { status, redirect } = await at('/login', { user: member })
    expect([status, redirect]).toEqual([302, '/'])
  })

  test('renders no screen when only the browser knows the user', async () => {
    const { status, redirect, body } = await at('/_cwa/pages', { isUserKnown: false })
    expect([status, redirect]).toEqual([200, null])
    expect(body).toContain('Loading…')
    expect(body).not.toContain('Pages')
  })

  test('shows the maintenance page instead of any page', async () => {
    const { status, body } = await render({
      ...pageRequest(),
      content: { failure: { status: 503, message: 'Come back later.' } },
    })
    expect(status).toBe(503)
    expect(body).toContain('Service Unavailable')
    expect(body).toContain('Come back later.')
  })
})

test('shows administrators a page without a route by its IRI', async () => {
  const requested: string[] = []
  const location = locationOf('/_cwa/%2F_%2Fpages%2F1')
  const readPage = ({ path }: { path: string }) => {
    requested.push(path)
    return Promise.resolve(words('Not linked yet', path))
  }
  const { status, body } = await renderPage(readPage, { location, user: admin })
  expect(status).toBe(200)
  expect(body).toContain('Not linked yet')
  expect((await renderPage(readPage, { location })).status).toBe(302)
  expect(requested).toEqual(['/_/pages/1'])
})

test('leaves out a component of an unknown kind and renders the rest', async () => {
  const page = pagePayload([
    component('Hologram', '1'),
    component('Title', '2', { title: 'Still here' }),
  ])
  const { status, body } = await renderPayload(page)
  expect(status).toBe(200)
  expect(body).toContain('Still here')
  expect(body).not.toContain('Hologram”')
})

test('leaves out a component that throws and renders the rest', async () => {
  const broken = component('NavigationLink', '1', { label: { not: 'text' } })
  const page = pagePayload([broken, component('Title', '2', { title: 'Still here' })])
  const { status, body, state, error } = await renderPayload(page)
  expect(status).toBe(200)
  expect(body).toContain('Still here')
  expect(state.withSuspense).toBe(true)
  expect(String(error)).toContain('not valid as a React child')
})

test('does not show a draft that a page refers to', async () => {
  const draft = component('Title', '1', { title: 'Not yet', publishedAt: null })
  draft._metadata.publishable = { published: false }
  const { body } = await renderPayload(pagePayload([draft]))
  expect(body).not.toContain('Not yet')
})

test('sanitizes HTML before it is rendered or put into the state', async () => {
  const page = pagePayload([
    component('HtmlContent', '1', { html: '<p>Hi<script>evil()</script></p>' }),
  ])
  const { body, state } = await renderPayload(page)
  expect(body).toContain('<p>Hi</p>')
  expect(JSON.stringify([body, state])).not.toContain('evil')
})

test('sanitizes HTML of resources inside others', async () => {
  const member = { '@id': '/component/html_contents/1', '@type': 'HtmlContent' }
  const page = pagePayload([
    component('Title', '1', {
      title: 'Members',
      members: [{ ...member, html: '<p>Hi<script>evil()</script></p>' }],
    }),
  ])
  const { state } = await renderPayload(page)
  expect(JSON.stringify(state)).toContain('<p>Hi</p>')
  expect(JSON.stringify(state)).not.toContain('evil')
})

test('renders an unknown layout or template as a plain one', async () => {
  const page = pagePayload([component('Title', '1', { title: 'Plain' })], { layout: 'Baroque' })
  const { body } = await renderPayload(page)
  expect(body).toMatch(/<main[^>]*>.*Plain.*<\/main>/)
})

test("applies the site's settings to the head", async () => {
  const site = { ...defaultSiteConfig, siteName: 'The Troupe', indexable: false }
  const { head } = await renderPayload(words('On tour'), { site, origin: 'https://a.test' })
  expect(head).toMatchObject({
    title: 'On tour | The Troupe',
    indexable: false,
    canonical: 'https://a.test/',
  })
})
