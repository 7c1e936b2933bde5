import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, createPerson, startServer } from '../support/server.ts'

let folder: string
let api: TestServer
let front: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'troupe-'))
  api = await startServer({ DATA_DIR: join(folder, 'api') })
  front = await startServer({ DATA_DIR: join(folder, 'front') }, { API_URL: `${api.url}/_api/` })
})
afterAll(async () => {
  await front.stop()
  await rm(folder, { recursive: true })
})

test('shows the content of another server, which browsers ask themselves', async () => {
  const visitor = createPerson(front.url)
  const [here, there] = [await visitor.ask('/'), await createPerson(api.url).ask('/')]
  expect(here.status).toBe(200)
  const headingOf = (text: string) => /<h1[^>]*>([^<]+)/.exec(text)?.[1]
  expect(headingOf(here.text)).toBe(headingOf(there.text))
  expect(here.text).toContain(`"api":"${api.url}/_api"`)
  expect(here.headers.get('content-security-policy')).toContain(`connect-src 'self' ${api.url}`)
})

test('says what is not there, and has no API of its own', async () => {
  const visitor = createPerson(front.url)
  expect((await visitor.ask('/nowhere')).status).toBe(404)
  expect((await visitor.ask('/_payload.json')).status).toBe(404)
  expect((await visitor.ask('/_api/me')).status).toBe(404)
  expect((await visitor.ask('/.well-known/mercure?topic=*')).status).toBe(404)
})

test('while the other server is away, says so instead of a page', async () => {
  await api.stop()
  const { status, text } = await createPerson(front.url).ask('/')
  expect(status).toBeGreaterThanOrEqual(500)
  expect(text).toContain('<main')
})
