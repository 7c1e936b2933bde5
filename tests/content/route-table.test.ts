import { describe, expect, test } from 'vitest'
import {
  contentLocation,
  isContentPath,
  hrefOf,
  locationOf,
  otherAccountHref,
  returnLocation,
} from '#content/page/location.ts'
import type { User } from '#content/model/resource.ts'
import { type AppRoute, authorize, matchRoute, routes } from '#content/page/route-table.ts'

const person = (...roles: User['roles']) => ({ roles }) as User
const editor = person('ROLE_USER', 'ROLE_ADMIN')
const member = person('ROLE_USER')
const at = (href: string, user: User | null = null) => authorize(locationOf(href), user)

describe('which route an address has', () => {
  test.each([
    ['/', 'page', {}],
    ['/about', 'page', { cwaPage0: 'about' }],
    [
      '/a/b/c/d/e',
      'page',
      { cwaPage0: 'a', cwaPage1: 'b', cwaPage2: 'c', cwaPage3: 'd', cwaPage4: 'e' },
    ],
    ['/caf%C3%A9/', 'page', { cwaPage0: 'café' }],
    ['/login', 'login', {}],
    ['/forgot-password', 'forgot-password', {}],
    ['/verify-email/ada/t0', 'verify-email', { username: 'ada', token: 't0' }],
    ['/reset-password/ada/t0', 'reset-password', { username: 'ada', token: 't0' }],
    [
      '/confirm-new-email/ada/a%40b.test/t0',
      'confirm-new-email',
      { username: 'ada', newEmail: 'a@b.test', token: 't0' },
    ],
    ['/_cwa', 'admin', {}],
    ['/_cwa/pages', 'admin/pages', {}],
    [
      '/_cwa/data/Blog/%2Fpage_data%2F1',
      'admin/data/:type/:iri',
      { type: 'Blog', iri: '/page_data/1' },
    ],
    ['/_cwa/useListPage', 'admin/useListPage', {}],
    ['/_cwa/%2F_%2Fpages%2F1', 'resource', { cwaPage0: '/_/pages/1' }],
  ])('%s is %s', (path, name, params) => {
    expect(matchRoute(path)).toMatchObject({ route: { name }, params })
  })

  test('the names are all different', () => {
    const names = routes.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  test('content is fetched exactly where the content system is not disabled', () => {
    const example = (path: string) =>
      path.replace('/:cwaPage0', '/%2F_%2Fpages%2F1').replace(/:[^/]+/g, 'x')
    for (const { path, meta } of routes.slice(0, -1))
      expect(isContentPath(example(path)), path).toBe(!meta.isAppScreen)
    expect(isContentPath('/a/b/c/d/e')).toBe(true)
  })
})

describe('what is not there', () => {
  test.each(['/a/b/c/d/e/f', '/a/b/c/d/e/f?page=2', '/_cwa/pages/1/2/3/4'])('%s', (href) => {
    const message = `Page not found: ${href}`
    expect(at(href, editor)).toEqual({ kind: 'denied', status: 404, message })
  })

  test.each([
    '/verify-email',
    '/verify-email/ada',
    '/verify-email//t0',
    '/reset-password/ada',
    '/confirm-new-email/ada/t0',
    '/login/again',
    '/_cwa/%2F_%2Flayouts%2F1',
    '/_cwa/nothing',
  ])('%s looks like something and is not', (href) => {
    const message = `Page Not Found: ${href}`
    expect(at(href, editor)).toEqual({ kind: 'denied', status: 404, message })
  })
})

describe('who may come in', () => {
  const allowed = { kind: 'allowed' }

  test('everybody to pages and to the screens of accounts', () => {
    expect(at('/about')).toEqual(allowed)
    expect(at('/verify-email/ada/t0')).toEqual(allowed)
    expect(at('/verify-email/ada/t0', member)).toEqual(allowed)
  })

  test.each(['/_cwa', '/_cwa/pages', '/_cwa/%2F_%2Fpages%2F1'])(
    'administrators to %s; the others are sent to sign in, or refused',
    (path) => {
      expect(at(path, editor)).toEqual(allowed)
      expect(at(path, member)).toMatchObject({ kind: 'denied', status: 403 })
      const away = at(`${path}?page=2`)
      if (away.kind !== 'redirected') throw new Error('Nobody is let in.')
      expect(locationOf(away.to).path).toBe('/login')
      expect(hrefOf(returnLocation(locationOf(away.to)))).toBe(`${path}?page=2`)
    },
  )

  test('nobody who is signed in to the sign-in screen', () => {
    expect(at('/login')).toEqual(allowed)
    expect(at('/login', member)).toEqual({ kind: 'redirected', to: '/' })
    expect(at('/login?back=%2F_cwa%2Fpages', editor)).toEqual({
      kind: 'redirected',
      to: '/_cwa/pages',
    })
    expect(at(otherAccountHref('/_cwa'), member)).toEqual({ kind: 'allowed' })
    expect(at('/login?back=%2Flogin', editor)).toEqual({ kind: 'redirected', to: '/' })
  })

  test('one after the other is asked, and one that nobody knows breaks the route', () => {
    const table: AppRoute[] = [
      { name: 'club', path: '/club', meta: {}, middleware: ['open', 'toString'] },
      { name: 'shut', path: '/shut', meta: {}, middleware: ['closed', 'toString'] },
    ]
    const known = {
      open: () => ({ kind: 'allowed' }) as const,
      closed: () => ({ kind: 'redirected', to: '/' }) as const,
    }
    expect(authorize(locationOf('/club'), null, table, known)).toEqual({
      kind: 'denied',
      status: 500,
      message: "Unknown route middleware: 'toString'",
    })
    expect(authorize(locationOf('/shut'), null, table, known)).toEqual({
      kind: 'redirected',
      to: '/',
    })
  })
})

describe('places', () => {
  test.each([
    ['/', '/'],
    ['/about/', '/about'],
    ['/about//?page=2#top/', '/about?page=2#top/'],
    ['https://elsewhere.test/about/', '/about'],
  ])('%s is the place %s', (href, place) => {
    expect(hrefOf(locationOf(href))).toBe(place)
  })

  test('the content of a page without a route is asked for by its IRI', () => {
    const location = locationOf('/_cwa/%2F_%2Fpages%2F1?page=2#x')
    expect(hrefOf(contentLocation(location))).toBe('/_/pages/1?page=2#x')
    const page = locationOf('/about')
    expect(contentLocation(page)).toBe(page)
  })

  test.each([
    '',
    '?back=',
    '?back=//evil.test',
    '?back=/%5Cevil.test',
    '?back=https://evil.test',
    '?back=/%09/%5B',
  ])('the way back from %s is home', (search) => {
    expect(hrefOf(returnLocation(locationOf(`/login${search}`)))).toBe('/')
  })
})
