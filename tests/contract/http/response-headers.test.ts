/** Headers of every response of the API, the site, its files and its hub. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachStorage } from '../../support/server/databases.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'

const hub = '/.well-known/mercure'

/** One URL of every kind, with its request options. */
const everyKind: [address: string, request?: RequestInit][] = [
  ['/'],
  ['/blog-articles'],
  ['/topic-1'],
  ['/nowhere'],
  ['/login'],
  ['/_payload.json'],
  ['/%00'],
  ['/robots.txt'],
  ['/sitemap.xml'],
  ['/sitemap_index.xml'],
  ['/__sitemap__/cwa-custom.xml'],
  ['/manifest.webmanifest'],
  ['/builds/latest.json'],
  ['/builds/meta/another.json'],
  ['/healthz'],
  ['/readyz'],
  ['/', { method: 'POST' }],
  ['/', { method: 'OPTIONS' }],
  ['/', { method: 'HEAD' }],
  ['/nowhere', { headers: { 'user-agent': 'a bot' } }],
  [hub, { method: 'HEAD' }],
  [hub, { method: 'POST' }],
  ['/_api'],
  ['/_api/docs.jsonld'],
  ['/_api/component/titles'],
  ['/_api/_/routes//'],
  ['/_api/_/routes//', { headers: { origin: 'http://localhost:5173' } }],
  ['/_api/_/routes//', { method: 'OPTIONS' }],
  ['/_api/_/routes//nowhere'],
  ['/_api/_/pages', { method: 'POST' }],
  ['/_api/me'],
  ['/_api/me', { headers: { cookie: 'api_component=nonsense' } }],
  ['/_api/login', { method: 'POST' }],
  ['/_api/users'],
]

eachStorage('response headers', (newStorage) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(await newStorage())
  })
  afterAll(() => server.stop())

  const ask = async (address: string, request: RequestInit = {}) => {
    const answer = await fetch(server.url + address, { redirect: 'manual', ...request })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const signedIn = async () => {
    const person = createHttpClient(server.url)
    await person.signIn()
    return person
  }
  let signing: Promise<HttpClient> | null = null
  /** A user that no test signs out. */
  const anAdmin = () => (signing ??= signedIn())

  test.each(everyKind)('%s %o forbids guessing its content type', async (address, request) => {
    const { headers } = await ask(address, request)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toMatch(/^(deny|sameorigin)$/i)
    expect(headers.get('strict-transport-security'), 'its address is not https').toBeNull()
    expect(headers.get('cache-control')).not.toBeNull()
  })

  test('a stream of the hub and a 304 forbid guessing their content type', async () => {
    const stop = new AbortController()
    const stream = await fetch(`${server.url}${hub}?topic=*`, { signal: stop.signal })
    stop.abort()
    const home = await ask('/')
    const again = await ask('/', { headers: { 'if-none-match': home.headers.get('etag')! } })
    expect(again.status).toBe(304)
    for (const headers of [stream.headers, again.headers])
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    for (const name of ['cache-control', 'vary', 'etag'])
      expect(again.headers.get(name)).toBe(home.headers.get(name))
  })

  test.each([
    ['a text that is no request', 'nonsense\r\n\r\n', 400],
    ['headers that are too long', `GET / HTTP/1.1\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ])(
    'the response to %s, which no handler sees, forbids guessing its content type',
    async (_, request, status) => {
      const { hostname, port } = new URL(server.url)
      const connection = connect(Number(port), hostname)
      connection.end(request)
      const answer = await textOf(connection)
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      expect(answer).toContain('x-content-type-options: nosniff')
      expect(answer).toContain('cache-control: no-store')
    },
  )

  test('signing out by the address bar shows an empty page and saves no file', async () => {
    const typed = { headers: { 'sec-fetch-site': 'none' } }
    const { status, headers } = await ask('/_api/logout', typed)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  })

  test('rendering a page does not use up the renewal of a session', async () => {
    const cookie = (await signedIn()).cookieFor('/_api')
    server.advance(25 * 60 * 60 * 1_000)
    const page = await ask('/', { headers: { cookie } })
    expect(page.headers.getSetCookie()).toEqual([])
    const { headers } = await ask('/_api/me', { headers: { cookie } })
    expect(headers.getSetCookie().join('; ')).toContain('api_component=')
  })

  test('a response that sets a cookie is kept out of every cache', async () => {
    const admin = await signedIn()
    const cookie = admin.cookieFor('/_api')
    // A day later the first request renews the session.
    for (const iri of ['/_/layouts', '/docs.jsonld', '/_/component_groups', '/component/titles']) {
      server.advance(25 * 60 * 60 * 1_000)
      const { status, headers } = await ask(`/_api${iri}`, { headers: { cookie } })
      expect([iri, status]).toEqual([iri, 200])
      expect(headers.getSetCookie().join('; ')).toContain('api_component=')
      expect([iri, headers.get('cache-control')]).toEqual([iri, 'private, no-store'])
      const again = await ask(`/_api${iri}`, { headers: { cookie } })
      expect(again.headers.getSetCookie()).toEqual([])
    }
    for (const iri of ['/me', '/logout']) {
      const { headers } = await ask(`/_api${iri}`, { headers: { 'sec-fetch-site': 'none' } })
      expect(headers.getSetCookie()).not.toEqual([])
      expect([iri, headers.get('cache-control')]).toEqual([iri, 'private, no-store'])
    }
  })

  describe('responses to requests with and without an origin', () => {
    const words = (vary: string | null) => (vary ?? '').split(',').map((word) => word.trim())

    test('vary by origin, and name each header once', async () => {
      for (const iri of ['', '/docs.jsonld', '/_/layouts', '/_/routes//', '/nowhere', '/me']) {
        const own = await ask(`/_api${iri}`)
        const others = await ask(`/_api${iri}`, { headers: { origin: 'http://localhost:5173' } })
        const strangers = await ask(`/_api${iri}`, { headers: { origin: 'https://evil.test' } })
        for (const { headers } of [own, others, strangers]) {
          const vary = words(headers.get('vary'))
          expect.soft([iri, vary]).toEqual([iri, expect.arrayContaining(['Accept', 'Origin'])])
          expect.soft([iri, vary]).toEqual([iri, [...new Set(vary)]])
        }
        expect.soft(words(others.headers.get('vary'))).toEqual(words(own.headers.get('vary')))
        expect
          .soft([iri, others.headers.get('cache-control')])
          .toEqual([iri, own.headers.get('cache-control')])
      }
    })

    test('vary by page for a dynamic position and a list of positions', async () => {
      const admin = await anAdmin()
      const { json } = await admin.get('/_/component_positions?perPage=100')
      const positions = json['member'] as { '@id': string; pageDataProperty?: string }[]
      const dynamic = positions.find(({ pageDataProperty }) => pageDataProperty)!['@id']
      for (const iri of [dynamic, '/_/component_positions?perPage=100']) {
        for (const headers of [{}, { origin: 'http://localhost:5173' }, { path: '/' }] as Record<
          string,
          string
        >[]) {
          const answer = await ask(`/_api${iri}`, { headers })
          expect
            .soft([iri, words(answer.headers.get('vary'))])
            .toEqual([iri, expect.arrayContaining(['Accept', 'Content-Type', 'path', 'Origin'])])
        }
      }
    })
  })

  test('/me deletes a cookie only if one was sent', async () => {
    const names = (headers: Headers) =>
      headers.getSetCookie().map((cookie) => cookie.split('=', 1)[0])
    const without = await ask('/_api/me')
    expect([without.status, names(without.headers)]).toEqual([401, ['mercureAuthorization']])
    const other = await ask('/_api/me', { headers: { cookie: 'theme=dark' } })
    expect(names(other.headers)).toEqual(['mercureAuthorization'])
    for (const cookie of ['api_component=nonsense', 'api_component=']) {
      const stale = await ask('/_api/me', { headers: { cookie } })
      expect(stale.status).toBe(401)
      expect(names(stale.headers)).toEqual(['api_component', 'mercureAuthorization'])
    }
  })

  describe('methods', () => {
    const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']
    const cases: [address: string, allow: string][] = [
      ['/', 'GET, HEAD'],
      ['/blog-articles', 'GET, HEAD'],
      ['/nowhere', 'GET, HEAD'],
      ['/_payload.json', 'GET, HEAD'],
      ['/blog-articles/_payload.json', 'GET, HEAD'],
      ['/robots.txt', 'GET, HEAD'],
      ['/sitemap.xml', 'GET, HEAD'],
      ['/sitemap_index.xml', 'GET, HEAD'],
      ['/__sitemap__/cwa-custom.xml', 'GET, HEAD'],
      ['/manifest.webmanifest', 'GET, HEAD'],
      ['/builds/latest.json', 'GET, HEAD'],
      ['/builds/meta/test.json', 'GET, HEAD'],
      ['/healthz', 'GET, HEAD'],
      ['/readyz', 'GET, HEAD'],
      [hub, 'GET'],
      ['/_api', 'GET'],
      ['/_api/', 'GET'],
      ['/_api/index.jsonld', 'GET'],
      ['/_api/docs', 'GET'],
      ['/_api/docs.json', 'GET'],
      ['/_api/_/page_data_metadatas', 'GET'],
      ['/_api/_/page_data_metadatas/App%5CEntity%5CBlogArticleData', 'GET'],
      ['/_api/_/resource_manifest//', 'GET'],
      ['/_api/_/routes_manifest//', 'GET'],
      ['/_api/me', 'GET'],
      ['/_api/login', 'POST'],
      ['/_api/users', 'GET, POST'],
      ['/_api/_/layouts', 'GET, POST'],
      ['/_api/_/routes//', 'GET, PUT, PATCH, DELETE'],
      ['/_api/_/routes/generate', 'POST'],
      ['/_api/_/publications', 'POST'],
      ['/_api/_/routes//blog-articles/redirects', 'GET'],
      ['/_api/_/routes//blog-articles/children', 'GET'],
      ['/_api/component/images/upload', 'POST'],
      ['/_api/component/images/1/upload', 'POST'],
      ['/_api/component/images/1/download/file', 'GET'],
      ['/_api/component/images/1/usage', 'GET'],
      ['/_api/component/forms/password_reset', 'GET'],
      ['/_api/component/forms/password_reset.jsonld', 'GET'],
      ['/_api/component/forms/password_reset/submit', 'POST, PATCH'],
      ['/_api/component/forms/1/submit', 'POST, PATCH'],
      ['/_api/password/reset/request/nobody', 'GET'],
      ['/_api/verify-email/nobody/token', 'GET'],
      ['/_api/resend-verify-email/nobody', 'GET'],
      ['/_api/resend-verify-new-email/nobody', 'GET'],
      ['/_api/confirm-email/nobody/new@people.test/token', 'GET'],
    ]

    test.each(cases)(
      '%s refuses other methods and names the allowed ones',
      async (address, allow) => {
        const admin = await anAdmin()
        const cookie = admin.cookieFor('/_api')
        const headers = { cookie, 'content-type': 'application/ld+json' }
        const offered = allow.split(', ')
        for (const method of all.filter((one) => !offered.includes(one))) {
          const answer = await ask(address, { method, headers })
          expect
            .soft([method, answer.status, answer.headers.get('allow')])
            .toEqual([method, 405, allow])
          expect.soft(answer.headers.get('cache-control')).toBe('private, no-store')
        }
        const options = await ask(address, { method: 'OPTIONS', headers: { cookie } })
        expect([options.status, options.headers.get('allow')]).toEqual([204, `${allow}, OPTIONS`])
        expect(options.text).toBe('')
      },
    )

    test('HEAD is GET without its body', async () => {
      // These are throttled for any method.
      const isCounted = /nobody/
      const read = cases.flatMap(([one, allow]) =>
        allow.startsWith('GET') && one !== hub && !isCounted.test(one) ? [one] : [],
      )
      for (const address of read) {
        // Requests for mail are throttled for each name in ten minutes, and all of these have the same.
        server.advance(11 * 60 * 1_000)
        const [get, head] = [await ask(address), await ask(address, { method: 'HEAD' })]
        expect.soft([address, head.status, head.text]).toEqual([address, get.status, ''])
        for (const name of ['content-type', 'cache-control', 'vary', 'etag', 'location', 'allow'])
          expect
            .soft([address, name, head.headers.get(name)])
            .toEqual([address, name, get.headers.get(name)])
      }
    })
  })

  describe('the headers of a failed write', () => {
    let admin: HttpClient
    beforeAll(async () => {
      admin = await anAdmin()
    })
    const upload = async (iri: string, file?: Blob) => {
      const body = new FormData()
      if (file) body.set('file', file, 'file.txt')
      else body.set('another', 'x')
      const cookie = admin.cookieFor('/_api')
      return ask(`/_api${iri}`, { method: 'POST', body, headers: { cookie } })
    }
    const valid = (answer: { status: number; headers: Headers }) => [
      answer.status,
      answer.headers.get('valid-to-publish'),
    ]

    test('tell editors that the resource could not be published', async () => {
      const image = String((await admin.post('/component/images', {})).json['@id'])
      const text = new Blob(['no picture'])
      expect.soft(valid(await upload('/component/images/upload', text))).toEqual([422, '0'])
      expect.soft(valid(await upload(`${image}/upload`, text))).toEqual([422, '0'])
      expect.soft(valid(await upload('/component/images/upload'))).toEqual([422, '0'])
      expect.soft(valid(await upload(`${image}/upload`))).toEqual([422, '0'])
      const file = 'data:text/plain;base64,bm8gcGljdHVyZQ=='
      expect.soft(valid(await admin.post('/component/images', { file }))).toEqual([422, '0'])
      expect.soft(valid(await admin.patch(image, { file }))).toEqual([422, '0'])

      const title = { title: 'x', publishedAt: '2026-01-05T09:00:00+00:00' }
      const live = String((await admin.post('/component/titles', title)).json['@id'])
      const published = `${live}?published=true`
      expect.soft(valid(await admin.patch(published, { publishedAt: null }))).toEqual([422, '0'])
      expect.soft(valid(await admin.patch(published, { title: '' }))).toEqual([422, '0'])
      expect
        .soft(valid(await admin.post('/component/titles', { ...title, title: '' })))
        .toEqual([422, '0'])
    })

    test('tell nothing to visitors, and nothing about types without drafts', async () => {
      const visitor = createHttpClient(server.url)
      const refused = await visitor.post('/component/titles', { title: '' })
      expect(valid(refused)).toEqual([401, null])
      expect(valid(await admin.post('/_/layouts', {}))).toEqual([422, null])
    })
  })

  describe('signing out', () => {
    const signOut = async (headers: Record<string, string>, method = 'GET') => {
      const admin = await signedIn()
      const { status } = await admin.request('/_api/logout', { method, headers })
      return [status, (await admin.get('/me')).status]
    }

    test.each([
      ['a link on another site', { 'sec-fetch-site': 'cross-site', referer: 'https://evil.test/' }],
      ['a link on a neighbor', { 'sec-fetch-site': 'same-site' }],
      ['a picture in an older browser', { referer: 'https://evil.test/page' }],
      ['a request of another site', { origin: 'https://evil.test' }],
      ['a request of a page without an origin', { origin: 'null' }],
    ])('rejects %s, and the user stays signed in', async (_, headers) => {
      expect(await signOut(headers)).toEqual([403, 200])
      expect(await signOut(headers, 'POST')).toEqual([403, 200])
    })

    test('rejects navigation that hides its origin, but no API client that posts', async () => {
      expect(await signOut({})).toEqual([403, 200])
      expect(await signOut({}, 'POST')).toEqual([200, 401])
    })

    test('rejects a picture in a text of this site, which loads by itself', async () => {
      const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }
      expect(await signOut(headers)).toEqual([403, 200])
    })

    test('allows this site and the address bar', async () => {
      const own = server.url
      for (const headers of [
        { 'sec-fetch-site': 'same-origin', referer: `${own}/` },
        { 'sec-fetch-site': 'none' },
        { origin: own },
        { referer: `${own}/page` },
      ] as Record<string, string>[]) {
        expect.soft([headers, await signOut(headers)]).toEqual([headers, [200, 401]])
      }
    })

    test('is not confused with a page whose path is /logout', async () => {
      const headers = { 'sec-fetch-site': 'cross-site' }
      expect((await ask('/_api/_/routes//logout', { headers })).status).toBe(404)
    })
  })
})

describe('a site with an https origin', () => {
  const home = 'https://www.site.test'
  const friend = 'https://editor.site.test'
  let folder: string
  let server: TestServer
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'troupe-'))
    server = await startServer(
      { DATA_DIR: folder },
      {
        NODE_ENV: 'production',
        SITE_URL: home,
        TRUSTED_ORIGINS: `${friend}, https://another.test/`,
      },
    )
  })
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  })

  test.each(everyKind)('%s %o has the HSTS header', async (address, request) => {
    const { headers } = await fetch(server.url + address, { redirect: 'manual', ...request })
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8,}/)
    for (const cookie of headers.getSetCookie()) expect(cookie).toContain('; Secure')
  })

  test('sets Secure cookies, however the request came', async () => {
    for (const proto of ['', 'http', 'https']) {
      const answer = await fetch(`${server.url}/_api/login`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(proto && { 'x-forwarded-proto': proto }),
        },
        body: JSON.stringify({ username: 'admin', password: 'a-long-enough-password' }),
      })
      expect(answer.status).toBe(204)
      const cookies = answer.headers.getSetCookie()
      expect(cookies).toHaveLength(2)
      for (const cookie of cookies) expect(cookie).toContain('; Secure')
    }
  })

  const fetchFrom = (origin: string, request: RequestInit = {}) =>
    fetch(`${server.url}/_api/_/layouts`, {
      ...request,
      headers: { origin, ...(request.headers as Record<string, string>) },
    })

  test('lets trusted front ends send cookies, and no others', async () => {
    const admin = createHttpClient(server.url)
    await admin.signIn()
    const cookie = admin.cookieFor('/_api')
    const write = (origin: string) =>
      fetchFrom(origin, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/ld+json' },
        body: JSON.stringify({ reference: origin, uiComponent: 'Primary' }),
      })
    for (const origin of [friend, 'https://another.test', home]) {
      const { headers } = await fetchFrom(origin)
      expect(headers.get('access-control-allow-origin')).toBe(origin)
      expect(headers.get('access-control-allow-credentials')).toBe('true')
      expect((await write(origin)).status).toBe(201)
    }
    for (const origin of [
      'https://evil.test',
      'http://editor.site.test',
      'https://editor.site.test:8443',
      'https://editor.site.test.evil.test',
      'http://localhost:5173',
      'null',
    ]) {
      expect([
        origin,
        (await fetchFrom(origin)).headers.get('access-control-allow-origin'),
      ]).toEqual([origin, null])
      expect((await write(origin)).status).toBe(403)
    }
  })

  test('lets only trusted front ends cache a preflight', async () => {
    const preflight = (origin: string, address = '/_api/component/titles') =>
      fetch(server.url + address, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'content-type,path,if-match',
        },
      })
    for (const address of ['/_api/component/titles', hub]) {
      const { status, headers } = await preflight(friend, address)
      expect(status).toBe(204)
      expect(headers.get('access-control-allow-origin')).toBe(friend)
      expect(headers.get('access-control-allow-credentials')).toBe('true')
      expect(Number(headers.get('access-control-max-age'))).toBeGreaterThanOrEqual(600)
      expect(headers.get('vary')).toContain('Origin')
    }
    const refused = await preflight('https://evil.test')
    expect(refused.headers.get('access-control-allow-origin')).toBeNull()
    expect(refused.headers.get('vary')).toContain('Origin')
  })
})
