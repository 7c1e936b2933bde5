import { accountPath } from '#content/account/account-path.ts'
import { describe, expect, test } from 'vitest'
import { parse } from 'regexparam'
import { matchRoute as wouterMatch } from 'wouter'
import {
  pathPatterns,
  isAdminPath,
  isAuthPath,
  isContentPath,
  isPublicPath,
  parsePattern,
} from '#content/navigation/path-patterns.ts'
import {
  contentLocation,
  hrefOf,
  locationOf,
  otherAccountHref,
  returnLocation,
} from '#content/navigation/location.ts'
import type { User } from '#content/model/resource.ts'
import { type ScreenPath, screens } from '#content/navigation/screens.ts'
import type { ViewsByPath } from '#src/app/shell/AppScreen.tsx'
import { type AppRoute, authorize, matchRoute, routes } from '#content/navigation/route-table.ts'

const person = (...roles: User['roles']) => ({ roles }) as User
const editor = person('ROLE_USER', 'ROLE_ADMIN')
const member = person('ROLE_USER')
const at = (href: string, user: User | null = null) => authorize(locationOf(href), user)

describe('matching a route', () => {
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

  test('all routes have different names', () => {
    const names = routes.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  test('content is fetched everywhere but at the app’s own screens', () => {
    const example = (path: string) =>
      path.replace('/:cwaPage0', '/%2F_%2Fpages%2F1').replace(/:[^/]+/g, 'x')
    const isScreen = (path: string) => screens.some((screen) => screen.path === path)
    for (const { path } of routes.slice(0, -1))
      expect(isContentPath(example(path)), path).toBe(!isScreen(path))
    expect(isContentPath('/a/b/c/d/e')).toBe(true)
  })

  test.each(screens.map(({ path }) => [path]))('%s is either an auth or an admin path', (path) => {
    expect(isAuthPath(path)).toBe(!path.startsWith('/_cwa'))
    expect(isAdminPath(path)).toBe(path.startsWith('/_cwa'))
  })

  test('the compiler refuses a screen without a view', () => {
    type Views<Path extends string> = Record<Path, () => null>
    const complete: Views<ScreenPath> extends ViewsByPath ? true : false = true
    // @ts-expect-error The sign-in screen has no view.
    const withoutSignIn: Views<Exclude<ScreenPath, '/login'>> extends ViewsByPath ? true : false =
      true
    expect([complete, withoutSignIn]).toEqual([true, true])
  })
})

describe('an address that is not found', () => {
  test.each(['/a/b/c/d/e/f', '/a/b/c/d/e/f?page=2', '/_cwa/pages/1/2/3/4'])(
    '%s matches no route',
    (href) => {
      const message = `Page not found: ${href}`
      expect(at(href, editor)).toEqual({ kind: 'denied', status: 404, message })
    },
  )

  test.each([
    '/verify-email',
    '/verify-email/ada',
    '/verify-email//t0',
    '/reset-password/ada',
    '/confirm-new-email/ada/t0',
    '/login/again',
    '/_cwa/%2F_%2Flayouts%2F1',
    '/_cwa/nothing',
  ])('%s matches a route but has invalid parameters', (href) => {
    const message = `Page Not Found: ${href}`
    expect(at(href, editor)).toEqual({ kind: 'denied', status: 404, message })
  })
})

describe('access', () => {
  const allowed = { kind: 'allowed' }

  test('everyone may visit pages and auth screens', () => {
    expect(at('/about')).toEqual(allowed)
    expect(at('/verify-email/ada/t0')).toEqual(allowed)
    expect(at('/verify-email/ada/t0', member)).toEqual(allowed)
  })

  test.each(['/_cwa', '/_cwa/pages', '/_cwa/%2F_%2Fpages%2F1'])(
    'administrators may visit %s; visitors are sent to sign in, and other users are refused',
    (path) => {
      expect(at(path, editor)).toEqual(allowed)
      expect(at(path, member)).toMatchObject({ kind: 'denied', status: 403 })
      const away = at(`${path}?page=2`)
      if (away.kind !== 'redirected') throw new Error('Expected a redirect.')
      expect(locationOf(away.to).path).toBe('/login')
      expect(hrefOf(returnLocation(locationOf(away.to)))).toBe(`${path}?page=2`)
    },
  )

  test('people may visit the screen of their own account, and administrators those of all', () => {
    const account = { ...member, '@id': '/users/1' } as const
    const own = accountPath(account['@id'])
    expect(at(own, account)).toEqual(allowed)
    expect(at(own, editor)).toEqual(allowed)
    expect(at(own)).toMatchObject({ kind: 'redirected' })
    for (const path of [accountPath('/users/other'), '/_cwa/users/add', '/_cwa/users'])
      expect(at(path, account)).toMatchObject({ kind: 'denied', status: 403 })
  })

  test('signed-in users are redirected from the sign-in screen', () => {
    expect(at('/login')).toEqual(allowed)
    expect(at('/login', member)).toEqual({ kind: 'redirected', to: '/' })
    expect(at('/login?back=%2F_cwa%2Fpages', editor)).toEqual({
      kind: 'redirected',
      to: '/_cwa/pages',
    })
    expect(at(otherAccountHref('/_cwa'), member)).toEqual({ kind: 'allowed' })
    expect(at('/login?back=%2Flogin', editor)).toEqual({ kind: 'redirected', to: '/' })
  })

  test('middleware runs in order until one denies access, and unknown middleware is an error', () => {
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

describe('an editor without the second factor that the site requires', () => {
  const missing = { ...member, isTwoFactorMissing: true } as const
  const setUp = (back: string) => ({
    kind: 'redirected',
    to: `/_cwa/set-up-two-factor?back=${encodeURIComponent(back)}`,
  })

  test.each([
    ['/', '/'],
    ['/about?page=2', '/about?page=2'],
    ['/_cwa/pages', '/_cwa/pages'],
    ['/login', '/'],
    ['/login?back=/_cwa', '/_cwa'],
  ])('is led from %s to its set-up, and back to %s', (href, back) => {
    expect(at(href, missing)).toEqual(setUp(back))
  })

  test.each([
    '/_cwa/set-up-two-factor',
    '/login?account=other&back=/',
    '/forgot-password',
    '/reset-password/ada/t0',
  ])('may open %s', (href) => {
    expect(at(href, missing)).toEqual({ kind: 'allowed' })
  })

  test('the screen of its set-up is for people who are signed in', () => {
    expect(at('/_cwa/set-up-two-factor', member)).toEqual({ kind: 'allowed' })
    expect(at('/_cwa/set-up-two-factor')).toEqual({
      kind: 'redirected',
      to: '/login?back=%2F_cwa%2Fset-up-two-factor',
    })
  })
})

describe('locations', () => {
  test.each([
    ['/', '/'],
    ['/about/', '/about'],
    ['/about//?page=2#top/', '/about?page=2#top/'],
    ['https://elsewhere.test/about/', '/about'],
  ])('%s is normalized to %s', (href, normalized) => {
    expect(hrefOf(locationOf(href))).toBe(normalized)
  })

  test('the content of a page without a route is requested by its IRI', () => {
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
  ])('the back parameter in "%s" leads to the home page', (search) => {
    expect(hrefOf(returnLocation(locationOf(`/login${search}`)))).toBe('/')
  })
})

describe('the path patterns', () => {
  const patternOf = (path: string) =>
    Object.entries(pathPatterns).find(([, pattern]) => pattern.test(path))?.[0]

  test.each([
    ['/', 'page'],
    ['/a/b/c/d/e', 'page'],
    ['/a//b', 'page'],
    ['/Login', 'page'],
    ['/loginhelp', 'page'],
    ['/a/b/c/d/e/f', undefined],
    ['/login', 'auth'],
    ['/login/again', 'auth'],
    ['/_cwa', 'admin'],
    ['/_cwa/pages/1/2/3', 'admin'],
    ['/_cwanything', 'page'],
    ['/_cwa/%2F_%2Fpages%2F1', 'resource'],
    ['/_cwa/%2f_%2fpages%2f1', 'resource'],
  ])('%s matches the pattern %s', (path, name) => {
    expect(patternOf(path)).toBe(name)
    expect(isContentPath(path)).toBe(name === 'page' || name === 'resource')
    expect(isPublicPath(path)).toBe(name === 'page')
    expect(isAuthPath(path)).toBe(name === 'auth')
    expect(isAdminPath(path)).toBe(name === 'admin' || name === 'resource')
  })

  test('wouter matches a path as the machines and the server do', () => {
    for (const { path } of routes) {
      const { pattern } = parsePattern(path)
      const example = path.replace(/:(\w+)\??/g, 'x')
      expect(wouterMatch(parse, pattern, example)[0], example).toBe(true)
      expect(matchRoute(example)?.route.path).toBe(path)
    }
  })
})
