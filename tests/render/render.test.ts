import { describe, expect, test, vi } from 'vitest'
import { locationOf } from '#content/page/location.ts'
import { defaultSiteConfig } from '#content/page/site-config.ts'
import type { User } from '#content/model/resource.ts'
import { type RenderRequest, render } from '#src/entry-server.tsx'
import { component, pagePayload } from '../support/content/page-payload.ts'
import { admin } from '../support/content/sample-resources.ts'
import {
  renderRequestFor,
  errorPayload,
  createRenderRequest,
} from '../support/ui/render-request.ts'

const words = (text: string, path = '/') =>
  pagePayload([component('Title', `title-of${path}`, { title: text })], { path, title: text })

test('a page is rendered with its layout, its words and its head', async () => {
  const page = pagePayload([
    component('Title', '1', { title: 'Curtain up' }),
    component('HtmlContent', '2', { html: '<p>At eight.</p>' }),
  ])
  const { status, head, body, state } = await render(renderRequestFor(page))
  expect(status).toBe(200)
  expect(body).toMatch(/<main[^>]*>.*<h1[^>]*>Curtain up<\/h1>.*<p>At eight\.<\/p>.*<\/main>/)
  expect(body).toContain('data-iri="/component/Title/1"')
  expect(head).toMatchObject({ title: 'A page | CWA Web App', lang: 'en', indexable: true })
  expect(state).toMatchObject({ page: page.page, entries: page.entries, failure: null })
})

test('what opens the page is its main heading, what follows is not', async () => {
  const page = pagePayload([
    component('Title', '1', { title: 'First' }),
    component('Title', '2', { title: 'Second' }),
  ])
  const { body } = await render(renderRequestFor(page))
  expect(body).toMatch(/<h1[^>]*>First<\/h1>/)
  expect(body).toMatch(/<h2[^>]*>Second<\/h2>/)
})

test('positions stand by their places, whatever order they came in', async () => {
  const page = pagePayload([
    component('Title', '1', { title: 'Later' }),
    component('Title', '2', { title: 'Sooner' }),
  ])
  for (const { resource } of page.entries)
    if (resource['@id'] === '/_/component_positions/1') resource['sortValue'] = 99
  const { body } = await render(renderRequestFor(page))
  expect(body.indexOf('Sooner')).toBeLessThan(body.indexOf('Later'))
})

test('two visitors whose pages are rendered at the same time find nothing of each other', async () => {
  let answerFirst = () => {}
  const first = new Promise<void>((resolve) => (answerFirst = resolve))
  const rendering = render(
    createRenderRequest(
      async () => {
        await first
        return words('For Zoe', '/zoe')
      },
      { location: locationOf('/zoe') },
    ),
  )
  const second = await render(
    renderRequestFor(words('For Bob', '/bob'), { location: locationOf('/bob') }),
  )
  answerFirst()
  const both = [await rendering, second].map((rendered) => JSON.stringify(rendered))
  expect(both[0]).toContain('For Zoe')
  expect(both[0]).not.toMatch(/bob/i)
  expect(both[1]).toContain('For Bob')
  expect(both[1]).not.toMatch(/zoe/i)
})

test('what is not there is a 404 that says so', async () => {
  const { status, head, body, state } = await render(
    renderRequestFor(errorPayload(404, 'Page not found: /nowhere'), {
      location: locationOf('/nowhere'),
    }),
  )
  expect(status).toBe(404)
  expect(body).toContain('This Page Doesn’t Exist')
  expect(body).toContain('Page not found: /nowhere')
  expect(body).toContain('Go back home')
  expect(body).toContain('Are you the owner of this website?')
  expect(head).toMatchObject({ indexable: false, canonical: null })
  expect(state.failure).toEqual({ status: 404, message: 'Page not found: /nowhere' })
})

test('what needs a session offers to sign in', async () => {
  const { status, body } = await render(renderRequestFor(errorPayload(401, 'Please sign in.')))
  expect(status).toBe(401)
  expect(body).toMatch(/<a href="\/login">Sign in<\/a>/)
})

test('a page that cannot be read is a 500, and the visitor hears of no detail', async () => {
  const { status, body } = await render(
    createRenderRequest(() => Promise.reject(new Error('password of the database'))),
  )
  expect(status).toBe(500)
  expect(body).toContain('Internal Server Error')
  expect(body).not.toContain('password')
})

test('a page that takes too long is left to the browser, and nobody takes that for the page', async () => {
  vi.useFakeTimers()
  const rendering = render(createRenderRequest(() => new Promise(() => {})))
  await vi.advanceTimersByTimeAsync(3_000)
  vi.useRealTimers()
  const { status, body, state } = await rendering
  expect(status).toBe(503)
  expect(body).toContain('Loading…')
  expect(state).toMatchObject({ page: null, failure: null, entries: [] })
})

test('a route that has moved is a redirect, with nothing rendered', async () => {
  const { redirect, body } = await render(
    renderRequestFor({ status: 308, redirect: '/new', page: null, entries: [] }),
  )
  expect(redirect).toBe('/new')
  expect(body).toBe('')
})

test('the sign-in screen is a page of the app that asks for no content', async () => {
  const { status, body } = await render(
    createRenderRequest(() => Promise.reject(new Error('asked for a page')), {
      location: locationOf('/login'),
    }),
  )
  expect(status).toBe(200)
  expect(body).toContain('Username or email')
})

describe('before anything is read', () => {
  const at = (href: string, more: Partial<RenderRequest> = {}) =>
    render(
      createRenderRequest(() => Promise.reject(new Error('asked for a page')), {
        location: locationOf(href),
        ...more,
      }),
    )
  const member: User = { ...admin, roles: ['ROLE_USER'] }

  test.each([
    ['/a/b/c/d/e/f', 'Page not found: /a/b/c/d/e/f'],
    ['/_cwa/whatever', 'Page Not Found: /_cwa/whatever'],
    ['/verify-email/ada', 'Page Not Found: /verify-email/ada'],
  ])('%s is nowhere', async (href, message) => {
    const { status, state } = await at(href)
    expect(status).toBe(404)
    expect(state.failure?.message).toBe(message)
  })

  test('who is not signed in is sent to sign in, and will be back', async () => {
    const { status, redirect, body } = await at('/_cwa/pages?page=2')
    expect([status, redirect]).toEqual([302, '/login?back=%2F_cwa%2Fpages%3Fpage%3D2'])
    expect(body).toBe('')
  })

  test('who is no administrator is refused', async () => {
    const { status, body, head } = await at('/_cwa/pages', { user: member })
    expect(status).toBe(403)
    expect(body).toContain('Forbidden')
    expect(body).not.toContain('not available yet')
    expect(head.indexable).toBe(false)
  })

  test('an administrator sees the screen', async () => {
    const { status, body, head } = await at('/_cwa/pages', { user: admin })
    expect(status).toBe(200)
    expect(body).toMatch(/<h1[^>]*>Pages<\/h1>/)
    expect(head.title).toBe('Pages | CWA Web App')
  })

  test('who is signed in does not sign in again', async () => {
    const { status, redirect } = await at('/login', { user: member })
    expect([status, redirect]).toEqual([302, '/'])
  })

  test('where only the browser knows who is looking, nothing is shown yet', async () => {
    const { status, redirect, body } = await at('/_cwa/pages', { isUserKnown: false })
    expect([status, redirect]).toEqual([200, null])
    expect(body).toContain('Loading…')
    expect(body).not.toContain('Pages')
  })

  test('a site that is closed says so instead of any page', async () => {
    const { status, body } = await at('/', {
      unavailable: { status: 503, message: 'Come back later.' },
    })
    expect(status).toBe(503)
    expect(body).toContain('Service Unavailable')
    expect(body).toContain('Come back later.')
  })
})

test('a page without a route is shown to administrators, by its IRI', async () => {
  const asked: string[] = []
  const location = locationOf('/_cwa/%2F_%2Fpages%2F1')
  const readPage = ({ path }: { path: string }) => {
    asked.push(path)
    return Promise.resolve(words('Not linked yet', path))
  }
  const { status, body } = await render(createRenderRequest(readPage, { location, user: admin }))
  expect(status).toBe(200)
  expect(body).toContain('Not linked yet')
  expect((await render(createRenderRequest(readPage, { location }))).status).toBe(302)
  expect(asked).toEqual(['/_/pages/1'])
})

test('a kind nobody knows leaves a gap, and the rest stands', async () => {
  const page = pagePayload([
    component('Hologram', '1'),
    component('Title', '2', { title: 'Still here' }),
  ])
  const { status, body } = await render(renderRequestFor(page))
  expect(status).toBe(200)
  expect(body).toContain('Still here')
  expect(body).not.toContain('Hologram”')
})

test('a component that breaks is left out, and the rest stands', async () => {
  const broken = component('NavigationLink', '1', { label: { not: 'text' } })
  const page = pagePayload([broken, component('Title', '2', { title: 'Still here' })])
  const { status, body, state, error } = await render(renderRequestFor(page))
  expect(status).toBe(200)
  expect(body).toContain('Still here')
  expect(state.withSuspense).toBe(true)
  expect(String(error)).toContain('not valid as a React child')
})

test('a draft is not shown, not even where a page leads to it', async () => {
  const draft = component('Title', '1', { title: 'Not yet', publishedAt: null })
  draft._metadata.publishable = { published: false }
  const { body } = await render(renderRequestFor(pagePayload([draft])))
  expect(body).not.toContain('Not yet')
})

test('HTML is cleaned before it is rendered or sent along', async () => {
  const page = pagePayload([
    component('HtmlContent', '1', { html: '<p>Hi<script>evil()</script></p>' }),
  ])
  const { body, state } = await render(
    renderRequestFor(page, { sanitizeHtml: (html) => html.replace(/<script>.*<\/script>/, '') }),
  )
  expect(body).toContain('<p>Hi</p>')
  expect(JSON.stringify([body, state])).not.toContain('evil')
})

test('a layout or template nobody knows is a plain one', async () => {
  const page = pagePayload([component('Title', '1', { title: 'Plain' })], { layout: 'Baroque' })
  const { body } = await render(renderRequestFor(page))
  expect(body).toMatch(/<main[^>]*>.*Plain.*<\/main>/)
})

test('head: the site says what a title ends with, and whether it may be found', async () => {
  const site = { ...defaultSiteConfig, siteName: 'The Troupe', indexable: false }
  const { head } = await render(
    renderRequestFor(words('On tour'), { site, origin: 'https://a.test' }),
  )
  expect(head).toMatchObject({
    title: 'On tour | The Troupe',
    indexable: false,
    canonical: 'https://a.test/',
  })
})
