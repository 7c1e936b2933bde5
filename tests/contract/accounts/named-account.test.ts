import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachStorage } from '../../support/server/databases.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'

eachStorage('a write that names its account', (newStorage) => {
  let server: TestServer
  let person: HttpClient
  let account: string
  let title: string
  beforeAll(async () => {
    server = await startServer(await newStorage())
    person = createHttpClient(server.url)
    await person.signIn()
    account = String((await person.get('/me')).json['@id'])
    title = String((await person.post('/component/titles', { title: 'Before' })).json['@id'])
  })
  afterAll(() => server.stop())

  const read = async () => (await person.get(title)).json['title']
  const other = '/users/00000000-0000-7000-8000-000000000000'

  test('is saved for the account of the session', async () => {
    const { status } = await person.patch(title, { title: 'Mine' }, { account })
    expect(status).toBe(200)
    expect(await read()).toBe('Mine')
  })

  test.each(['PATCH', 'PUT', 'DELETE', 'POST'])(
    'is refused with 401 for any other one, and the session goes on: %s',
    async (method) => {
      const before = await read()
      const path = `/_api${method === 'POST' ? '/component/titles' : title}`
      const body = method === 'DELETE' ? undefined : { title: 'Not mine' }
      const answer = await person.request(path, { method, body, headers: { account: other } })
      expect(answer.status).toBe(401)
      expect(answer.json).toEqual({
        code: 401,
        message: 'This browser is signed in with another account.',
      })
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(await read()).toBe(before)
      expect((await person.get('/me')).json['@id']).toBe(account)
    },
  )

  test('may be followed by reads and a sign-in, which name nobody', async () => {
    expect((await person.get('/me', { account: other })).status).toBe(200)
    const client = createHttpClient(server.url)
    expect((await client.signIn()).status).toBe(204)
    expect((await client.post('/logout', undefined, { account: other })).status).toBeLessThan(400)
  })
})
