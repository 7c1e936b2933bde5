import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/store/db/open-database.ts'
import type { DatabaseClient } from '#server/store/db/database-client.ts'
import { eachStorage } from '../../support/server/databases.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'

const tables = ['resource', 'relation', 'handle', 'alias', 'event', 'account'] as const
const missing = '00000000-0000-7000-8000-000000000000'

eachStorage('bad input', (newStorage) => {
  let server: TestServer
  let opened: DatabaseClient
  let editor: HttpClient
  let title: string
  beforeAll(async () => {
    const storage = await newStorage()
    server = await startServer(storage)
    opened = await openDatabase({
      dataDir: storage.DATA_DIR,
      databaseUrl: storage.DATABASE_URL ?? null,
    })
    editor = createHttpClient(server.url)
    await editor.signIn()
    const made = await editor.post('/component/titles', { title: 'Untouched' })
    title = String(made.json['@id'])
  })
  afterAll(async () => {
    await opened.close()
    await server.stop()
  })

  const everything = async () => {
    const rows = await Promise.all(
      tables.map((table) => opened.db.selectFrom(table).selectAll().execute()),
    )
    return rows.map((found) => found.map((row) => JSON.stringify(row)).toSorted())
  }
  let before: string[][]
  const expectUntouched = async () => {
    expect(await everything()).toEqual(before)
  }
  beforeEach(async () => {
    before = await everything()
  })
  afterEach(() => expectUntouched())

  interface Sent {
    body?: string
    headers?: Record<string, string>
  }
  const answerTo = async (method: string, path: string, sent: Sent = {}) => {
    const { status, headers, json, text } = await editor.request(path, { method, ...sent })
    const tellsTales = /\bat .+\.[tj]s:|node_modules|SQLITE|syntax error at/.test(text)
    return { status, type: headers.get('content-type'), json, tellsTales }
  }
  const refusal = (status: number) => ({
    status,
    type: 'application/problem+json; charset=utf-8',
    json: {
      '@type': status === 422 ? 'ConstraintViolation' : 'Error',
      status,
      detail: expect.stringMatching(/\S/),
      description: expect.stringMatching(/\S/),
      title: 'An error occurred',
    },
    tellsTales: false,
  })

  test.each([
    ['is cut off', '{"title":"x"', 400],
    ['is empty', '', 400],
    ['is not JSON', '<title>x</title>', 400],
    ['is a list', '[{"title":"x"}]', 400],
    ['is a text', '"title"', 400],
    ['is null', 'null', 400],
    ['has another encoding', '\uFFFD\u0001', 400],
    ['holds NUL', String.raw`{"title":"a\u0000b"}`, 400],
    ['holds half a character', String.raw`{"title":"a\ud800b"}`, 400],
    ['has a name with NUL', String.raw`{"a\u0000b":1}`, 400],
    ['is nested a hundred deep', `{"title":${'['.repeat(100)}${']'.repeat(100)}}`, 400],
    ['is nested a hundred thousand deep', `{"title":${'['.repeat(1e5)}${']'.repeat(1e5)}}`, 400],
    ['has a number for a text', '{"title":5,"publishedAt":"2026-01-05T09:00:00Z"}', 422],
    ['has an object for a text', '{"title":{"a":1}}', 422],
    ['has no date for a date', '{"title":"x","publishedAt":"tomorrow"}', 422],
    ['has a date beyond dates', '{"title":"x","publishedAt":"+275760-09-13T00:00:00Z"}', 422],
  ])('a body that %s', async (_, body, status) => {
    const answers = [
      await answerTo('POST', '/_api/component/titles', { body }),
      await answerTo('PATCH', `/_api${title}`, { body }),
    ]
    expect(answers).toMatchObject([refusal(status), refusal(status)])
  })

  test.each([
    ['is not an IRI', '"nonsense"'],
    ['leads to nothing', `"/_/component_positions/${missing}"`],
    ['leads to another type', '"/_/routes//"'],
    ['is a number', '5'],
    ['holds NUL', String.raw`"/_/component_positions/\u0000"`],
  ])('a relation that %s', async (_, relation) => {
    const inList = { body: `{"title":"x","componentPositions":[${relation}]}` }
    const alone = { body: `{"layout":${relation},"reference":"x","uiComponent":"x"}` }
    const answers = [
      await answerTo('POST', '/_api/component/titles', inList),
      await answerTo('POST', '/_api/_/pages', alone),
    ]
    expect(answers).toMatchObject([refusal(400), refusal(400)])
  })

  test('a body of nine megabytes, with and without its length', async () => {
    const body = JSON.stringify({ title: 'x'.repeat(9 * 1024 * 1024) })
    expect(await answerTo('POST', '/_api/component/titles', { body })).toMatchObject(refusal(413))
    const chunked = await fetch(`${server.url}/_api/component/titles`, {
      method: 'POST',
      headers: {
        'content-type': 'application/ld+json',
        cookie: editor.cookieFor('/_api'),
      },
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(chunked.status).toBe(413)
  })

  test.each([
    ['POST', '/_api/component/titles', 'text/plain'],
    ['POST', '/_api/component/titles', 'application/merge-patch+json'],
    ['POST', '/_api/component/titles', ''],
    ['PATCH', '/_api/_/layouts/x', 'application/ld+json'],
  ])('%s %s as %j', async (method, path, type) => {
    const target = method === 'PATCH' ? `/_api${title}` : path
    const sent = { body: '{}', headers: { 'content-type': type } }
    expect(await answerTo(method, target, sent)).toMatchObject(refusal(415))
  })

  test.each(['text/html', 'image/png', 'text/html, application/xml;q=0.9', 'nonsense'])(
    'Accept: %s',
    async (accept) => {
      const answer = await answerTo('GET', `/_api${title}`, { headers: { accept } })
      expect(answer).toMatchObject(refusal(406))
    },
  )

  test.each([
    ['/_api/component/titles/nonsense', 404],
    [`/_api/component/titles/${missing}`, 404],
    ['/_api/component/nonsense', 404],
    ['/_api/component/titles/%E0%A4%A', 404],
    ['/_api/component/titles/%FF', 404],
    ['/_api/component/titles/..%2f..%2f_%2froutes%2f', 404],
    ["/_api/component/titles/' or 1=1 --", 404],
    ['/_api/_/routes/nowhere', 404],
    ['/_api/_/routes//%F0%9F%8E%AD', 404],
    ['/_api/_/routes/%00', 400],
    ['/_api/component/titles/a%00b', 400],
    ['/_api/_/layouts?reference=a%00b', 400],
    ['/_api/_/layouts?page=0', 400],
    ['/_api/_/layouts?page=-1', 400],
    ['/_api/_/layouts?page=1e9999', 400],
    ['/_api/_/layouts?page=nonsense', 400],
    ['/_api/_/layouts?perPage=-1', 400],
    ['/_api/_/resource_manifest/nonsense', 404],
    ['/_api/_/page_data_metadatas/nonsense', 404],
    ['/_api/_/site_config_parameters/nonsense', 404],
    ['/_api/__proto__', 404],
    ['/_api/constructor/toString', 404],
  ])('GET %s', async (path, status) => {
    expect(await answerTo('GET', path)).toMatchObject(refusal(status))
  })

  test.each([
    ['path', '%E0%A4%A'],
    ['path', 'http://['],
    ['path', '/_/routes/%00'],
    ['path', '//////'],
    ['preload', 'nonsense"'],
    ['if-none-match', '"'],
    ['authorization', 'Bearer nonsense'],
    ['range', 'bytes=99-1'],
    ['accept-language', '*;q=nonsense'],
    ['x-forwarded-for', "'; drop table session"],
    ['x-forwarded-proto', 'nonsense'],
  ])('ignores an invalid header: %s: %s', async (name, value) => {
    const reply = await editor.get(title, { [name]: value })
    expect(reply.status).toBe(200)
    expect(reply.json['title']).toBe('Untouched')
  })

  test.each(['"old.1"', 'nonsense', '', 'W/"x"', '"', ', , ,'])('If-Match: %s', async (ifMatch) => {
    const reply = await editor.patch(title, { title: 'Changed' }, { 'if-match': ifMatch || '""' })
    expect(reply.status).toBe(412)
    expect(reply.json).toMatchObject({ '@id': title, title: 'Untouched' })
    expect(reply.headers.get('etag')).toMatch(/^"[^"]+"$/)
  })

  test.each(['api_component', 'mercureAuthorization', 'cwa_auth'])(
    'cookies called %s that the server did not set',
    async (name) => {
      for (const value of ['', '=', '%', '%00', 'a b', '"', 'x'.repeat(4000), '[object Object]']) {
        const person = createHttpClient(server.url)
        person.setCookie(name, value)
        const { status } = await person.get('/_/layouts')
        expect([200, 401]).toContain(status)
        expect((await person.request('/')).status).toBe(200)
      }
    },
  )

  test.each([
    [
      'a header of twenty kilobytes',
      `GET /_api HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    [
      'an address of twenty kilobytes',
      `GET /_api/${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      431,
    ],
    ['no host', 'GET /_api HTTP/1.1\r\n\r\n', 400],
    ['a host that is none', 'GET /_api HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
    ['a host with a path', 'GET /_api HTTP/1.1\r\nHost: a/b?c\r\n\r\n', 400],
    ['not HTTP at all', '\x16\x03\x01\x02\r\n\r\n', 400],
    [
      'two lengths',
      'POST /_api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    ['an address without its slash', 'GET nonsense HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a method nobody knows', 'BREW /_api HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['TRACE', 'TRACE /_api/me HTTP/1.1\r\nHost: x\r\n\r\n', 405],
  ])('%s', async (_, request, status) => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    socket.setEncoding('latin1')
    let answer = ''
    socket.on('data', (chunk: string) => (answer += chunk))
    socket.write(request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    await once(socket, 'close')
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  const json = fc.json({ maxDepth: 4, stringUnit: 'binary' })
  const segment = fc.oneof(
    fc.constantFrom(
      ...['component', 'titles', 'html_contents', '_', 'routes', 'pages', 'layouts', 'login'],
      ...['component_groups', 'component_positions', 'site_config_parameters', 'users', 'docs'],
      ...['forms', 'images', 'upload', 'submit', 'usage', 'redirects', 'children', 'generate'],
      ...['resource_manifest', 'routes_manifest', 'page_data', '..', '.', '', missing],
    ),
    fc.string({ unit: 'binary', maxLength: 12 }).map(encodeWild),
    fc.constantFrom('%', '%2F', '%00', '%FF', '%E0%A4', '*', '?', '{id}', "'", '%22'),
  )
  const requests = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
    path: fc.array(segment, { maxLength: 5 }).map((parts) => parts.join('/')),
    query: fc.option(
      fc
        .array(
          fc.tuple(
            fc.constantFrom(
              ...['page', 'perPage', 'order[createdAt]', 'published', 'title', 'isTemplate[]'],
              ...['reference', 'topic', 'order[__proto__]', 'pagination', 'validate_published'],
            ),
            fc.string({ unit: 'binary', maxLength: 8 }).map(encodeWild),
          ),
          { maxLength: 3 },
        )
        .map((pairs) => pairs.map((pair) => pair.join('=')).join('&')),
    ),
    type: fc.constantFrom(
      ...['application/ld+json', 'application/merge-patch+json', 'application/json'],
      ...['multipart/form-data; boundary=x', 'multipart/form-data', 'text/plain', 'nonsense'],
    ),
    body: fc.oneof(json, fc.string({ unit: 'binary' })),
    headers: fc.dictionary(
      fc.constantFrom('path', 'if-match', 'accept', 'preload', 'cookie', 'last-event-id', 'range'),
      fc.string({ maxLength: 20 }).map((text) => text.replace(/[^\x20-\x7E]/g, '').trim()),
      { maxKeys: 3 },
    ),
  })

  test('no request of a visitor causes a server error or stores anything', async () => {
    await fc.assert(
      fc.asyncProperty(requests, async ({ method, path, query, type, body, headers }) => {
        const answer = await fetch(`${server.url}/_api/${path}${query ? `?${query}` : ''}`, {
          method,
          redirect: 'manual',
          headers: { ...headers, 'content-type': type },
          ...(method !== 'GET' && method !== 'HEAD' && { body }),
        })
        await answer.text()
        expect(answer.status).toBeLessThan(500)
      }),
      { numRuns: 300 },
    )
  })

  test('no request of an editor for missing resources causes a server error or stores anything', async () => {
    const ofNothing = requests.filter(
      ({ method, path }) => method !== 'DELETE' && !/(login|logout|generate|^_\/routes)/.test(path),
    )
    await fc.assert(
      fc.asyncProperty(ofNothing, async ({ method, path, query, type, body, headers }) => {
        const { cookie: _, ...others } = headers
        const reply = await editor.request(`/_api/${path}/${missing}${query ? `?${query}` : ''}`, {
          method,
          headers: { ...others, 'content-type': type },
          ...(method !== 'GET' && method !== 'HEAD' && { body }),
        })
        expect(reply.status).toBeLessThan(500)
      }),
      { numRuns: 300 },
    )
  })
})

/** Any text as part of a URL, sometimes encoded and sometimes only half. */
const encodeWild = (text: string) =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))
    .replaceAll('%25', '%')
    .slice(0, 40)
