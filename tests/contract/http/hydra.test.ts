/** Tests the prefixed Hydra names, which a setting enables, and the codes of violations. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachStorage } from '../../support/server/databases.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'

type Node = Record<string, unknown>

/** Removes the prefixed names again, wherever they are. */
const withoutPrefix = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutPrefix)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !/^(hydra|rdfs):/.test(name))
      .map(([name, inner]) => [name, withoutPrefix(inner)]),
  )
}

eachStorage('hydra’s names', (newStorage) => {
  let plain: TestServer
  let prefixed: TestServer
  let editor: HttpClient
  beforeAll(async () => {
    const storage = await newStorage()
    plain = await startServer(storage, { SITE_URL: 'https://troupe.test' })
    prefixed = await startServer(storage, { SITE_URL: 'https://troupe.test', HYDRA_PREFIX: 'true' })
    editor = createHttpClient(prefixed.url)
    await editor.signIn()
  })
  afterAll(() => Promise.all([plain.stop(), prefixed.stop()]))

  const read = async (iri: string) => (await createHttpClient(prefixed.url).get(iri)).json
  const same = ['member', 'totalItems', 'view', 'search']
  const expectSame = (node: Node, names: readonly string[]) => {
    for (const name of names) expect(node[`hydra:${name}`], name).toEqual(node[name])
  }

  test('are absent unless enabled, and change nothing else', async () => {
    const collections = await read('/component/collections')
    const [first] = collections['member'] as Node[]
    for (const iri of [
      '/docs.jsonld',
      '/docs.json',
      '/',
      '/_/layouts?perPage=1',
      '/_/layouts?perPage=1&partial=true',
      '/_/pages?page=0',
      '/component/titles/nothing',
      '/_/page_data_metadatas',
      '/component/collections',
      String(first!['@id']),
      '/_/resource_manifest//',
      '/users',
    ]) {
      // The second time it is cached.
      for (const time of ['first', 'second']) {
        const without = await createHttpClient(plain.url).get(iri)
        const withThem = await createHttpClient(prefixed.url).get(iri)
        expect(without.text).not.toMatch(/"(hydra|rdfs):/)
        expect(JSON.stringify(withoutPrefix(withThem.json))).toBe(without.text)
        expect(withThem.status, time).toBe(without.status)
        const comparableHeaders = ({ headers }: typeof without) => {
          const { date: _date, 'content-length': _length, ...rest } = Object.fromEntries(headers)
          return rest
        }
        expect(comparableHeaders(withThem)).toEqual(comparableHeaders(without))
      }
    }
  })

  test('are in a list, its pages and its search', async () => {
    const list = await read('/_/pages?perPage=2&page=2')
    expect((list['member'] as unknown[]).length).toBe(2)
    expectSame(list, same)
    expectSame(list['hydra:view'] as Node, ['first', 'last', 'previous', 'next'])
    expect((list['hydra:view'] as Node)['hydra:last']).toMatch(/page=\d+$/)
    expectSame(list['hydra:search'] as Node, ['template', 'variableRepresentation', 'mapping'])
  })

  test('are in the list of a Collection, alone and in lists', async () => {
    const list = await read('/component/collections')
    const [member] = list['hydra:member'] as Node[]
    const item = await read(String(member!['@id']))
    for (const one of [member!, item]) {
      const embedded = one['collection'] as Node
      expect(embedded['hydra:totalItems']).toBe(embedded['totalItems'])
      expectSame(embedded, same)
    }
  })

  test('are in errors', async () => {
    const missing = await read('/component/titles/nothing')
    expect(missing).toMatchObject({
      'hydra:title': 'An error occurred',
      'hydra:description': 'Not Found',
      description: 'Not Found',
    })
    const refused = await editor.post('/_/layouts', {})
    expect(refused.json['hydra:description']).toBe(refused.json['description'])
    expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect((await createHttpClient(prefixed.url).get('/me')).json).toEqual({
      code: 401,
      message: expect.any(String),
    })
  })

  test('are in the documentation', async () => {
    const docs = await read('/docs.jsonld')
    expectSame(docs, ['title', 'entrypoint', 'supportedClass'])
    const title = (docs['hydra:supportedClass'] as Node[]).find(
      (one) => one['rdfs:label'] === 'Title',
    )!
    expectSame(title, ['title', 'description', 'supportedProperty', 'supportedOperation'])
    const published = (title['hydra:supportedProperty'] as Node[]).find(
      (one) => one['hydra:title'] === 'publishedAt',
    )!
    expectSame(published, ['property', 'required', 'readable', 'writeable'])
    expect((published['hydra:property'] as Node)['rdfs:label']).toBe('publishedAt')
    const [operation] = title['hydra:supportedOperation'] as Node[]
    expect(operation).toMatchObject({ 'hydra:method': 'GET', 'rdfs:label': 'getTitle' })
  })

  test('are ignored when a whole resource is sent back', async () => {
    const { json } = await editor.get('/component/collections')
    const [collection] = json['hydra:member'] as Node[]
    const { status } = await editor.patch(String(collection!['@id']), collection)
    expect(status).toBe(200)
  })

  describe('violations have the codes of Symfony', () => {
    const codesOf = async (iri: string, body: unknown) => {
      const { json } = await editor.post(iri, body)
      return Object.fromEntries(
        (json['violations'] as { propertyPath: string; code?: string }[]).map(
          ({ propertyPath, code }) => [propertyPath, code],
        ),
      )
    }
    const blank = 'c1051bb4-d103-4f74-8988-acbcafc7fdc3'
    const isNull = 'ad32d13f-c3d4-423b-909a-857b961eb720'
    const notUnique = '23bd9dbf-6b9b-41cd-a99e-4844bcf3077f'

    test('for missing values', async () => {
      expect(await codesOf('/_/pages', { isTemplate: null })).toEqual({
        reference: blank,
        layout: blank,
        isTemplate: isNull,
        uiComponent: blank,
      })
      expect(await codesOf('/_/component_positions', {})).toEqual({
        componentGroup: isNull,
        '': undefined,
      })
      const publishedAt = '2026-01-05T09:00:00+00:00'
      expect(await codesOf('/component/titles', { publishedAt })).toEqual({ title: blank })
      expect(await codesOf('/users', {})).toEqual({
        username: blank,
        emailAddress: blank,
        plainPassword: blank,
      })
    })

    test('for values that are taken, too long, too short, not an address and not a choice', async () => {
      expect(await codesOf('/_/layouts', { reference: 'main', uiComponent: 'Primary' })).toEqual({
        reference: notUnique,
      })
      expect(
        await codesOf('/_/layouts', { reference: 'x'.repeat(2001), uiComponent: 'x' }),
      ).toEqual({ reference: 'd94b19cc-114f-4f44-9cc4-4138e80a87b9' })
      expect(
        await codesOf('/users', {
          username: 'admin',
          emailAddress: 'nowhere',
          plainPassword: 'abc',
          roles: ['ROLE_KING'],
        }),
      ).toEqual({
        emailAddress: 'bd79c0ab-ddba-46cc-a703-a7a4b08de310',
        plainPassword: '9ff3fdc4-b214-49db-8718-39c315e33d45',
        roles: '8e179f1b-97aa-4560-a02f-2a8b42e49df7',
      })
      const ada = { emailAddress: 'ada@a.test', plainPassword: 'long-enough' }
      expect(await codesOf('/users', { ...ada, username: 'ADMIN' })).toEqual({
        username: notUnique,
      })
    })
  })
})
