import { beforeAll, describe, expect, test } from 'vitest'
import { type ContentApi, type Json, createContentApi } from '../support/content-api.ts'
import { eachDatabase } from '../../support/server/databases.ts'

eachDatabase('the JSON-LD envelope', (open) => {
  let content: ContentApi
  let page: Awaited<ReturnType<ContentApi['makePage']>>
  beforeAll(async () => {
    content = createContentApi(await open())
    page = await content.makePage('/about')
  })

  test('an item has an id, type, context and metadata, and no null values', async () => {
    const { status, headers, body } = await content.asVisitor.get(page.page)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/ld+json; charset=utf-8')
    expect(body).toMatchObject({
      '@context': '/contexts/Page',
      '@id': page.page,
      '@type': 'Page',
      layout: page.layout,
      isTemplate: false,
      componentGroups: [page.group],
      route: '/_/routes//about',
      _metadata: { persisted: true },
    })
    expect(Object.values(body)).not.toContain(null)
    expect(body).not.toHaveProperty('metaDescription')
    expect(body).not.toHaveProperty('parentPage')
  })

  test('dates have seconds and an offset, except the one in the metadata', async () => {
    const title = await content.makeTitle(page.group, 'Hello', '2026-01-05T09:00:00.000Z')
    expect(title).toMatchObject({
      publishedAt: '2026-01-05T09:00:00+00:00',
      _metadata: {
        persisted: true,
        publishable: {
          published: true,
          publishedAt: '2026-01-05T09:00:00.000+00:00',
          locationCount: 1,
        },
      },
    })
    expect(title['createdAt']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
  })

  test('unknown and read-only properties are ignored', async () => {
    const title = await content.create('/component/titles', {
      '@id': '/component/titles/mine',
      '@type': 'Nonsense',
      _metadata: { adding: true },
      title: 'Hello',
      createdAt: '2000-01-01T00:00:00+00:00',
      unheardOf: 1,
    })
    expect(title['@id']).not.toBe('/component/titles/mine')
    expect(title['@type']).toBe('Title')
    expect(title['createdAt']).not.toContain('2000')
    expect(title).not.toHaveProperty('unheardOf')
    expect(title['_metadata']).not.toHaveProperty('adding')
  })

  test('null removes a value', async () => {
    await content.asEditor.patch(page.page, { metaDescription: 'A page' })
    const { body } = await content.asEditor.patch(page.page, { metaDescription: null })
    expect(body).not.toHaveProperty('metaDescription')
  })

  test('a created resource has a Location header', async () => {
    const { status, headers, body } = await content.asEditor.post('/component/titles', {
      title: 'New',
    })
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`/_api${body['@id']}`)
    expect(headers.get('content-location')).toBe(`/_api${body['@id']}`)
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/)
  })

  test('a deletion returns an empty response', async () => {
    const title = await content.makeTitle(null, 'Gone')
    const { status, headers, body } = await content.asEditor.remove(
      `${title['@id']}?published=true`,
    )
    expect(status).toBe(204)
    expect(body).toBeNull()
    expect(headers.get('content-type')).toBeNull()
    expect((await content.asVisitor.get(title['@id'])).status).toBe(404)
  })

  test('a route is addressed by its path including the slash, a group also by its reference', async () => {
    await content.create('/_/routes', {
      path: '/',
      name: 'home',
      page: (await content.makePage()).page,
    })
    expect((await content.asVisitor.get('/_/routes//')).body['path']).toBe('/')
    expect((await content.asVisitor.get('/_/routes//about')).body).toMatchObject({
      '@id': '/_/routes//about',
      page: page.page,
      redirectedFrom: [],
    })
    expect((await content.asVisitor.get('/_/routes//about.html')).status).toBe(200)
    expect((await content.asVisitor.get('/_/routes//nowhere')).status).toBe(404)
    const reference = `primary_${page.page}`
    for (const id of [reference, encodeURIComponent(reference), page.group.split('/').pop()]) {
      const { body } = await content.asVisitor.get(`/_/component_groups/${id}`)
      expect(body['@id']).toBe(page.group)
    }
  })

  describe('errors', () => {
    test('describe what is wrong with a request', async () => {
      const { asEditor } = content
      const ask = (method: string, iri: string, type: string, body: string) =>
        asEditor.ask(method, iri, { body, headers: { 'Content-Type': type } })
      expect((await ask('POST', '/_/layouts', 'application/ld+json', '{')).status).toBe(400)
      expect((await ask('POST', '/_/layouts', 'application/ld+json', '[]')).status).toBe(400)
      expect((await ask('POST', '/_/layouts', 'text/plain', '{}')).status).toBe(415)
      expect((await ask('PATCH', page.layout, 'application/ld+json', '{}')).status).toBe(415)
      expect((await ask('PUT', page.layout, 'application/ld+json', '{}')).status).toBe(405)
      expect((await asEditor.get(page.page, { Accept: 'text/html' })).status).toBe(406)
      expect((await asEditor.get(page.page, { Accept: 'text/html, */*' })).status).toBe(200)
      expect((await asEditor.get('/component/titles/%E0%A4%A')).status).toBe(404)
      const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
      expect((await asEditor.patch(page.layout, deep(20))).status).toBe(200)
      expect((await asEditor.patch(page.layout, deep(100_000))).status).toBe(400)
    })

    test('never are server errors for invalid input', async () => {
      const { asEditor, asVisitor } = content
      const patch = (iri: string, body: unknown) => asEditor.patch(iri, body)
      expect((await asVisitor.get('/component/titles/%00')).status).toBe(400)
      expect((await asVisitor.get('/_/layouts?reference=%00')).status).toBe(400)
      expect((await asEditor.remove('/_/layouts/%00')).status).toBe(400)
      expect((await asEditor.post('/component/titles', { title: 'a\0b' })).status).toBe(400)
      expect((await asVisitor.get(page.page, { path: '/%00' })).status).toBe(200)
      expect((await asEditor.post('/component/titles', { title: 'a\ud800b' })).status).toBe(400)
      const title = await content.makeTitle(page.group, 'Placed')
      const position = title.componentPositions[0]!
      for (const sortValue of [1e300, 2 ** 31, -1, 0.5, '1', {}]) {
        expect((await patch(position, { sortValue })).status).toBe(422)
      }
      for (const publishedAt of ['+275760-09-13T00:00:00Z', '-000001-01-01', 5, {}, true]) {
        expect((await patch(title['@id'], { publishedAt })).status).toBe(422)
      }
      expect((await asVisitor.get('/_/layouts?page=9007199254740991')).body.member).toEqual([])
      const layout = `/_/layouts/${'x'.repeat(5000)}`
      expect((await patch(page.page, { layout })).status).toBe(400)
      expect((await patch(page.page, { layout: [page.layout] })).status).toBe(400)
      expect((await asEditor.get(page.page, { 'If-Match': '"' })).status).toBe(200)
      expect((await asEditor.patch(page.page, {}, { 'If-Match': 'nonsense' })).status).toBe(412)
    })

    test('are problem documents with the path of every violation', async () => {
      const missing = await content.asVisitor.get('/_/pages/nothing')
      expect(missing.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
      expect(missing.body).toEqual({
        '@context': '/contexts/Error',
        '@id': '/errors/404',
        '@type': 'Error',
        title: 'An error occurred',
        detail: 'Not Found',
        description: 'Not Found',
        status: 404,
        type: '/errors/404',
      })
      const { status, body } = await content.asEditor.post('/_/layouts', { reference: 'x' })
      expect(status).toBe(422)
      expect(body).toMatchObject({
        '@type': 'ConstraintViolation',
        status: 422,
        detail: 'uiComponent: Choose a layout.',
        violations: [{ propertyPath: 'uiComponent', message: 'Choose a layout.' }],
      })
    })

    test('are 401 in plain JSON for visitors, and 403 for signed-in users', async () => {
      const refused = await content.asVisitor.post('/_/layouts', {})
      expect(refused.status).toBe(401)
      expect(refused.headers.get('content-type')).toBe('application/json')
      expect(refused.headers.get('www-authenticate')).toBe('Bearer')
      expect(refused.body).toMatchObject({ code: 401 })
      expect((await content.asUser.post('/_/layouts', {})).status).toBe(403)
      expect((await content.asUser.patch(page.page, {})).status).toBe(403)
      expect((await content.asVisitor.remove(page.page)).status).toBe(401)
    })
  })

  describe('collections', () => {
    const references = (body: Json) => body.member.map((member) => member['reference'])

    test('contain their total and links to other pages', async () => {
      for (const reference of ['blue', 'Green', 'amber']) {
        await content.create('/_/layouts', { reference, uiComponent: 'Painted' })
      }
      const query = 'uiComponent=painted&order[reference]=asc&perPage=2'
      const first = await content.asVisitor.get(`/_/layouts?${query}`)
      expect(references(first.body)).toEqual(['amber', 'blue'])
      expect(first.body).toMatchObject({
        '@id': '/_/layouts',
        '@type': 'Collection',
        totalItems: 3,
        view: {
          '@id': '/_/layouts?uiComponent=painted&order[reference]=asc&perPage=2&page=1',
          '@type': 'PartialCollectionView',
          last: '/_/layouts?uiComponent=painted&order[reference]=asc&perPage=2&page=2',
          next: '/_/layouts?uiComponent=painted&order[reference]=asc&perPage=2&page=2',
        },
      })
      expect(first.body.member[0]).not.toHaveProperty('@context')
      const second = await content.asVisitor.get(`/_/layouts?${query}&page=2`)
      expect(references(second.body)).toEqual(['Green'])
    })

    test('search all fields at once, newest first', async () => {
      const { body } = await content.asVisitor.get('/_/layouts?reference=GREEN&uiComponent=green')
      expect(references(body)).toEqual(['Green'])
      const newest = await content.asVisitor.get('/_/layouts?uiComponent=Painted')
      expect(references(newest.body)).toEqual(['amber', 'Green', 'blue'])
      const literal = await content.asVisitor.get('/_/layouts?reference=%25')
      expect(literal.body['totalItems']).toBe(0)
    })

    test('refuse invalid paging, and return no members for perPage=0', async () => {
      expect((await content.asVisitor.get('/_/layouts?page=0')).status).toBe(400)
      expect((await content.asVisitor.get('/_/layouts?perPage=-1')).status).toBe(400)
      expect((await content.asVisitor.get('/_/layouts?page=x')).status).toBe(400)
      expect((await content.asVisitor.get('/_/layouts?perPage=0')).body['member']).toEqual([])
    })

    test('of pages show visitors only pages with a route', async () => {
      const hidden = await content.makePage()
      const ids = async (who: ContentApi['asVisitor']) =>
        (await who.get('/_/pages')).body.member.map((member) => member['@id'])
      expect(await ids(content.asVisitor)).not.toContain(hidden.page)
      expect(await ids(content.asEditor)).toContain(hidden.page)
      expect((await content.asVisitor.get(hidden.page)).status).toBe(401)
      expect((await content.asUser.get(hidden.page)).status).toBe(403)
    })

    test('can be filtered by isTemplate', async () => {
      await content.create('/_/pages', {
        reference: 'a-template',
        layout: page.layout,
        isTemplate: true,
        uiComponent: 'PrimaryPageTemplate',
      })
      const found = async (query: string) =>
        references((await content.asEditor.get(`/_/pages?${query}`)).body)
      expect(await found('isTemplate=true')).toEqual(['a-template'])
      expect(await found('isTemplate=0')).not.toContain('a-template')
      expect(await found('isTemplate[]=true&isTemplate[]=false')).toContain('a-template')
    })
  })

  test('Cache-Control tells which responses caches may store', async () => {
    const title = await content.makeTitle(page.group, 'Cached')
    const caching = async (who: ContentApi['asVisitor'], iri: string) =>
      (await who.get(iri)).headers.get('cache-control')
    const shared = 'public, max-age=0, s-maxage=60'
    expect(await caching(content.asVisitor, title['@id'])).toBe(shared)
    expect(await caching(content.asEditor, title['@id'])).toBe('private, no-store')
    expect(await caching(content.asEditor, page.route!)).toBe('private, no-store')
    // One of its pages is hidden from visitors.
    const routed = await content.makePage('/cached')
    expect(await caching(content.asEditor, routed.layout)).toBe(shared)
    await content.asEditor.patch((await content.makePage()).page, { layout: routed.layout })
    expect(await caching(content.asEditor, routed.layout)).toBe('private, no-store')
    expect(await caching(content.asVisitor, routed.layout)).toBe('private, no-store')
    expect(await caching(content.asEditor, (await content.makePage()).page)).toBe(
      'private, no-store',
    )
  })

  test('the entrypoint names every collection and the docs describe every type', async () => {
    const { body } = await content.asVisitor.get('')
    expect(body).toMatchObject({
      '@type': 'Entrypoint',
      '@id': '/',
      title: '/component/titles',
      htmlContent: '/component/html_contents',
      navigationLink: '/component/navigation_links',
      page: '/_/pages',
      componentPosition: '/_/component_positions',
      articleData: '/page_data/article_datas',
    })
    for (const path of ['/', '/.jsonld', '/index.jsonld']) {
      expect((await content.asVisitor.get(path)).body).toEqual(body)
    }
    const docs = (await content.asVisitor.get('/docs.jsonld')).body
    expect(docs['entrypoint']).toBe('/')
    const classes = docs['supportedClass'] as {
      title: string
      supportedProperty: { title: string }[]
    }[]
    const properties = (type: string) =>
      classes
        .find(({ title }) => title === type)
        ?.supportedProperty.map((property) => property.title)
    expect(properties('Title')).toContain('publishedAt')
    expect(properties('Secret')).not.toContain('publishedAt')
    expect(classes.find(({ title }) => title === 'Secret')).toMatchObject({
      explicitAllowOnly: true,
    })
    expect(docs['info']).toMatchObject({ version: expect.stringMatching(/\([^)]+\)$/) })
  })

  test('every endpoint of the OpenAPI document responds', async () => {
    const { status, headers, body } = await content.asVisitor.get('/docs.json')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json')
    expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/_api' }] })
    const negotiated = await content.asVisitor.get('/docs', {
      accept: 'application/vnd.openapi+json',
    })
    expect(negotiated.headers.get('content-type')).toBe('application/vnd.openapi+json')
    expect(negotiated.body).toEqual(body)
    expect((await content.asVisitor.get('/docs')).body['@type']).toBe('ApiDocumentation')

    const paths = Object.entries(body['paths'] as Record<string, Record<string, unknown>>)
    expect(paths.length).toBeGreaterThan(20)
    // Accounts are not part of the content endpoints.
    const lists = paths.filter(
      ([found, operations]) => 'post' in operations && !/\{|^\/users/.test(found),
    )
    const all = paths.map(([found]) => found)
    for (const [path, operations] of lists.filter(([found]) => all.includes(`${found}/{id}`))) {
      expect((await content.asVisitor.get(path)).status).toBe(200)
      expect(operations).toHaveProperty('get')
    }
    const text = JSON.stringify(body)
    const { schemas } = body['components'] as { schemas: Record<string, unknown> }
    for (const [, name] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) {
      expect(schemas).toHaveProperty(name!)
    }
    const withPut = paths.filter(([, operations]) => 'put' in operations).map(([path]) => path)
    expect(withPut).toEqual(
      expect.arrayContaining(['/_/routes/{id}', '/_/site_config_parameters/{id}']),
    )
  })

  test('page-data metadata lists the components that page data can hold', async () => {
    const { body } = await content.asVisitor.get('/_/page_data_metadatas')
    expect(body.member.map((one) => one['resourceClass'])).toEqual([
      'App\\Entity\\AbstractPageData',
      'App\\Entity\\ArticleData',
      'App\\Entity\\BlogArticleData',
      'App\\Entity\\NestedPageData',
    ])
    const found = await content.asVisitor.get('/_/page_data_metadatas/App%5CEntity%5CArticleData')
    expect(found.body['properties']).toContainEqual({
      '@type': 'PageDataPropertyMetadata',
      property: 'htmlContent',
      componentShortName: 'HtmlContent',
    })
    expect((await content.asVisitor.get('/_/page_data_metadatas/Nothing')).status).toBe(404)
  })

  test('the list of parameters is public, and a single one is for editors', async () => {
    await content.create('/_/site_config_parameters', { key: 'siteName', value: 'Troupe' })
    const { body } = await content.asVisitor.get('/_/site_config_parameters')
    expect(body['member']).toMatchObject([
      { key: 'siteName', value: 'Troupe', _metadata: { persisted: true } },
    ])
    expect((await content.asVisitor.get('/_/site_config_parameters/siteName')).status).toBe(401)
    const changed = await content.asEditor.patch('/_/site_config_parameters/siteName', {
      value: 'New',
    })
    expect(changed.body['value']).toBe('New')
    const twice = await content.asEditor.post('/_/site_config_parameters', {
      key: 'siteName',
      value: '',
    })
    expect(twice.body['violations']).toMatchObject([{ propertyPath: 'key' }])
  })

  describe('a parameter of the site', () => {
    const endpoint = '/_/site_config_parameters'

    test('is addressed by its key, also after that changes', async () => {
      const made = await content.create(endpoint, { key: 'old key/1', value: 'x' })
      expect(made['@id']).toBe(`${endpoint}/old%20key%2F1`)
      const { status, body } = await content.asEditor.patch(made['@id'], { key: 'new' })
      expect(status).toBe(200)
      expect(body).toMatchObject({ '@id': `${endpoint}/new`, key: 'new', value: 'x' })
      expect((await content.asEditor.get(made['@id'])).status).toBe(404)
      await content.create(endpoint, { key: 'other', value: '1' })
      const taken = await content.asEditor.patch(`${endpoint}/new`, { key: 'other' })
      expect(taken.body.violations).toMatchObject([{ propertyPath: 'key' }])
      await content.create(endpoint, { key: 'old key/1' })
    })

    test('publishes events for both keys when it is renamed', async () => {
      const made = await content.create(endpoint, { key: 'before', value: 'x' })
      const events = await content.eventsDuring(() =>
        content.asEditor.patch(made['@id'], { key: 'after' }),
      )
      expect(events).toMatchObject([
        { topic: `${endpoint}/after`, data: { key: 'after', value: 'x' } },
        { topic: made['@id'], data: { '@id': made['@id'] } },
      ])
    })

    test('is replaced by PUT, except for its key', async () => {
      const made = await content.create(endpoint, { key: 'whole', value: ['a', 'b'] })
      expect(made['value']).toEqual(['a', 'b'])
      const emptied = await content.asEditor.put(made['@id'], {})
      expect(emptied.body).toMatchObject({ '@id': made['@id'], key: 'whole' })
      expect(emptied.body).not.toHaveProperty('value')
      const renamed = await content.asEditor.put(made['@id'], { key: 'renamed', value: '1' })
      expect(renamed.body).toMatchObject({ '@id': `${endpoint}/renamed`, value: '1' })
      expect((await content.asUser.put(`${endpoint}/renamed`, {})).status).toBe(403)
    })

    test('with a sitemap must be well-formed', async () => {
      const sitemap = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>'
      const made = await content.create(endpoint, { key: 'sitemapXml', value: sitemap })
      const broken = await content.asEditor.patch(made['@id'], { value: '<urlset>' })
      expect(broken.status).toBe(422)
      expect(broken.body.violations).toEqual([
        {
          propertyPath: 'value',
          message: 'Begin with <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">.',
        },
      ])
      expect((await content.asEditor.get(made['@id'])).body['value']).toBe(sitemap)
      expect((await content.asEditor.patch(made['@id'], { value: '' })).status).toBe(200)
    })
  })
})
