import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { renderVisitorApp } from '../../support/ui/render-visitor-app.tsx'

const link = (id: string, label: string, url: string) =>
  component('NavigationLink', id, { label, url })
const text = (id: string, html: string) => component('HtmlContent', id, { html })

const pages = () => ({
  '/': pagePayload(
    [
      component('Title', 'home', { title: 'Home' }),
      link('to-about', 'About', '/about'),
      text(
        't',
        '<p><a href="/about#when">Inside</a> <a href="#further">Further</a> <a href="/about/?page=2">Slashed</a></p><p id="further">…</p>',
      ),
    ],
    { title: 'Welcome' },
  ),
  '/about': pagePayload([component('Title', 'about', { title: 'About us' })], {
    path: '/about',
    title: 'Who we are',
  }),
})

const heading = () => screen.getByRole('heading', { level: 1 })
const respondToNext = async ({ pendingReads }: ReturnType<typeof renderVisitorApp>) => {
  await waitFor(() => expect(pendingReads).not.toHaveLength(0))
  await act(async () => pendingReads.shift()!.answer())
}

afterEach(cleanup)

describe('following an internal link', () => {
  test('fetches once and shows the old page until the new one has loaded', async () => {
    const site = renderVisitorApp(pages())
    await site.user.click(screen.getByRole('link', { name: 'About' }))
    await waitFor(() => expect(site.pendingReads.map(({ path }) => path)).toEqual(['/about']))
    expect(site.effects).toEqual(['push /about'])
    expect(heading().textContent).toBe('Home')

    await respondToNext(site)
    expect(heading().textContent).toBe('About us')
    await waitFor(() => expect(document.activeElement).toBe(heading()))
    expect(site.effects).toEqual(['push /about', 'scroll'])
    expect(document.title).toBe('Who we are | CWA Web App')
    await waitFor(() =>
      expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
        'Who we are | CWA Web App',
      ),
    )
    expect(site.pendingReads).toEqual([])
  })

  test('works within rich text', async () => {
    const site = renderVisitorApp(pages())
    await site.user.click(screen.getByRole('link', { name: 'Inside' }))
    await respondToNext(site)
    expect(heading().textContent).toBe('About us')
    expect(site.effects[0]).toBe('push /about#when')
  })

  test('with a slash at its end leads to the address without it', async () => {
    const site = renderVisitorApp(pages())
    await site.user.click(screen.getByRole('link', { name: 'Slashed' }))
    await waitFor(() => expect(site.pendingReads.map(({ path }) => path)).toEqual(['/about']))
    await respondToNext(site)
    expect(site.effects[0]).toBe('push /about?page=2')
  })

  test('to an anchor on the page fetches nothing and scrolls', async () => {
    const site = renderVisitorApp(pages())
    await site.user.click(screen.getByRole('link', { name: 'Further' }))
    await waitFor(() => expect(site.effects).toContain('scroll'))
    expect(site.pendingReads).toEqual([])
    expect(heading().textContent).toBe('Home')
  })

  test('that was abandoned shows nothing of its target', async () => {
    const site = renderVisitorApp(pages())
    await site.user.click(screen.getByRole('link', { name: 'About' }))
    await waitFor(() => expect(site.pendingReads).toHaveLength(1))
    await site.user.click(screen.getByRole('link', { name: 'CWA Web App' }))
    expect(heading().textContent).toBe('Home')
    await respondToNext(site)
    expect(heading().textContent).toBe('Home')
  })

  test('to a missing page shows the error page, which links home', async () => {
    const site = renderVisitorApp({
      ...pages(),
      '/': pagePayload([
        link('lost', 'Lost', '/lost'),
        component('Title', 'home', { title: 'Home' }),
      ]),
    })
    await site.user.click(screen.getByRole('link', { name: 'Lost' }))
    await respondToNext(site)
    expect(heading().textContent).toBe('This Page Doesn’t Exist')
    await waitFor(() => expect(document.activeElement).toBe(heading()))
    expect(document.title).toContain('404')

    await site.user.click(screen.getByRole('button', { name: 'Go back home' }))
    expect(await screen.findByRole('heading', { name: 'Home' })).toBeDefined()
    expect(screen.queryByText('This Page Doesn’t Exist')).toBeNull()
  })
})

describe('clicks left to the browser', () => {
  type Site = ReturnType<typeof renderVisitorApp>
  const click = ({ user }: Site) => user.click(screen.getByRole('link', { name: 'This' }))

  /** Clicks a link and returns whether the app handled the click. */
  const clickLink = async (attributes: string, gesture: (site: Site) => Promise<void> = click) => {
    const site = renderVisitorApp({ '/': pagePayload([text('t', `<a ${attributes}>This</a>`)]) })
    let isTaken: boolean | null = null
    const notice = (event: Event) => {
      isTaken = event.defaultPrevented
      event.preventDefault()
    }
    document.addEventListener('click', notice, { once: true })
    await gesture(site)
    return { isTaken, effects: site.effects }
  }

  test.each([
    ['a link to another site', 'href="https://elsewhere.test/"'],
    ['a link to a mail address', 'href="mailto:a@b.test"'],
    ['a link to another window', 'href="/about" target="_blank"'],
    ['a download', 'href="/about" download'],
    ['the API', 'href="/_api/docs.jsonld"'],
  ])('%s', async (_, attributes) => {
    expect(await clickLink(attributes)).toEqual({ isTaken: false, effects: [] })
  })

  test.each(['Control', 'Meta', 'Shift', 'Alt'])('a click with %s held down', async (key) => {
    const held = async (site: Site) => {
      await site.user.keyboard(`{${key}>}`)
      await click(site)
      await site.user.keyboard(`{/${key}}`)
    }
    expect(await clickLink('href="/about"', held)).toEqual({ isTaken: false, effects: [] })
  })
})

test('the skip link focuses the main content and keeps the address', async () => {
  const site = renderVisitorApp(pages())
  await site.user.tab()
  expect(document.activeElement?.textContent).toBe('Skip to content')
  await site.user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('main'))
  expect(site.effects).toEqual([])
})

test('a navigation link marks the current page, and its section on the pages below it', async () => {
  const site = renderVisitorApp(
    {
      ...pages(),
      '/about': pagePayload([link('here', 'Here', '/about'), link('home', 'There', '/')], {
        path: '/about',
      }),
    },
    { at: '/about' },
  )
  expect(screen.getByRole('link', { name: 'Here' }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'There' }).getAttribute('aria-current')).toBeNull()
  expect(site.effects).toEqual([])
  cleanup()
  renderVisitorApp(
    {
      '/about/us': pagePayload(
        [link('here', 'Here', '/about'), link('home', 'There', '/'), link('ab', 'Other', '/ab')],
        { path: '/about/us' },
      ),
    },
    { at: '/about/us' },
  )
  const currentOf = (name: string) =>
    screen.getByRole('link', { name }).getAttribute('aria-current')
  expect(['Here', 'There', 'Other'].map(currentOf)).toEqual(['location', null, null])
})
