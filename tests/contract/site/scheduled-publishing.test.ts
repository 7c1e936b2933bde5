import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachStorage } from '../../support/server/databases.ts'
import { subscribeToHub } from '../../support/http/hub-subscriber.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'

const hour = 60 * 60 * 1_000

eachStorage('a scheduled publication', (newStorage) => {
  let server: TestServer
  let editor: HttpClient
  beforeAll(async () => {
    server = await startServer(await newStorage())
    editor = createHttpClient(server.url)
    await editor.signIn()
  })
  afterAll(() => server.stop())

  test('publishes and announces after the clock jumps, without any request', async () => {
    const visitor = await subscribeToHub(server.url)
    await visitor.nextBlock()
    const publishedAt = new Date(Date.now() + 2 * hour).toISOString()
    const { json } = await editor.post('/component/titles', { title: 'At two', publishedAt })
    server.advance(3 * hour)
    const frame = await visitor.nextFrame()
    expect(frame?.data).toMatchObject({ '@id': json['@id'], title: 'At two' })
    visitor.close()
  }, 20_000)
})
