import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachStorage } from '../../support/server/databases.ts'
import { exchangeRaw } from '../../support/http/raw-http.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'
import {
  type ServerProcess,
  requireBuild,
  startServerProcess,
} from '../../support/server/server-process.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte
const json = { 'content-type': 'application/json' }

/** Returns a JSON object of exactly that many bytes. */
const objectOf = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`

const addresses = [
  ['POST', '/_api/login'],
  ['POST', '/_api/component/titles'],
  ['PATCH', '/_api/_/layouts/x'],
  ['POST', '/_api/component/images/upload'],
  ['POST', '/_api/component/forms/password_reset/submit'],
  ['PATCH', '/_api/component/forms/password_reset/submit'],
  ['POST', '/_api/users'],
  ['DELETE', '/_api/_/layouts/x'],
] as const

const head = (method: string, path: string, more: string, cookie = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${cookie && `Cookie: ${cookie}\r\n`}${more}\r\n\r\n`

const chunkOf = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`

eachStorage('the size of a body', (newStorage) => {
  let server: TestServer
  let visitor: HttpClient
  let editor: HttpClient
  beforeAll(async () => {
    server = await startServer(await newStorage())
    visitor = createHttpClient(server.url)
    editor = createHttpClient(server.url)
    await editor.signIn()
  })
  afterAll(() => server.stop())

  const ask = async (person: HttpClient, method: string, path: string, body: string) =>
    (await person.request(path, { method, body, headers: json })).status

  describe.each(addresses)('%s %s by a visitor', (method, path) => {
    test('64 KB are accepted, one byte more is too large', async () => {
      expect(await ask(visitor, method, path, objectOf(64 * kilobyte))).not.toBe(413)
      expect(await ask(visitor, method, path, objectOf(64 * kilobyte + 1))).toBe(413)
    })

    test('is rejected by its declared length, before it arrives', async () => {
      const { status, text } = await exchangeRaw(
        server.url,
        (send) => send(head(method, path, `Content-Length: ${8 * megabyte}`)),
        { until: 'answered' },
      )
      expect(status).toBe(413)
      expect(text).toMatch(/^connection: close\r$/im)
    })
  })

  test.each(addresses.filter(([, path]) => /login|submit/.test(path)))(
    'an endless body of a visitor is refused as soon as it is too large, and the connection is closed: %s %s',
    async (method, path) => {
      const { status, isClosed } = await exchangeRaw(server.url, async (send) => {
        await send(head(method, path, 'Transfer-Encoding: chunked'))
        await send(chunkOf(60 * kilobyte))
        await send(chunkOf(5 * kilobyte))
      })
      expect(status).toBe(413)
      expect(isClosed).toBe(true)
    },
  )

  test('a client that sends everything before it reads still gets the response', async () => {
    const { status } = await exchangeRaw(
      server.url,
      async (send) => {
        await send(head('POST', '/_api/login', `Content-Length: ${32 * megabyte}`))
        for (let sent = 0; sent < 32; sent += 1) await send(Buffer.alloc(megabyte, 'x'))
      },
      { readsLate: true },
    )
    expect(status).toBe(413)
  })

  test('8 MB are accepted from a signed-in user, one byte more is too large', async () => {
    const path = '/_api/component/titles'
    const status = (bytes: number) =>
      editor.request(path, { method: 'POST', body: objectOf(bytes) }).then((reply) => reply.status)
    expect(await status(8 * megabyte)).toBe(201)
    expect(await status(8 * megabyte + 1)).toBe(413)
    const cookie = editor.cookieFor('/_api')
    const chunked = await exchangeRaw(
      server.url,
      async (send) => {
        await send(
          head('POST', path, 'Transfer-Encoding: chunked', cookie).replace('/json', '/ld+json'),
        )
        for (let sent = 0; sent < 9; sent += 1) await send(chunkOf(megabyte))
      },
      { until: 'answered' },
    )
    expect(chunked.status).toBe(413)
  })

  test('an ended session does not raise the limit', async () => {
    const stranger = createHttpClient(server.url)
    stranger.setCookie('api_component', 'x'.repeat(43))
    expect(await ask(stranger, 'POST', '/_api/component/titles', objectOf(megabyte))).toBe(401)
    expect(await ask(stranger, 'POST', '/_api/login', objectOf(megabyte))).toBe(413)
  })

  const nested = (levels: number) => '['.repeat(levels - 1) + ']'.repeat(levels - 1)
  const listOf = (values: number) => `[${'0,'.repeat(values - 1)}0]`

  test.each([
    ['32 levels', `{"a":${nested(32)}}`, 201],
    ['33 levels', `{"a":${nested(33)}}`, 400],
    ['a million levels that never close', `{"a":${'['.repeat(1e6)}`, 400],
    ['brackets in text', `{"a":"${'[{'.repeat(100)}\\"${'[{'.repeat(100)}"}`, 201],
    // The object, the list and its items.
    ['100,000 values', `{"a":${listOf(99_998)}}`, 201],
    ['100,001 values', `{"a":${listOf(99_999)}}`, 413],
    ['as many empty lists', `{"a":[${'[],'.repeat(99_998)}[]]}`, 413],
    ['as many names', `{${'"a":0,'.repeat(100_000)}"b":0}`, 413],
    ['commas in text', `{"a":"${','.repeat(200_000)}"}`, 201],
  ])('JSON of %s', async (_, body, status) => {
    const reply = await editor.request('/_api/component/titles', { method: 'POST', body })
    expect(reply.status).toBe(status)
    if (status >= 400) expect(reply.json['detail']).toMatch(/\S/)
  })

  test('limits the references of one resource, and the positions of a new one', async () => {
    const group = { reference: 'limits', location: '/' }
    const pages = Array.from({ length: 1_001 }, () => '/_/pages/x')
    const many = await editor.post('/_/component_groups', { ...group, pages })
    expect(many.json['violations']).toMatchObject([{ propertyPath: 'pages' }])
    const componentPositions = Array.from({ length: 101 }, () => ({ componentGroup: '/x' }))
    const added = await editor.post('/component/titles', { title: 'x', componentPositions })
    expect([added.status, added.json['detail']]).toEqual([
      400,
      '"componentPositions" should list at most 100.',
    ])
  })

  const partsOf = (count: number, headers = '') =>
    Array.from(
      { length: count },
      (_, at) => `--b\r\nContent-Disposition: form-data; name="${at}"\r\n${headers}\r\nx\r\n`,
    ).join('')
  const png =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.svg"\r\n\r\n<svg xmlns="http://www.w3.org/2000/svg"/>\r\n'
  test.each([
    ['a few parts', partsOf(8), 201],
    ['many parts', partsOf(1_000), 413],
    ['a hundred thousand parts', partsOf(100_000), 413],
    ['a part with a long head', partsOf(1, `x: ${'x'.repeat(20 * kilobyte)}\r\n`), 413],
    ['a part with a long name', partsOf(1).replace('"0"', `"${'x'.repeat(20 * kilobyte)}"`), 413],
  ])('multipart of %s', async (_, parts, status) => {
    const reply = await editor.request('/_api/component/images/upload', {
      method: 'POST',
      body: `${png}${parts}--b--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })
    expect(reply.status).toBe(status)
  })
})

describe('bodies that are too large take no memory', () => {
  let site: ServerProcess
  beforeAll(async () => {
    await requireBuild()
    site = await startServerProcess()
  }, 120_000)
  afterAll(() => site.dispose())

  /** Returns the peak memory of the process in megabytes. */
  const peak = async () => {
    const status = await readFile(`/proc/${site.pid()}/status`, 'utf8')
    return Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1]) / kilobyte
  }
  const send = (path: string, body: string) =>
    createHttpClient(site.url).request(path, { method: 'POST', body, headers: json })

  test
    .runIf(process.platform === 'linux')
    .each([['/_api/login'], ['/_api/component/forms/password_reset/submit']])(
    '8 MB of small values to %s, four at once',
    async (path) => {
      const large = `{"a":[${'{},'.repeat((8 * megabyte) / 3 - 10)}{}]}`
      await send(path, '{}')
      const before = await peak()
      const replies = await Promise.all(Array.from({ length: 4 }, () => send(path, large)))
      expect(replies.map(({ status }) => status)).toEqual([413, 413, 413, 413])
      expect((await peak()) / before).toBeLessThan(1.3)
    },
  )
})
