/** Compares the OpenAPI document with the router, and with real responses. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eachDatabase, eachStorage } from '../../support/server/databases.ts'
import {
  type HttpClient,
  type HttpResponse,
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'
import { hubPath } from '../../support/http/hub-subscriber.ts'
import { createFullApi } from '../support/full-api.ts'

type Node = Record<string, unknown>
interface Operation {
  requestBody?: { content: Record<string, { schema: Node }> }
  responses: Record<string, { content?: Record<string, { schema?: Node }> }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Node> }
}

const methods = ['get', 'put', 'post', 'patch', 'delete']
const offered = (operations: Record<string, unknown>) =>
  methods.filter((method) => method in operations).toSorted()
/** Replaces the names of path parameters. */
const withoutNames = (path: string) => path.replace(/:\w+|\*|\{\w+\}/g, '{}')
/** The id of a route is a path that begins with a slash. */
const concrete = (path: string) =>
  path.replace(/^\/_\/routes\/(\*|\{id\})/, '/_/routes//x').replace(/:\w+|\*|\{\w+\}/g, 'x')

eachDatabase('the OpenAPI document and the router', (open) => {
  let whole: Awaited<ReturnType<typeof createFullApi>>
  let paths: Document['paths']
  beforeEach(async () => {
    whole = await createFullApi(await open())
    paths = ((await whole.browser().get('/docs.json')).body as unknown as Document).paths
  })

  /** Returns the methods that the server itself offers at a path, as it tells a client with an unknown method. */
  const allowed = async (path: string) => {
    const { status, headers } = await whole.browser().ask('PURGE', concrete(path))
    expect([path, status]).toEqual([path, 405])
    return (headers.get('allow') ?? '').toLowerCase().split(/, */).toSorted()
  }

  test('documents every endpoint of the router with its methods', async () => {
    const documented = new Map(
      Object.entries(paths).map(([path, operations]) => [withoutNames(path), offered(operations)]),
    )
    const isEverything = (path: string) => path === '/*' || path === '*'
    const found = whole.routes
      .map(({ path }) => path)
      .filter((path) => !isEverything(path))
      // The same endpoint: a format suffix is allowed.
      .map((path) => (documented.has(path) ? path : path.replace(/\.json(ld)?$/, '')))
    expect(found.length).toBeGreaterThan(100)
    for (const path of new Set(found)) {
      expect([path, documented.get(withoutNames(path))]).toEqual([path, await allowed(path)])
    }
  })

  test('documents no endpoint or method that the router lacks', async () => {
    for (const [path, operations] of Object.entries(paths)) {
      // The hub has its own path, which the API's router does not serve.
      if (path === hubPath) continue
      expect([path, offered(operations)]).toEqual([path, await allowed(path)])
    }
  })
})

eachStorage('the OpenAPI document and real answers', (newStorage) => {
  let server: TestServer
  let owner: HttpClient
  let visitor: HttpClient
  let document: Document
  let ajv: Ajv2020
  beforeAll(async () => {
    server = await startServer(await newStorage(), { SITE_URL: 'https://troupe.test' })
    owner = createHttpClient(server.url)
    visitor = createHttpClient(server.url)
    await owner.signIn()
    document = (await visitor.get('/docs.json')).json as unknown as Document
    ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
    ajv.addSchema(document, 'openapi')
  })
  afterAll(() => server.stop())

  const pointer = (...steps: string[]) =>
    steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

  const checkedParts = new Set<string>()
  /** Validates a response with its schema in the document. */
  const conforms = (path: string, method: string, reply: HttpResponse) => {
    const operation = document.paths[path]?.[method]
    const documented = operation?.responses[reply.status]
    expect(documented, `${method} ${path} ${reply.status} is not documented`).toBeDefined()
    const [type = ''] = (reply.headers.get('content-type') ?? '').split(';')
    if (!documented!.content) return expect(reply.text, `${method} ${path}`).toBe('')
    expect(Object.keys(documented!.content), `${method} ${path} ${reply.status}`).toContain(type)
    const at = pointer('paths', path, method, 'responses', `${reply.status}`, 'content', type)
    const validate = ajv.getSchema(`openapi#${at}/schema`)!
    const isText = type === 'text/csv' || type === 'application/x-ndjson'
    const isValid = validate(isText ? reply.text : reply.json)
    expect(
      isValid
        ? []
        : validate.errors!.map(({ instancePath, message, params }) => [
            `${method} ${path} ${reply.status}`,
            instancePath,
            message,
            params,
          ]),
    ).toEqual([])
    checkedParts.add(`${method} ${path}`)
  }
  const ask = async (
    person: HttpClient,
    method: string,
    path: string,
    iri: string,
    more: { body?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const reply = await person.request(`/_api${iri}`, { method: method.toUpperCase(), ...more })
    conforms(path, method, reply)
    return reply
  }
  const idOf = (reply: HttpResponse) => String(reply.json['@id'])

  test('refers only to schemas that exist and are valid', () => {
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      expect(ajv.validateSchema(schema), name).toBe(true)
      ajv.getSchema(`openapi#/components/schemas/${name}`)
    }
    for (const [, name] of JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      expect(document.components.schemas).toHaveProperty(name!)
    }
  })

  test('describes the rules of fields: limits, addresses, and files as metadata only', () => {
    const propertiesOf = (name: string) => document.components.schemas[name]!['properties']
    expect(propertiesOf('NavigationLink')).toMatchObject({
      label: { type: 'string', maxLength: expect.any(Number) as unknown },
      rawPath: { type: 'string', maxLength: 2000, description: expect.any(String) as unknown },
    })
    expect(propertiesOf('Collection')).toMatchObject({
      perPage: { type: 'integer', minimum: 1, maximum: 100 },
      resourceIri: { type: 'string', maxLength: 255 },
    })
    const [html] = (propertiesOf('HtmlContentBody') as Record<string, { anyOf: Node[] }>)['html']!
      .anyOf
    expect(html).toMatchObject({ contentMediaType: 'text/html' })
    expect(propertiesOf('Image')).not.toHaveProperty('file')
    expect(propertiesOf('ImageBody')).toHaveProperty('file')
    expect(propertiesOf('Metadata')).toHaveProperty('mediaObjects')
  })

  test('notices a wrong schema', () => {
    const title = ajv.getSchema('openapi#/components/schemas/Title')!
    const fine = {
      '@id': '/component/titles/1',
      '@type': 'Title',
      title: 'x',
      componentGroups: [],
      componentPositions: [],
      createdAt: '',
      modifiedAt: '',
      _metadata: { persisted: true },
    }
    expect(title(fine)).toBe(true)
    for (const wrong of [{ '@type': 'Image' }, { title: 5 }, { other: 1 }, { _metadata: {} }]) {
      expect(title({ ...fine, ...wrong })).toBe(false)
    }
  })

  test('describes everything that can be read without a parameter', async () => {
    const plain = Object.entries(document.paths).filter(
      ([path, { get }]) => get && !path.includes('{') && path !== '/logout' && path !== hubPath,
    )
    expect(plain.length).toBeGreaterThan(20)
    for (const [path] of plain) {
      await ask(visitor, 'get', path, path)
      await ask(owner, 'get', path, path)
    }
    await ask(owner, 'get', '/_/pages', '/_/pages?page=0')
    await ask(owner, 'get', '/_/pages', '/_/pages?perPage=1&page=2&order[reference]=asc')
  })

  test('describes what a client gets that accepts no JSON-LD', async () => {
    const statuses = new Set<number>()
    for (const path of Object.keys(document.paths)) {
      if (path.includes('{') || path === hubPath || !document.paths[path]!['get']) continue
      const headers = { accept: 'image/png' }
      statuses.add((await ask(visitor, 'get', path, path, { headers })).status)
    }
    expect(statuses).toContain(406)
  })

  test('describes an unavailable database for every operation, and a full disk for writes', () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const method of offered(operations)) {
        const expected = method === 'get' ? ['503'] : ['503', '507']
        const { responses } = operations[method]!
        expect(Object.keys(responses), `${method} ${path}`).toEqual(
          expect.arrayContaining(expected),
        )
      }
    }
  })

  test('describes every resource, alone and with its related endpoints', async () => {
    const lists = Object.keys(document.paths).filter(
      (path) => document.paths[`${path}/{id}`] && path !== '/_/page_data_metadatas',
    )
    for (const list of lists) {
      const { json } = await owner.get(`${list}?perPage=100`)
      const item = `${list}/{id}`
      for (const { '@id': iri } of json['member'] as Node[]) {
        const read = await ask(owner, 'get', item, String(iri))
        const isRoute = list === '/_/routes'
        await ask(visitor, 'get', item, isRoute ? encodeURI(String(iri)) : String(iri))
        if (document.paths[`${item}/usage`]) {
          await ask(owner, 'get', `${item}/usage`, `${String(iri)}/usage`)
        }
        if (document.paths[`${item}/page_count`]) {
          await ask(owner, 'get', `${item}/page_count`, `${String(iri)}/page_count`)
        }
        if (isRoute) {
          await ask(visitor, 'get', `${item}/redirects`, `${String(iri)}/redirects`)
          await ask(owner, 'get', `${item}/children`, `${String(iri)}/children`)
          const manifest = `/_/resource_manifest/${String(read.json['path'])}`
          await ask(visitor, 'get', '/_/resource_manifest/{id}', manifest)
          const flat = `/_/routes_manifest/${String(read.json['path'])}`
          await ask(visitor, 'get', '/_/routes_manifest/{id}', flat)
        }
      }
      await ask(visitor, 'get', item, `${list}/nothing`)
    }
    const metadata = '/_/page_data_metadatas'
    const { json } = await visitor.get(metadata)
    for (const { '@id': iri } of json['member'] as Node[]) {
      await ask(visitor, 'get', `${metadata}/{id}`, String(iri))
    }
  })

  test('describes the hub, which is not below the path of the API', async () => {
    const path = hubPath
    expect(document.paths[path]).toMatchObject({ servers: [{ url: '/' }] })
    const { responses } = document.paths[path]!['get']!
    const answer = await fetch(new URL(`${path}?topic=*`, server.url))
    await answer.body?.cancel()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    expect(responses[200]?.content?.['text/event-stream']?.schema).toEqual({ type: 'string' })
    conforms(path, 'get', await visitor.request(`${path}?${'topic=x&'.repeat(101)}`))
  })

  test('gives every body a schema', () => {
    const without = Object.entries(document.paths).flatMap(([path, operations]) =>
      offered(operations).flatMap((method) => {
        const { responses, requestBody } = operations[method]!
        return [...Object.values(responses), requestBody].flatMap((one) =>
          Object.entries(one?.content ?? {})
            .filter(([, { schema }]) => !schema || !Object.keys(schema).length)
            .map(([type]) => `${method} ${path} ${type}`),
        )
      }),
    )
    expect(without).toEqual([])
  })

  test('describes writes and their errors', async () => {
    const titles = '/component/titles'
    await ask(visitor, 'post', titles, titles, { body: {} })
    const past = '2026-01-05T09:00:00+00:00'
    const live = await ask(owner, 'post', titles, titles, {
      body: { title: 'x', publishedAt: past },
    })
    const iri = idOf(live)
    const draft = await ask(owner, 'patch', `${titles}/{id}`, iri, { body: { title: null } })
    expect(draft.json['_metadata']).toHaveProperty('violations')
    await ask(owner, 'patch', `${titles}/{id}`, iri, { body: { publishedAt: past } })
    const headers = { 'if-match': '"stale"' }
    const refused = await ask(owner, 'patch', `${titles}/{id}`, iri, {
      body: { title: 'y' },
      headers,
    })
    expect([refused.status, refused.headers.get('valid-to-publish')]).toEqual([412, '0'])
    const { schema } =
      document.paths[`${titles}/{id}`]!['patch']!.responses['412']!.content!['application/ld+json']!
    expect(schema).toEqual({ $ref: '#/components/schemas/Title' })
    await ask(owner, 'patch', `${titles}/{id}`, iri, { body: '{', headers: {} })
    await ask(owner, 'patch', `${titles}/{id}`, iri, {
      body: '{}',
      headers: { 'content-type': 'text/plain' },
    })
    await ask(owner, 'delete', `${titles}/{id}`, iri)
    await ask(owner, 'delete', `${titles}/{id}`, iri)
    const parameters = '/_/site_config_parameters'
    const made = await ask(owner, 'post', parameters, parameters, {
      body: { key: 'a', value: '1' },
    })
    await ask(owner, 'put', `${parameters}/{id}`, idOf(made), {
      body: { value: ['x'] },
      headers: { 'content-type': 'application/ld+json' },
    })
    await ask(owner, 'delete', `${parameters}/{id}`, idOf(made))
    const publications = '/_/publications'
    const title = await ask(owner, 'post', '/component/titles', '/component/titles', {
      body: { title: 'Draft' },
    })
    const publish = (resources: unknown[]) =>
      ask(owner, 'post', publications, publications, { body: { resources } })
    await publish([])
    await publish(['/component/titles/nowhere'])
    await publish([{ '@id': idOf(title), ifMatch: '"1"' }])
    expect((await publish([idOf(title)])).status).toBe(200)
    await ask(owner, 'delete', '/component/titles/{id}', `${idOf(title)}?published=true`)
    const presences = '/_/presences'
    const tab = `${presences}/00000000-0000-4000-8000-000000000001`
    const announce = (body: unknown, at = tab) =>
      ask(owner, 'put', `${presences}/{id}`, at, {
        body,
        headers: { 'content-type': 'application/ld+json' },
      })
    expect((await announce({ path: '/' })).status).toBe(200)
    await announce({ path: '/', resource: idOf(title), isTyping: true })
    await announce({ path: 'elsewhere' })
    await announce({ path: '/' }, `${presences}/mine`)
    await ask(owner, 'get', presences, presences)
    await ask(owner, 'get', `${presences}/{id}`, tab)
    await ask(visitor, 'get', presences, presences)
    await ask(owner, 'delete', `${presences}/{id}`, tab)
    const submissions = '/_/form_submissions'
    const form = await ask(owner, 'post', '/component/forms', '/component/forms', {
      body: { formType: 'example', recipients: 'ada@people.test' },
    })
    const sent = await ask(owner, 'post', '/component/forms/{id}/test', `${idOf(form)}/test`)
    expect(sent.status).toBe(201)
    await ask(visitor, 'post', '/component/forms/{id}/test', `${idOf(form)}/test`)
    await ask(owner, 'get', submissions, `${submissions}?search=test&perPage=1`)
    await ask(visitor, 'get', submissions, submissions)
    await ask(owner, 'get', `${submissions}.csv`, `${submissions}.csv`)
    await ask(owner, 'get', `${submissions}/{id}`, idOf(sent))
    await ask(owner, 'delete', `${submissions}/{id}`, idOf(sent))
    await ask(owner, 'delete', `${submissions}/{id}`, idOf(sent))
    const health = '/_/health'
    const read = await ask(owner, 'get', health, health)
    expect(read.json['hub']).toEqual({ readers: 0, catchingUp: 0, behind: 0 })
    await ask(visitor, 'get', health, health)
    const backups = '/_/backups'
    await ask(owner, 'post', backups, backups, { body: {} })
    await ask(visitor, 'post', backups, backups, { body: {} })
    const restorations = '/_/restorations'
    await ask(owner, 'post', restorations, restorations, { body: {} })
    const upload = await ask(owner, 'post', restorations, restorations, { body: { size: 3 } })
    const uploaded = `${restorations}/${String(upload.json['id'])}`
    const restoration = `${restorations}/{upload}`
    await ask(owner, 'put', restoration, `${uploaded}?offset=1`, { body: 'x' })
    await ask(owner, 'put', restoration, `${uploaded}?offset=0`, { body: 'x' })
    await ask(owner, 'post', restoration, uploaded, { body: {} })
    await ask(owner, 'get', restoration, uploaded)
    await ask(owner, 'delete', restoration, uploaded)
    const log = '/_/audit_entries'
    const audited = await ask(owner, 'get', log, `${log}?perPage=1`)
    await ask(owner, 'get', log, `${log}?action=stolen`)
    await ask(visitor, 'get', log, log)
    await ask(owner, 'get', `${log}.csv`, `${log}.csv`)
    const [entry] = audited.json['member'] as Node[]
    await ask(owner, 'get', `${log}/{id}`, String(entry!['@id']))
    const routes = '/_/routes/generate'
    await ask(owner, 'post', routes, routes, { body: {} })
    const { json } = await owner.get('/_/pages?perPage=1')
    const [page] = json['member'] as Node[]
    await ask(owner, 'post', routes, routes, { body: { page: page!['@id'] } })
  })

  test('describes files', async () => {
    const image = '/component/images'
    const picture = await sharp({
      create: { width: 600, height: 300, channels: 3, background: '#c80' },
    })
      .png()
      .toBuffer()
    const send = async (path: string, iri: string) => {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'a.png')
      const answer = await fetch(`${server.url}/_api${iri}`, {
        method: 'POST',
        body: form,
        headers: { cookie: owner.cookieFor('/') },
      })
      const text = await answer.text()
      const reply = {
        status: answer.status,
        headers: answer.headers,
        text,
        json: JSON.parse(text) as Node,
      }
      conforms(path, 'post', reply)
      return reply
    }
    const made = await send(`${image}/upload`, `${image}/upload`)
    await send(`${image}/{id}/upload`, `${idOf(made)}/upload`)
    await ask(owner, 'get', `${image}/{id}`, idOf(made))
    await ask(visitor, 'get', `${image}/{id}/download/{property}`, `${idOf(made)}/download/file`)
    await ask(owner, 'post', `${image}/upload`, `${image}/upload`, { body: {} })
  })

  test('describes accounts, forms and the links in mails', async () => {
    await ask(visitor, 'get', '/me', '/me')
    await ask(owner, 'get', '/me', '/me')
    const json = { 'content-type': 'application/json' }
    const wrong = { username: 'nobody', password: 'x' }
    await ask(visitor, 'post', '/login', '/login', { body: wrong, headers: json })
    await ask(visitor, 'post', '/login', '/login', { body: {}, headers: json })
    const users = '/users'
    const ada = { username: 'ada', emailAddress: 'ada@a.test', plainPassword: 'long-enough' }
    const made = await ask(owner, 'post', users, users, { body: ada })
    await ask(owner, 'post', users, users, { body: ada })
    await ask(visitor, 'get', users, users)
    await ask(owner, 'get', users, users)
    const signing = { username: 'ada', password: 'long-enough' }
    const someone = createHttpClient(server.url)
    await ask(someone, 'post', '/login', '/login', { body: signing, headers: json })
    await ask(someone, 'get', users, users)
    const sessions = `${users}/{id}/sessions`
    const listed = await ask(someone, 'get', sessions, `${idOf(made)}/sessions`)
    expect(listed).toMatchObject({ json: { totalItems: 1 } })
    await ask(visitor, 'get', sessions, `${idOf(made)}/sessions`)
    const twoFactor = `${users}/{id}/two-factor`
    await ask(someone, 'get', twoFactor, `${idOf(made)}/two-factor`)
    await ask(owner, 'delete', `${sessions}/{session}`, `${idOf(made)}/sessions/none`)
    await ask(owner, 'post', `${users}/{id}/invitation`, `${idOf(made)}/invitation`, { body: {} })
    await ask(someone, 'get', '/me', '/me')
    await ask(someone, 'post', '/logout', '/logout')
    await ask(someone, 'get', '/logout', '/logout')
    await ask(someone, 'get', '/logout', '/logout', { headers: { 'sec-fetch-site': 'none' } })
    const address = { newEmailAddress: 'eve@a.test' }
    await ask(owner, 'patch', `${users}/{id}`, idOf(made), { body: address })
    await ask(owner, 'delete', `${users}/{id}`, idOf(made))

    const setup = '/set-up-site/{token}'
    await ask(visitor, 'get', setup, '/set-up-site/none')
    await ask(visitor, 'post', setup, '/set-up-site/none', { body: {} })

    for (const path of Object.keys(document.paths).filter((one) => /\{name\}/.test(one))) {
      if (path.includes('download')) continue
      await ask(visitor, 'get', path, path.replace(/\{\w+\}/g, 'nobody'))
    }
    const reset = '/component/forms/password_reset'
    await ask(visitor, 'get', reset, `${reset}?username=ada&token=x`)
    await ask(visitor, 'patch', `${reset}/submit`, `${reset}/submit`, {
      body: { password_update: { plainPassword: { first: 'x', second: 'x' } } },
      headers: json,
    })
    const list = (await owner.get('/component/forms')).json['member'] as Node[]
    const submit = '/component/forms/{id}/submit'
    const form = `${String(list[0]!['@id'])}/submit`
    const fine = { example: { email: 'ada@a.test' } }
    await ask(visitor, 'patch', submit, form, { body: fine, headers: json })
    await ask(visitor, 'post', submit, form, { body: fine, headers: json })
    await ask(visitor, 'post', submit, form, { body: {}, headers: json })
  })

  describe('all tests together', () => {
    test('have validated every response that can be read', () => {
      const all = Object.entries(document.paths).flatMap(([path, operations]) =>
        offered(operations).map((method) => `${method} ${path}`),
      )
      const reads = all.filter((one) => one.startsWith('get '))
      const missed = reads.filter(
        (one) => !checkedParts.has(one) && !/download|mail|logout|reset\/(request|check)/.test(one),
      )
      expect(missed).toEqual([])
    })
  })
})
