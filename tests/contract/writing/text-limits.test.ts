import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/store/db/open-database.ts'
import { eachStorage } from '../../support/server/databases.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'

/** Normalizing takes quadratic time in the number of marks on one letter. */
const marks = '\u0301\u0316'.repeat(500_000)
const json = { 'content-type': 'application/json' }

eachStorage('the length of a text is checked first', (newStorage) => {
  let server: TestServer
  let editor: HttpClient
  let account: string
  beforeAll(async () => {
    server = await startServer(await newStorage())
    editor = createHttpClient(server.url)
    await editor.signIn()
    account = String((await editor.get('/me')).json['@id'])
  })
  afterAll(() => server.stop())

  const timed = async <Answer>(act: () => Promise<Answer>) => {
    const began = performance.now()
    const answer = await act()
    return { answer, took: performance.now() - began }
  }
  /** Sends a short and a huge text; the second may only take longer to transmit. */
  const expectAsQuick = async <Answer>(ask: (text: string) => Promise<Answer>) => {
    const ordinary = await timed(() => ask('ordinary'))
    const huge = await timed(() => ask(marks))
    expect(huge.took / (ordinary.took + 100)).toBeLessThan(8)
    return huge.answer
  }

  test('for a password at sign-in', async () => {
    const status = async (password: string) =>
      (
        await createHttpClient(server.url).request('/_api/login', {
          method: 'POST',
          body: { username: 'nobody', password },
          headers: json,
        })
      ).status
    expect(await status('x'.repeat(1_000))).toBe(401)
    expect(await status('x'.repeat(1_001))).toBe(401)
    expect(await status(marks.slice(0, 30_000))).toBe(401)
    expect(await expectAsQuick(status)).toBe(413)
  })

  test('for a name at sign-in', async () => {
    const body = { username: 'x'.repeat(256), password: 'x' }
    const visitor = createHttpClient(server.url)
    const reply = await visitor.request('/_api/login', { method: 'POST', body, headers: json })
    expect(reply.status).toBe(401)
  })

  test('for an account’s name, address and passwords', async () => {
    const paths = async (body: object) => {
      const { status, json: response } = await editor.patch(account, body)
      return status === 422
        ? (response['violations'] as { propertyPath: string }[]).map((one) => one.propertyPath)
        : status
    }
    for (const name of ['username', 'emailAddress', 'newEmailAddress', 'plainPassword']) {
      expect(await expectAsQuick((text) => paths({ [name]: text + marks }))).toEqual([name])
    }
    const user = createHttpClient(server.url)
    await editor.post('/users', {
      username: 'ada',
      emailAddress: 'ada@example.com',
      plainPassword: 'a-password',
    })
    await user.signIn('ada', 'a-password')
    const own = String((await user.get('/me')).json['@id'])
    const reply = await expectAsQuick((oldPassword) =>
      user.patch(own, { oldPassword, plainPassword: 'another-password' }),
    )
    expect(reply.json['violations']).toMatchObject([{ propertyPath: 'oldPassword' }])
  })

  /** Letters of three bytes in an order that a database cannot compress in its index. */
  const letters = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      String.fromCodePoint(0x4e00 + ((at * 7_919 + at * at * 104_729) % 20_000)),
    ).join('')

  test.each([
    ['/_/layouts', 'reference', (reference: string) => ({ reference, uiComponent: 'x' })],
    ['/_/component_groups', 'reference', (reference: string) => ({ reference, location: 'x' })],
    ['/_/site_config_parameters', 'key', (key: string) => ({ key, value: 'x' })],
    ['/_/routes', 'path', (path: string) => ({ path, name: 'x', redirect: '/_/routes//about' })],
    ['/_/routes', 'name', (name: string) => ({ path: '/x', name, redirect: '/_/routes//about' })],
  ])('for values used as keys, in any script: %s by its %s', async (iri, name, make) => {
    const longest = `/${letters(266)}`
    for (const tooLong of [`${longest}xx`, `/${letters(667)}`, `/${letters(1_900)}`]) {
      const { status, json: response } = await editor.post(iri, make(tooLong))
      expect([status, response['violations']]).toMatchObject([422, [{ propertyPath: name }]])
    }
    const made = await editor.post(iri, make(longest))
    expect([made.status, made.json[name]]).toEqual([201, longest])
    const found = await editor.request(made.headers.get('location')!)
    expect([found.status, found.json['@id']]).toEqual([200, made.json['@id']])
    expect((await editor.remove(made.headers.get('location')!.replace('/_api', ''))).status).toBe(
      204,
    )
  })

  test('for a path, which may redirect to another of the maximum length', async () => {
    const [one, other] = [`/${letters(266)}`, `/x${letters(266).slice(0, -1)}`]
    const target = await editor.post('/_/routes', {
      path: one,
      name: 'one',
      redirect: '/_/routes//about',
    })
    const source = await editor.post('/_/routes', {
      path: other,
      name: 'other',
      redirect: target.json['@id'],
    })
    expect([source.status, source.json['redirectPath']]).toEqual([201, '/about'])
  })

  test('for the values of a form', async () => {
    const made = await editor.post('/component/forms', { formType: 'example' })
    const submit = async (name: string, value: unknown) => {
      const reply = await editor.request(`/_api${String(made.json['@id'])}/submit`, {
        method: 'PATCH',
        body: { example: { [name]: value } },
        headers: json,
      })
      return reply.status
    }
    expect(await submit('message', 'x'.repeat(10_000))).toBe(200)
    expect(await submit('message', 'x'.repeat(10_001))).toBe(422)
    expect(await submit('email', `${'x'.repeat(250)}@example.com`)).toBe(422)
    for (const name of ['text', 'message', 'email']) {
      expect(await expectAsQuick((text) => submit(name, text + marks))).toBe(422)
    }
    expect(
      await expectAsQuick((text) =>
        submit('plainPassword', { first: text + marks, second: text + marks }),
      ),
    ).toBe(422)
  })

  test('for the name of a file', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    const upload = async (name: string) => {
      const reply = await editor.request('/_api/component/images/upload', {
        method: 'POST',
        body: `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}.svg"\r\n\r\n${svg}\r\n--b--\r\n`,
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      })
      return reply.status
    }
    expect(await upload(marks.slice(0, 1_000))).toBe(201)
    expect(await expectAsQuick(upload)).toBe(413)
  })

  test('for the number of multipart parts, however the boundary is given', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'
    const upload = async (parts: number, type: string) => {
      const reply = await editor.request('/_api/component/images/upload', {
        method: 'POST',
        body: `${part.repeat(parts)}--b--\r\n`,
        headers: { 'content-type': `multipart/form-data; ${type}` },
      })
      return reply.status
    }
    // None of its parts is a file.
    expect(await upload(20, 'boundary="b"')).toBe(422)
    expect(await upload(21, 'boundary="b"')).toBe(413)
    // Parsers disagree on whether the first or the last boundary counts.
    expect(await upload(21, 'x="; boundary=other"; boundary=b')).toBe(400)
  })

  test.each([
    ['/component/titles', { title: marks }, 'title'],
    ['/component/html_contents', { html: marks }, 'html'],
    ['/component/titles', { uiClassNames: [marks] }, 'uiClassNames'],
    ['/_/layouts', { reference: marks, uiComponent: 'Primary' }, 'reference'],
    ['/_/site_config_parameters', { key: 'robotsText', value: marks }, 'value'],
    ['/_/site_config_parameters', { key: 'other', value: [marks] }, 'value'],
    [
      '/component/collections',
      { resourceIri: '/_/pages', defaultQueryParameters: { title: marks } },
      'defaultQueryParameters',
    ],
  ])('for any property: %s %#', async (endpoint, body, path) => {
    const reply = await expectAsQuick(() => editor.post(endpoint, body))
    expect(reply.json['violations']).toMatchObject([{ propertyPath: path }])
  })

  test('for an IRI, which the error message shortens', async () => {
    const reply = await editor.post('/component/titles', { componentPositions: [`/${marks}`] })
    expect(reply.status).toBe(400)
    expect(reply.text.length).toBeLessThan(2_000)
  })
})

eachStorage('HTML', (newStorage) => {
  let server: TestServer
  let editor: HttpClient
  let storage: Awaited<ReturnType<typeof newStorage>>
  beforeAll(async () => {
    storage = await newStorage()
    server = await startServer(storage, { PAGE_CACHE_MB: '0' })
    editor = createHttpClient(server.url)
    await editor.signIn()
  })
  afterAll(() => server.stop())

  const path = '/component/html_contents'
  const store = async (html: string) => {
    const { status, json: response } = await editor.post(path, { html })
    return status === 422 ? response['detail'] : response['html']
  }
  const deep = (levels: number) => '<b>'.repeat(levels) + 'x' + '</b>'.repeat(levels)
  const tooLong = 'html: This text is too long: use at most 200 KB.'
  const tooDeep = 'html: This text is nested too deeply: use at most 100 levels.'

  test('of 200 KB is accepted, more is not', async () => {
    const long = (bytes: number) => `<p>${'é'.repeat((bytes - 8) / 2)}x</p>`
    expect(await store(long(200 * 1024))).toBe(long(200 * 1024))
    expect(await store(long(200 * 1024 + 2))).toBe(tooLong)
  })

  test('of 100 levels is accepted, more is not, with or without closing tags, for any elements', async () => {
    expect(await store(deep(100))).toBe(deep(100))
    expect(await store(deep(101))).toBe(tooDeep)
    for (const element of ['<b>', '<x>', '<ul><li>', '<table><tr><td>', '<svg><g>', '<a><p>']) {
      expect(await store(element.repeat(20_000).slice(0, 199_000))).toBe(tooDeep)
    }
  })

  test('that is long but flat is accepted', async () => {
    const items = `<ul>${'<li>x</li>'.repeat(5_000)}</ul><p>a<br />b</p>`
    expect(await store(items)).toBe(items)
    expect(await store('<p>x'.repeat(10_000))).toBe('<p>x</p>'.repeat(10_000))
  })

  test('stored by an older version is shown if it is too long, and left out if it is too deep', async () => {
    const { db, close } = await openDatabase({
      dataDir: storage.DATA_DIR,
      databaseUrl: storage.DATABASE_URL ?? null,
    })
    const rows = await db
      .selectFrom('resource')
      .selectAll()
      .where('type', '=', 'HtmlContent')
      .execute()
    const setAll = async (html: string) => {
      for (const { iri, data } of rows) {
        const changed = JSON.stringify({ ...(JSON.parse(data) as object), html })
        await db.updateTable('resource').set({ data: changed }).where('iri', '=', iri).execute()
      }
    }
    const shown = async (html: string) => {
      await setAll(html)
      const began = performance.now()
      const reply = await createHttpClient(server.url).request('/')
      expect(reply.status).toBe(200)
      return { text: reply.text, took: performance.now() - began }
    }
    const flat = await shown(`<p>Shown</p>${'<p>x</p>'.repeat(60_000)}`)
    expect(flat.text).toContain('<p>Shown</p>')
    const nested = await shown(`<p>Shown</p>${deep(100_000)}`)
    expect(nested.text).not.toContain('<p>Shown</p>')
    expect(nested.took / flat.took).toBeLessThan(2)
    await close()
  })
})
