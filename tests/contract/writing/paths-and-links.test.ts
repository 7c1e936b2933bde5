/** Tests which paths and links are valid, and that paths in any script work everywhere they are used. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/startup/config.ts'
import { openDatabase } from '#server/store/db/open-database.ts'
import { type StorageEnv, eachStorage } from '../../support/server/databases.ts'
import { subscribeToHub } from '../../support/http/hub-subscriber.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'

const past = '2026-01-05T09:00:00+00:00'
const home = 'https://troupe.test'

eachStorage('paths and links', (newStorage) => {
  let storage: StorageEnv
  let server: TestServer
  let editor: HttpClient
  let visitor: HttpClient
  /** A client of a second server that fetches its content from this one as from any remote API. */
  let elsewhere: HttpClient
  let front: TestServer
  let layout: string
  let count = 0
  beforeAll(async () => {
    storage = await newStorage()
    server = await startServer(storage, { SITE_URL: home })
    editor = createHttpClient(server.url)
    visitor = createHttpClient(server.url)
    await editor.signIn()
    front = await startServer({ DATA_DIR: storage.DATA_DIR }, { API_URL: `${server.url}/_api` })
    elsewhere = createHttpClient(front.url)
    const { json } = await editor.get('/_/layouts?reference=main')
    layout = (json['member'] as { '@id': string }[])[0]!['@id']
  })
  afterAll(() => Promise.all([server.stop(), front.stop()]))

  const violations = ({ json }: { json: Record<string, unknown> | null }) =>
    ((json?.['violations'] ?? []) as { propertyPath: string }[]).map(
      ({ propertyPath }) => propertyPath,
    )

  /** Creates a page with a heading and without a route. */
  const makePage = async (title: string) => {
    count += 1
    const page = await editor.post('/_/pages', {
      reference: `paths-${count}`,
      title,
      layout,
      isTemplate: false,
      uiComponent: 'PrimaryPageTemplate',
    })
    const iri = String(page.json['@id'])
    const group = await editor.post('/_/component_groups', {
      reference: `primary_${iri}`,
      location: iri,
      pages: [iri],
    })
    await editor.post('/component/titles', {
      title: `Heading of ${title}`,
      publishedAt: past,
      componentPositions: [{ componentGroup: group.json['@id'] }],
    })
    return iri
  }
  const makeRoute = (path: string, more: Record<string, unknown>) =>
    editor.post('/_/routes', { path, name: `route-${(count += 1)}`, ...more })

  /** Changes stored data directly, as an older version without today's rules could have stored it. */
  const storeRaw = async (iri: string, change: (data: Record<string, unknown>) => unknown) => {
    const { db, close } = await openDatabase(readConfig({ ...storage }))
    const { data } = await db
      .selectFrom('resource')
      .select('data')
      .where('iri', '=', iri)
      .executeTakeFirstOrThrow()
    const stored = typeof data === 'string' ? (JSON.parse(data) as Record<string, unknown>) : data
    await db
      .updateTable('resource')
      .set({ data: JSON.stringify(change(stored as Record<string, unknown>)) })
      .where('iri', '=', iri)
      .execute()
    await close()
  }

  describe('a path is refused with a violation', () => {
    test.each([
      ['which a browser reads as another host', '//evil.test'],
      ['the same with a backslash', '/\\evil.test'],
      ['the same without its first slash', '\\evil.test'],
      ['the same with encoded slashes', '/%2Fevil.test'],
      ['the same with an encoded backslash', '/%5Cevil.test'],
      ['the same behind a dot', '/.//evil.test'],
      ['the same behind two encoded dots', '/a/%2e%2E//evil.test'],
      ['the same behind a tab that browsers leave out', '/\t/evil.test'],
      ['the same behind an encoded line break', '/%0A/evil.test'],
      ['with a control character', '/a\u0001b'],
      ['with an encoded NUL', '/a%00b'],
      ['with a C1 control character', '/a\u0085b'],
      ['with a line separator', '/a\u2028b'],
      ['with a query', '/a?b'],
      ['with an encoded question mark', '/a%3Fb'],
      ['with half a letter in UTF-8', '/a%ED%A0%80'],
      ['encoded twice', '/a%2520b'],
      ['with a step upwards', '/a/../b'],
    ])('%s', async (_, path) => {
      const refused = await makeRoute(path, { redirect: '/_/routes//about' })
      expect([refused.status, ...violations(refused)]).toEqual([422, 'path'])
      const changed = await editor.patch('/_/routes//form', { path })
      expect([changed.status, ...violations(changed)]).toEqual([422, 'path'])
    })

    test.each([
      ['NUL', '/a\0b'],
      ['half a surrogate pair', '/a\ud800b'],
    ])('with %s makes the whole body invalid', async (_, path) => {
      const { status } = await makeRoute(path, { redirect: '/_/routes//about' })
      expect(status).toBe(400)
    })
  })

  describe('a link is refused with a violation', () => {
    const bad = [
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      ' javascript:alert(1)',
      '\u0001javascript:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:x',
      'file:///etc/passwd',
      'ftp://a.test/',
      '//evil.test',
      '/\\evil.test',
      '/\t/evil.test',
      '/.//evil.test',
      'http:///evil.test',
      'https://',
      '/about\n',
    ]
    const good = [
      '/about',
      '/über?q=1#part',
      '?page=2',
      '#part',
      'https://a.test/x?y=1',
      'http://a.test',
      'mailto:ada@a.test',
      'tel:+441234',
    ]

    test.each(bad)('%j', async (rawPath) => {
      const refused = await editor.post('/component/navigation_links', { label: 'x', rawPath })
      expect([refused.status, ...violations(refused)]).toEqual([422, 'rawPath'])
      const body = { html: `<p><a href="${rawPath.replaceAll('"', '&quot;')}">x</a></p>` }
      const text = await editor.post('/component/html_contents', body)
      expect(text.json['html']).toBe('<p><a>x</a></p>')
    })

    test.each(good)('accepts %j', async (rawPath) => {
      const link = await editor.post('/component/navigation_links', {
        label: 'x',
        rawPath,
        publishedAt: past,
      })
      expect([link.status, link.json['url']]).toEqual([201, rawPath])
      const html = `<p><a href="${rawPath}">x</a></p>`
      const text = await editor.post('/component/html_contents', { html })
      expect(text.json['html']).toBe(html)
    })

    test('an invalid link stored by an older version has no URL', async () => {
      const { json } = await editor.post('/component/navigation_links', {
        label: 'Old link',
        rawPath: '/about',
        publishedAt: past,
      })
      const iri = String(json['@id'])
      await storeRaw(iri, (data) => ({ ...data, rawPath: 'javascript:alert(1)' }))
      const read = await editor.get(iri)
      expect(read.json['rawPath']).toBe('javascript:alert(1)')
      expect(read.json).not.toHaveProperty('url')
    })
  })

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'page'])(
    'no page data has a component called %s',
    async (pageDataProperty) => {
      const groups = (await editor.get('/_/component_groups')).json['member'] as { '@id': string }[]
      const componentGroup = groups[0]!['@id']
      for (const pageDataClass of ['App\\Entity\\BlogArticleData', undefined]) {
        const body = { componentGroup, pageDataProperty, ...(pageDataClass && { pageDataClass }) }
        const { status } = await editor.post('/_/component_positions', body)
        expect(status).toBe(422)
      }
      const named = await editor.post('/_/component_positions', {
        componentGroup,
        pageDataProperty: 'image',
        pageDataClass: pageDataProperty,
      })
      expect(named.status).toBe(422)
    },
  )

  test.each(['constructor', '__proto__', 'toString'])(
    'a name from Object.prototype is not found: %s',
    async (name) => {
      const everyPage = (await editor.get('/_/pages')).json['totalItems']
      expect((await editor.get(`/_/pages?isTemplate=${name}`)).json['totalItems']).toBe(everyPage)
      expect((await editor.get(`/_/pages?order[${name}]=asc`)).status).toBe(200)
      expect((await visitor.get(`/_/page_data_metadatas/${name}`)).status).toBe(404)
      expect((await editor.post('/component/forms', { formType: name })).status).toBe(422)
      expect((await visitor.get(`/component/${name}`)).status).toBe(404)
      expect((await visitor.request(`/${name}`)).status).toBe(404)
    },
  )

  test('a redirect to another host stored by an older version is not followed', async () => {
    const bad = '/_/routes////evil.test'
    const page = await makePage('Astray')
    const target = await makeRoute('/astray-target', { page })
    const source = await makeRoute('/astray', { redirect: target.json['@id'] })
    expect(source.status).toBe(201)
    const { db, close } = await openDatabase(readConfig({ ...storage }))
    for (const [table, column] of [
      ['resource', 'iri'],
      ['relation', 'from_iri'],
      ['relation', 'to_iri'],
      ['handle', 'iri'],
    ] as const) {
      await db
        .updateTable(table)
        .set({ [column]: bad })
        .where(column as 'iri', '=', '/_/routes//astray-target' as never)
        .execute()
    }
    await close()
    await storeRaw(bad, (data) => ({ ...data, path: '//evil.test' }))
    const answer = await editor.request('/astray')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('location')).toBeNull()
    expect((await editor.get('/_/routes//astray')).json).not.toHaveProperty('redirectPath')
    expect((await editor.request('/sitemap.xml')).text).not.toContain('evil.test')
    const mended = await editor.patch(bad, { path: '/astray-mended' })
    expect([mended.status, mended.json['redirectedFrom']]).toEqual([200, ['/_/routes//astray']])
    expect((await editor.request('/astray')).headers.get('location')).toBe('/astray-mended')
  })

  test.each(['//evil.test', '/\\evil.test', '/.//evil.test', '/a/..//evil.test', '/%09/evil.test'])(
    'a signed-in user is not redirected to %s',
    async (back) => {
      const { status, headers } = await editor.request(`/login?back=${encodeURIComponent(back)}`)
      expect(status).toBe(302)
      const to = new URL(headers.get('location')!, server.url)
      expect(to.origin).toBe(new URL(server.url).origin)
      expect(to.pathname.startsWith('//')).toBe(false)
    },
  )

  describe.each([
    ['Greek', '/Καλημέρα'],
    ['German', '/über-uns'],
    ['Chinese, below another', '/关于/我们'],
    ['a space', '/with a space'],
    ['outside the basic plane', '/🎪'],
    ['right to left', '/مرحبا'],
  ])('a path in %s', (words, path) => {
    const encoded = encodeURI(path)
    const iri = `/_/routes/${path}`
    let page: string
    beforeAll(async () => {
      page = await makePage(words)
    })

    test('is stored once, however it is written, and is in ASCII in every header', async () => {
      const made = await makeRoute(encoded, { page })
      expect([made.status, made.json['@id'], made.json['path']]).toEqual([201, iri, path])
      for (const name of ['location', 'content-location']) {
        const url = new URL(made.headers.get(name)!, `${server.url}/_api/_/routes`)
        expect(url.href).toBe(`${server.url}/_api/_/routes/${encoded}`)
        expect((await visitor.request(url.pathname)).json['@id']).toBe(iri)
      }
      const again = await makeRoute(path, { page })
      expect([again.status, ...violations(again)]).toEqual([422, 'path'])
      const whole = await editor.patch(
        made.headers.get('location')!.replace('/_api', ''),
        made.json,
      )
      expect([whole.status, whole.json['@id']]).toEqual([200, iri])
    })

    test('serves its page, payload, manifest and redirects', async () => {
      for (const address of new Set([encoded, encoded.toLowerCase()])) {
        if (decodeURI(address) !== path) continue
        const { status, text } = await visitor.request(address)
        expect(status).toBe(200)
        expect(text).toContain(`Heading of ${words}`)
        expect(text).toContain(`<link rel="canonical" href="${home}${encoded}">`)
        const payload = await visitor.request(`${address}/_payload.json`)
        expect(payload.json).toMatchObject({
          status: 200,
          page: { path: address, root: iri, page },
        })
      }
      const manifest = (await visitor.get(`/_/resource_manifest/${encoded}`)).json
      expect(manifest['resource_iris']).toMatchObject([{ iri, children: [{ iri: page }] }])
      expect((await visitor.get(`/_/routes_manifest/${encoded}`)).status).toBe(200)
      expect((await visitor.request('/sitemap.xml')).text).toContain(`<loc>${home}${encoded}</loc>`)

      const source = await makeRoute(`${path}-old`, { redirect: iri })
      expect([source.status, source.json['redirectPath']]).toEqual([201, path])
      const moved = await visitor.request(`${encoded}-old`)
      expect([moved.status, moved.headers.get('location')]).toEqual([308, encoded])
      const { json } = await visitor.get(`/_/routes/${encoded}/redirects`)
      expect(json['redirectedFrom']).toMatchObject([{ '@id': `${iri}-old` }])
      const alias = await makeRoute(`${path}-alias`, { redirect: `/_/routes/${encoded}` })
      expect([alias.status, alias.json['redirectPath']]).toEqual([201, path])
    })

    test('is rendered by a front end with a remote API', async () => {
      const { status, text } = await elsewhere.request(encoded)
      expect(status).toBe(200)
      expect(text).toContain(`Heading of ${words}`)
      const [, json = '{}'] = /<script type="application\/json" id="state">(.*?)<\/script>/s.exec(
        text,
      )!
      expect(JSON.parse(json)).toMatchObject({
        location: { path: encoded },
        page: { path: encoded, root: iri, page },
      })
      const moved = await elsewhere.request(`${encoded}-old`)
      expect([moved.status, moved.headers.get('location')]).toEqual([308, encoded])
    })

    test('works in a menu, as a hub topic, and after being renamed', async () => {
      const link = await editor.post('/component/navigation_links', {
        label: 'x',
        route: iri,
        publishedAt: past,
      })
      expect(link.json['url']).toBe(path)
      const listener = await subscribeToHub(server.url, {
        topics: [`${home}/_api/_/routes/${encoded}`],
      })
      const renamed = await editor.patch(`/_/routes/${encoded}`, { path: `${path}-new` })
      expect(renamed.json['@id']).toBe(`${iri}-new`)
      expect((await listener.nextFrame())?.data['@id']).toBe(iri)
      listener.close()
      const moved = await visitor.request(encoded)
      expect([moved.status, moved.headers.get('location')]).toEqual([308, `${encoded}-new`])
      expect((await visitor.request(`${encoded}-new`)).status).toBe(200)
    })
  })
})
