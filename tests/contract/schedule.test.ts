import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachPlace } from '../support/databases.ts'
import { listen } from '../support/listen.ts'
import { type Person, type TestServer, createPerson, startServer } from '../support/server.ts'

const hour = 60 * 60 * 1_000

eachPlace('a scheduled publication', (newPlace) => {
  let server: TestServer
  let editor: Person
  beforeAll(async () => {
    server = await startServer(await newPlace())
    editor = createPerson(server.url)
    await editor.signIn()
  })
  afterAll(() => server.stop())

  test('is made and told after a jump of the clock, though nobody asks for anything', async () => {
    const visitor = await listen(server.url)
    await visitor.block()
    const publishedAt = new Date(Date.now() + 2 * hour).toISOString()
    const { json } = await editor.post('/component/titles', { title: 'At two', publishedAt })
    server.advance(3 * hour)
    const frame = await visitor.next()
    expect(frame?.data).toMatchObject({ '@id': json['@id'], title: 'At two' })
    visitor.close()
  }, 20_000)
})
