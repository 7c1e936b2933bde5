/** Conventions of all endpoints, over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachStorage } from '../../support/server/databases.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'
import { past } from '../support/content-api.ts'

type Json = Record<string, unknown> & {
  '@id': string
  member: Json[]
  violations: { propertyPath: string }[]
}

eachStorage('the contract, over HTTP', (newStorage) => {
  let server: TestServer
  let admin: HttpClient
  let visitor: HttpClient

  beforeAll(async () => {
    server = await startServer(await newStorage(), { TRUSTED_PROXIES: '127.0.0.1' })
    admin = createHttpClient(server.url)
    visitor = createHttpClient(server.url)
    await admin.signIn()
  })
  afterAll(() => server.stop())

  const json = async (iri: string, person = visitor, headers = {}) =>
    (await person.get(iri, headers)).json as Json
  const made = async (iri: string, body: unknown) => {
    const answer = await admin.post(iri, body)
    expect([iri, answer.status, answer.text]).toEqual([iri, 201, answer.text])
    return answer.json as Json
  }

  describe('the envelope', () => {
    test('has no null values, has the three keywords, and bare IRIs', async () => {
      const root = await json('/')
      for (const [key, iri] of Object.entries(root)) {
        // Publications, copies and bulk changes are only made.
        const madeOnly = ['user', 'publication', 'pageCopy', 'bulkChange']
        if (key.startsWith('@') || madeOnly.includes(key)) continue
        const list = await json(`${String(iri)}?perPage=100`, admin)
        expect
          .soft([key, list['@type'], list['@context'] !== undefined])
          .toEqual([key, 'Collection', true])
        for (const member of list.member) {
          expect.soft(Object.values(member)).not.toContain(null)
          expect.soft(member).toMatchObject({
            '@id': expect.stringMatching(/^\/(?!_api)/) as string,
            '@type': expect.any(String) as string,
            _metadata: { persisted: expect.any(Boolean) as boolean },
          })
          expect.soft(member).not.toHaveProperty('@context')
          if (key === 'pageDataMetadata') continue
          const item = await json(member['@id'], admin)
          expect.soft([item['@id'], item['@type']]).toEqual([member['@id'], member['@type']])
          expect.soft(item).toHaveProperty('@context')
        }
      }
    })

    test('dates have an offset, and only the one in the metadata has milliseconds', async () => {
      const { member } = await json('/component/titles')
      const [title] = member as [Json]
      for (const name of ['createdAt', 'modifiedAt', 'publishedAt']) {
        expect.soft(title[name]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
      }
      expect(title['_metadata']).toMatchObject({
        publishable: {
          publishedAt: expect.stringMatching(/T\d\d:\d\d:\d\d\.\d{3}\+00:00$/) as string,
        },
      })
    })

    test('ignores unknown properties of a body', async () => {
      const title = await made('/component/titles', {
        ...{ '@id': '/component/titles/mine', '@type': 'Route', '@context': 'x' },
        ...{ _metadata: { sortDisplayNumber: 4, adding: true }, unheard: 'of', title: 'Yes' },
        ...{
          createdAt: past,
          modifiedAt: past,
          publishedResource: '/x',
          draftResource: '/x',
          publishedAt: past,
        },
      })
      expect(title['@id']).not.toBe('/component/titles/mine')
      expect(title).not.toHaveProperty('unheard')
      expect(title['createdAt']).not.toBe(past)
      expect(JSON.stringify(title)).not.toContain('sortDisplayNumber')
    })
  })

  describe('content types', () => {
    test.each([
      ['POST', '/component/titles', 'application/json', 415],
      ['POST', '/component/titles', 'application/merge-patch+json', 415],
      ['POST', '/component/titles', 'text/plain', 415],
      ['POST', '/component/titles', 'application/ld+json; charset=utf-8', 201],
      ['POST', '/component/images/upload', 'application/json', 415],
      ['POST', '/login', 'text/plain', 415],
    ])('%s %s as %s: %i', async (method, iri, type, status) => {
      const body = JSON.stringify({ title: 'x' })
      const answer = await admin.request(`/_api${iri}`, {
        method,
        body,
        headers: { 'content-type': type },
      })
      expect(answer.status).toBe(status)
    })

    test('PATCH is a merge patch, PUT replaces the resource', async () => {
      const { '@id': iri } = await made('/component/titles', { title: 'x' })
      for (const type of ['application/json', 'application/ld+json']) {
        const answer = await admin.patch(iri, { title: 'y' }, { 'content-type': type })
        expect.soft([type, answer.status]).toEqual([type, 415])
      }
      const put = await admin.request(`/_api${iri}`, { method: 'PUT', body: { title: 'z' } })
      expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, PATCH, DELETE'])
      expect(put.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
      expect(put.headers.get('accept-patch')).toBe('application/merge-patch+json')
    })

    test.each([
      ['text/html', 406],
      ['text/html, */*', 200],
      ['application/ld+json', 200],
      ['application/json', 200],
      ['image/png', 406],
      ['text/html,application/xhtml+xml,*/*;q=0.8', 200],
    ])('Accept %s: %i', async (accept, status) => {
      for (const iri of [
        '/',
        '/docs.jsonld',
        '/_/routes',
        '/_/routes//',
        '/component/titles',
        '/_/page_data_metadatas',
        '/_/resource_manifest//',
        '/_/site_config_parameters',
      ]) {
        const answer = await visitor.get(iri, { accept })
        expect.soft([iri, answer.status]).toEqual([iri, status])
        if (status === 200)
          expect.soft(answer.headers.get('content-type')).toBe('application/ld+json; charset=utf-8')
      }
    })

    test('a format suffix is not part of an IRI', async () => {
      const { member } = await json('/component/titles')
      for (const iri of [
        '/component/titles',
        member[0]!['@id'],
        '/_/layouts',
        '/_/pages',
        '/_/routes',
        '/_/component_groups',
        '/_/component_positions',
        '/_/site_config_parameters',
        '/_/page_data_metadatas',
        '/page_data/blog_article_datas',
        '/users',
      ]) {
        for (const suffix of ['.jsonld', '.json']) {
          const answer = await admin.get(iri + suffix)
          expect
            .soft([iri + suffix, answer.status, answer.json['@id']])
            .toEqual([iri + suffix, 200, iri])
        }
      }
    })
  })

  describe('headers', () => {
    const everywhere = [
      '/',
      '/docs',
      '/docs.jsonld',
      '/docs.json',
      '/me',
      '/_/routes',
      '/_/routes//',
      '/_/routes//nowhere',
      '/component/titles',
      '/_/resource_manifest//',
      '/nowhere',
      '/_/site_config_parameters',
      '/users',
      '/password/reset/request/nobody',
    ]

    test.each(everywhere)(
      '%s says where the docs and the hub are, and how it may be shown',
      async (iri) => {
        const { headers } = await visitor.get(iri)
        const [docs = '', hub = ''] = (headers.get('link') ?? '').split(',')
        expect
          .soft(docs)
          .toBe(
            `<${server.url}/_api/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"`,
          )
        expect.soft(hub.trim()).toBe(`<${server.url}/.well-known/mercure>; rel="mercure"`)
        expect.soft(headers.get('vary')).toContain('Accept')
        expect.soft(headers.get('vary')).not.toContain('Cookie')
        expect.soft(headers.get('x-content-type-options')).toBe('nosniff')
        expect.soft(headers.get('x-frame-options')?.toLowerCase()).toBe('deny')
      },
    )

    test.each([
      '/',
      '/.jsonld',
      '/index.jsonld',
      '/docs',
      '/docs.jsonld',
      '/docs.json',
      '/_/page_data_metadatas',
      '/_/resource_manifest//',
      '/_/routes_manifest//',
    ])('%s is read-only', async (iri) => {
      const { status, headers } = await visitor.get(iri)
      expect.soft([status, headers.get('allow')]).toEqual([200, 'GET'])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await admin.request(`/_api${iri}`, { method, body: {} })
        expect
          .soft([method, answer.status, answer.headers.get('allow')])
          .toEqual([method, 405, 'GET'])
      }
    })

    test('every response lists the allowed methods, and any other method gets a 405', async () => {
      const title = (await json('/component/titles')).member[0]!['@id']
      for (const [iri, allow] of [
        ['/component/titles', 'GET, POST'],
        [title, 'GET, PATCH, DELETE'],
        ['/_/routes//', 'GET, PUT, PATCH, DELETE'],
        ['/users', 'GET, POST'],
        [`${title}/usage`, 'GET'],
        ['/_/routes//about/redirects', 'GET'],
        ['/_/routes//about/children', 'GET'],
      ] as const) {
        const answer = await admin.get(iri)
        expect.soft([iri, answer.status, answer.headers.get('allow')]).toEqual([iri, 200, allow])
      }
      const odd = await admin.request('/_api/component/titles', { method: 'DELETE' })
      expect([odd.status, odd.headers.get('allow')]).toEqual([405, 'GET, POST'])
      for (const iri of [
        '/login',
        '/me',
        '/_/routes/generate',
        '/_/publications',
        '/component/images/upload',
        `${title}/usage`,
        '/_/routes//about/children',
      ]) {
        const answer = await admin.request(`/_api${iri}`, { method: 'DELETE' })
        expect.soft([iri, answer.status]).toEqual([iri, 405])
        expect.soft([iri, answer.headers.get('allow')]).not.toEqual([iri, null])
      }
    })

    test('sets caching headers for public and private responses', async () => {
      const shared = 'public, max-age=0, s-maxage=60'
      const layout = (await json('/_/layouts')).member[0]!['@id']
      const titles = (await json('/component/titles?perPage=100', admin)).member
      const unedited = await Promise.all(
        titles.map(async ({ '@id': iri }) => (await visitor.get(iri)).status === 200 && iri),
      )
      const positions = (await json('/_/component_positions?perPage=100', admin)).member
      const isDynamic = (position: Json) => position['pageDataProperty'] !== undefined
      // The same for everyone; not cached for signed-in users.
      const personal = [
        unedited.find((iri) => iri !== false) as string,
        positions.find((position) => !isDynamic(position))!['@id'],
        '/_/pages',
        '/_/resource_manifest//form',
        '/_/routes_manifest//form',
      ]
      // Editors see more in these, or more of them.
      const different = [
        positions.find(isDynamic)!['@id'],
        '/_/routes//',
        '/_/routes',
        '/component/images',
        '/_/component_positions',
      ]
      const common = [
        layout,
        '/_/layouts',
        '/',
        '/docs.jsonld',
        '/_/component_groups',
        '/_/page_data_metadatas',
        '/_/site_config_parameters',
      ]
      for (const iri of [...personal, ...different, ...common]) {
        const { headers } = await visitor.get(iri)
        const control = different.includes(iri) ? 'private, no-store' : shared
        expect.soft([iri, headers.get('cache-control')]).toEqual([iri, control])
        for (const word of ['Content-Type', 'Authorization', 'Accept'])
          expect.soft(headers.get('vary')).toContain(word)
      }
      for (const iri of common)
        expect
          .soft([iri, (await admin.get(iri)).headers.get('cache-control')])
          .toEqual([iri, shared])
      for (const iri of [...personal, ...different])
        expect
          .soft([iri, (await admin.get(iri)).headers.get('cache-control')])
          .toEqual([iri, 'private, no-store'])
      const { '@id': user } = await json('/me', admin)
      for (const iri of ['/me', user])
        expect
          .soft([iri, (await admin.get(iri)).headers.get('cache-control')])
          .toEqual([iri, 'max-age=0, private'])
    })

    test('a write locates its resource; a deletion has no body', async () => {
      const answer = await admin.post('/component/titles', { title: 'x' })
      const { '@id': iri } = answer.json as Json
      expect
        .soft([answer.headers.get('location'), answer.headers.get('content-location')])
        .toEqual([`/_api${iri}`, `/_api${iri}`])
      const gone = await admin.remove(`${iri}?published=false`)
      expect([gone.status, gone.text, gone.headers.get('content-type')]).toEqual([204, '', null])
    })

    test('a trusted origin gets the CORS headers it needs', async () => {
      const origin = 'http://localhost:3001'
      const answer = await visitor.request('/_api/component/titles', {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'path',
        },
      })
      expect.soft(answer.status).toBe(204)
      expect.soft(answer.headers.get('access-control-allow-origin')).toBe(origin)
      expect.soft(answer.headers.get('access-control-allow-credentials')).toBe('true')
      const allowed = answer.headers.get('access-control-allow-headers')?.toLowerCase()
      for (const name of ['content-type', 'authorization', 'preload', 'fields', 'path'])
        expect.soft(allowed).toContain(name)
      const plain = await visitor.get('/', { origin })
      expect.soft(plain.headers.get('access-control-expose-headers')).toContain('Link')
    })
  })

  describe('lists', () => {
    test('ignores unknown query parameters of a browser', async () => {
      const noise =
        'utm_source=x&foo[]=1&itemsPerPage=2&order[nothing]=asc&order=up&isTemplate=maybe&token=1&q=%E2%9C%93'
      const title = (await json('/component/titles')).member[0]!['@id']
      for (const iri of [
        '/',
        '/docs.jsonld',
        '/_/routes',
        '/_/routes//',
        '/_/pages',
        '/_/layouts',
        '/component/titles',
        title,
        `${title}/usage`,
        '/_/resource_manifest//',
        '/_/page_data_metadatas',
        '/_/site_config_parameters',
        '/_/routes//about/redirects',
        '/users',
        '/me',
      ]) {
        const answer = await admin.get(`${iri}?${noise}`)
        expect.soft([iri, answer.status]).toEqual([iri, 200])
      }
      const item = await json(`/_/routes//?${noise}`)
      expect(item['@id']).toBe('/_/routes//')
    })

    test('paginates lists', async () => {
      const all = await json('/_/component_positions?perPage=100')
      const total = Number(all['totalItems'])
      expect(total).toBeGreaterThan(4)
      const part = await json('/_/component_positions?perPage=2&page=2')
      expect(part.member.map((member) => member['@id'])).toEqual(
        all.member.slice(2, 4).map((member) => member['@id']),
      )
      const last = Math.ceil(total / 2)
      expect(part['view']).toEqual({
        '@id': '/_/component_positions?perPage=2&page=2',
        '@type': 'PartialCollectionView',
        first: '/_/component_positions?perPage=2&page=1',
        last: `/_/component_positions?perPage=2&page=${last}`,
        previous: '/_/component_positions?perPage=2&page=1',
        ...(last > 2 && { next: '/_/component_positions?perPage=2&page=3' }),
      })
      const none = await json('/_/component_positions?perPage=0')
      expect([none.member, none['totalItems']]).toEqual([[], total])
      expect((await json(`/_/component_positions?page=${total + 10}`)).member).toEqual([])
      for (const bad of [
        'page=0',
        'page=-1',
        'page=x',
        'page=1.5',
        'perPage=-1',
        'perPage=x',
        'perPage=1e1',
        'page=0x1',
      ]) {
        expect
          .soft([bad, (await visitor.get(`/_/component_positions?${bad}`)).status])
          .toEqual([bad, 400])
      }
      expect((await json('/_/component_positions?perPage=1000'))['member']).toHaveLength(total)
      expect((await json('/_/routes?pagination=false'))['view']).toBeUndefined()
      expect(await json('/_/layouts')).not.toHaveProperty('view')
    })

    test('are ordered by the parameters in their order', async () => {
      for (const [reference, at] of [
        ['bb', 1],
        ['aa', 2],
        ['cc', 3],
      ] as const) {
        await made('/_/layouts', { reference, uiComponent: `Order${at}` })
      }
      const references = async (query: string) => {
        const { member } = await json(`/_/layouts?uiComponent=Order&${query}`)
        return member.map((member_) => member_['reference']).join()
      }
      expect.soft(await references('order[reference]=asc')).toBe('aa,bb,cc')
      expect.soft(await references('order[reference]=DESC')).toBe('cc,bb,aa')
      expect.soft(await references('order[createdAt]=asc')).toBe('bb,aa,cc')
      expect.soft(await references('')).toBe('cc,aa,bb')
      expect.soft(await references('order[reference]=sideways')).toBe('cc,aa,bb')
      expect.soft(await references('order[reference]=asc&order[createdAt]=desc')).toBe('aa,bb,cc')
      expect.soft(await references('order%5Breference%5D=desc')).toBe('cc,bb,aa')
      expect.soft((await json('/_/layouts?reference=AA&uiComponent=order3')).member).toHaveLength(2)
      expect.soft((await json('/_/layouts?reference=&uiComponent=order3')).member).toHaveLength(1)
    })
  })

  describe('without SITE_URL, in development', () => {
    const file = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`
    const actionOf = (form: Json) =>
      (form['formView'] as { vars: { action: string } }).vars.action.replace(/[\w-]{36}/, 'id')
    const addressOf = (image: Json) => {
      const { mediaObjects } = image['_metadata'] as {
        mediaObjects: { file: [{ contentUrl: string }] }
      }
      return mediaObjects.file[0].contentUrl
    }

    test("forms and files have URLs with the request's origin", async () => {
      const form = await made('/component/forms', { formType: 'example' })
      const image = await made('/component/images', { file, publishedAt: past })
      const submit = '/_api/component/forms/id/submit'
      expect(actionOf(form)).toBe(server.url + submit)
      expect(addressOf(image)).toMatch(`${server.url}/_api/component/images/`)
      expect((await fetch(addressOf(image))).status).toBe(200)
      for (const person of [visitor, admin]) {
        const tls = { 'x-forwarded-proto': 'https' }
        expect(actionOf(await json(form['@id'], person))).toBe(server.url + submit)
        expect(actionOf(await json(form['@id'], person, tls))).toBe(
          server.url.replace('http', 'https') + submit,
        )
        expect(actionOf(await json(form['@id'], person))).toBe(server.url + submit)
        const { member } = await json('/component/images?perPage=100', person)
        const listed = member.find((one) => one['@id'] === image['@id'])!
        expect(addressOf(listed)).toBe(addressOf(image))
      }
      const sent = await visitor.post(`${form['@id']}/submit`, { example: {} })
      expect([sent.status, actionOf(sent.json as Json)]).toEqual([422, server.url + submit])
    })
  })

  test('a write of a Collection returns its items too', async () => {
    const list = { '@id': '/_/layouts', totalItems: expect.any(Number) as number }
    const collection = await made('/component/collections', { resourceIri: '/_/layouts' })
    expect(collection['collection']).toMatchObject(list)
    const { json: after } = await admin.patch(collection['@id'], { perPage: 1 })
    expect(after['collection']).toMatchObject({ ...list, member: [expect.anything()] })
  })

  describe('errors', () => {
    test('are problems, with equal detail and description', async () => {
      const { json: body, status, headers } = await visitor.get('/component/titles/none')
      expect([status, headers.get('content-type')]).toEqual([
        404,
        'application/problem+json; charset=utf-8',
      ])
      expect(body).toEqual({
        '@context': '/contexts/Error',
        '@id': '/errors/404',
        '@type': 'Error',
        title: 'An error occurred',
        detail: 'Not Found',
        description: 'Not Found',
        status: 404,
        type: '/errors/404',
      })
    })

    test('are plain JSON when a visitor has to sign in', async () => {
      const { json: body, status, headers } = await visitor.post('/component/titles', {})
      expect([status, headers.get('content-type'), headers.get('www-authenticate')]).toEqual([
        401,
        'application/json',
        'Bearer',
      ])
      expect(body).toEqual({ code: 401, message: expect.any(String) as string })
    })

    test('reject an invalid cookie even for public content, and delete it', async () => {
      const stale = createHttpClient(server.url)
      stale.setCookie('api_component', 'x'.repeat(43))
      const { status, headers } = await stale.get('/_/layouts')
      expect(status).toBe(401)
      expect(headers.getSetCookie().join()).toMatch(
        /api_component=[^;]*;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/i,
      )
    })

    test.each([
      ['/component/titles', '{', 400],
      ['/component/titles', '[]', 400],
      ['/component/titles', { title: 'x', componentPositions: 'x' }, 400],
      ['/component/titles', { title: 'x', componentPositions: {} }, 400],
      [
        '/component/titles',
        { title: 'x', componentPositions: ['/_/component_positions/none'] },
        400,
      ],
      [
        '/component/titles',
        { title: 'x', componentPositions: [{ componentGroup: '/_/component_groups/none' }] },
        400,
      ],
      ['/component/titles', { title: 'x', componentPositions: [{}] }, 422],
      ['/component/titles', { title: 'x', componentPositions: null }, 201],
      ['/component/titles', { title: 5 }, 422],
      [
        '/_/pages',
        { layout: '/_/layouts/none', reference: 'a', uiComponent: 'b', isTemplate: false },
        400,
      ],
      ['/_/layouts', { reference: ' ', uiComponent: 'b' }, 422],
    ])('POST %s %j: %i', async (iri, body, status) => {
      const answer = await admin.post(iri, body)
      expect([answer.status, answer.text]).toEqual([status, answer.text])
    })

    test('name the property of each violation', async () => {
      const { json: body } = await admin.post('/_/pages', { isTemplate: false })
      expect(body).toMatchObject({
        '@context': '/contexts/ConstraintViolation',
        '@type': 'ConstraintViolation',
        title: 'An error occurred',
        status: 422,
      })
      expect(body['detail']).toBe(body['description'])
      expect((body as Json).violations.map(({ propertyPath }) => propertyPath).toSorted()).toEqual([
        'layout',
        'reference',
        'uiComponent',
      ])
    })
  })

  describe('the documentation', () => {
    test('lists each type of the entry point with its readable and writable properties', async () => {
      const root = await json('/')
      const docs = (await json('/docs')) as unknown as {
        supportedClass: {
          title: string
          supportedProperty: { title: string; readable: boolean; writeable: boolean }[]
        }[]
        info: { version: string }
      }
      expect(await json('/docs.jsonld')).toEqual(docs)
      const classes = new Map(docs.supportedClass.map((one) => [one.title, one.supportedProperty]))
      for (const key of Object.keys(root)) {
        const others = ['bulkChange', 'pageCopy', 'pageDataMetadata', 'presence', 'publication']
        if (key.startsWith('@') || others.includes(key)) continue
        expect.soft([...classes.keys()]).toContain(key.charAt(0).toUpperCase() + key.slice(1))
      }
      expect(docs.info.version).toMatch(/\([^)]+\)$/)
      const of = (type: string, name: string) => {
        const { readable, writeable } = classes.get(type)!.find(({ title }) => title === name)!
        return { readable, writeable }
      }
      const [ro, wo, rw] = [
        { readable: true, writeable: false },
        { readable: false, writeable: true },
        { readable: true, writeable: true },
      ]
      for (const name of ['plainPassword', 'oldPassword'])
        expect.soft([name, of('User', name)]).toEqual([name, wo])
      expect.soft(of('Image', 'file')).toEqual(wo)
      expect.soft(of('Route', 'cascadeChildPaths')).toEqual(wo)
      expect.soft(of('Page', 'route')).toEqual(rw)
      expect.soft(of('Page', 'componentGroups')).toEqual(ro)
      expect.soft(of('Route', 'redirectPath')).toEqual(ro)
      expect.soft(of('Form', 'formView')).toEqual(ro)
      expect.soft(of('Title', 'publishedAt')).toEqual(rw)
      expect.soft(of('User', 'emailAddressVerified')).toEqual(ro)
      const publishable = [...classes]
        .filter(([, properties]) => properties.some(({ title }) => title === 'publishedAt'))
        .map(([type]) => type)
      expect(publishable.toSorted()).toEqual(['HtmlContent', 'Image', 'NavigationLink', 'Title'])
    })

    test('is available as OpenAPI too', async () => {
      for (const [iri, accept] of [
        ['/docs.json', '*/*'],
        ['/docs.json', 'application/json'],
        ['/docs', 'application/vnd.openapi+json'],
        ['/docs.json', 'application/vnd.openapi+json'],
      ]) {
        const { status, text } = await visitor.get(iri!, { accept: accept! })
        expect.soft([iri, accept, status]).toEqual([iri, accept, 200])
        expect.soft((JSON.parse(text) as { openapi: string }).openapi).toMatch(/^3\.1/)
      }
      expect((await visitor.get('/docs.json', { accept: 'text/html' })).status).toBe(406)
    })

    test('the entry point answers with and without a trailing slash', async () => {
      for (const path of ['/_api', '/_api/', '/_api/.jsonld', '/_api/index.jsonld']) {
        const { status, json: body } = await visitor.request(path)
        expect.soft([path, status, body['@id']]).toEqual([path, 200, '/'])
      }
    })
  })
})
