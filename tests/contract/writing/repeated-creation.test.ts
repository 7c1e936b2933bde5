import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachStorage } from '../../support/server/databases.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'

eachStorage('a creation that is sent again', (newStorage) => {
  let server: TestServer
  let editor: HttpClient
  let group: string
  beforeAll(async () => {
    server = await startServer(await newStorage())
    editor = createHttpClient(server.url)
    await editor.signIn()
    const { json } = await editor.get('/_/component_groups')
    group = String((json['member'] as { '@id': string }[])[0]!['@id'])
  })
  afterAll(() => server.stop())

  const positions = async () => (await editor.get(group)).json['componentPositions'] as string[]

  const create = (key: string, title: string, endpoint = '/component/titles') =>
    editor.request(`/_api${endpoint}`, {
      method: 'POST',
      body: {
        title,
        publishedAt: null,
        componentPositions: [{ componentGroup: group, sortValue: 0 }],
      },
      headers: { 'idempotency-key': key },
    })

  test('creates one resource, with the key as its id, and answers with that', async () => {
    const key = '01900000-0000-7000-8000-000000000001'
    const before = await positions()
    const first = await create(key, 'Once')
    expect(first.status).toBe(201)
    expect(first.json['@id']).toBe(`/component/titles/${key}`)
    const second = await create(key, 'Twice')
    expect(second.status).toBe(201)
    expect(second.json).toEqual(first.json)
    expect(await positions()).toHaveLength(before.length + 1)
  })

  test('creates one resource of many at the same time', async () => {
    const key = '01900000-0000-7000-8000-000000000002'
    const before = await positions()
    const all = await Promise.all(Array.from({ length: 8 }, () => create(key, 'Once')))
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201))
    expect(new Set(all.map(({ json }) => json['@id'])).size).toBe(1)
    expect(await positions()).toHaveLength(before.length + 1)
  })

  test('creates it anew once it is deleted', async () => {
    const key = '01900000-0000-7000-8000-000000000003'
    const { json } = await create(key, 'Once')
    await editor.request(`/_api${String(json['@id'])}`, { method: 'DELETE' })
    const again = await create(key, 'Again')
    expect([again.status, again.json['title']]).toEqual([201, 'Again'])
  })

  test.each(['1', '../x', '01900000-0000-4000-8000-000000000001', `0${'1'.repeat(5000)}`])(
    'is refused with a key that is no id (%#)',
    async (key) => {
      const before = await positions()
      expect((await create(key, 'Never')).status).toBe(400)
      expect(await positions()).toEqual(before)
    },
  )

  test('tells a visitor nothing of what has the id', async () => {
    const key = '01900000-0000-7000-8000-000000000004'
    await create(key, 'Secret')
    const visitor = createHttpClient(server.url)
    const answer = await visitor.request('/_api/component/titles', {
      method: 'POST',
      body: { title: 'Mine' },
      headers: { 'idempotency-key': key },
    })
    expect(answer.status).toBe(401)
    expect(JSON.stringify(answer.json)).not.toContain('Secret')
  })
})
