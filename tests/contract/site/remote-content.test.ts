import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dialect, startRemoteCwa } from '../../support/http/remote-cwa.ts'
import {
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'

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

test('shows the content of another server, which browsers call directly', async () => {
  const visitor = createHttpClient(front.url)
  const [here, there] = [await visitor.request('/'), await createHttpClient(api.url).request('/')]
  expect(here.status).toBe(200)
  const headingOf = (text: string) => /<h1[^>]*>([^<]+)/.exec(text)?.[1]
  expect(headingOf(here.text)).toBe(headingOf(there.text))
  expect(here.text).toContain(`"api":"${api.url}/_api"`)
  expect(here.headers.get('content-security-policy')).toContain(`connect-src 'self' ${api.url}`)
})

test('responds with 404 for missing pages, and has no API of its own', async () => {
  const visitor = createHttpClient(front.url)
  expect((await visitor.request('/nowhere')).status).toBe(404)
  expect((await visitor.request('/_payload.json')).status).toBe(404)
  expect((await visitor.request('/_api/me')).status).toBe(404)
  expect((await visitor.request('/.well-known/mercure?topic=*')).status).toBe(404)
})

test('shows an error instead of a page while the other server is away', async () => {
  await api.stop()
  const { status, text } = await createHttpClient(front.url).request('/')
  expect(status).toBeGreaterThanOrEqual(500)
  expect(text).toContain('<main')
})

describe.each<Dialect>(['old', 'new'])('an API of the %s kind', (dialect) => {
  let remote: Awaited<ReturnType<typeof startRemoteCwa>>
  let site: TestServer
  beforeAll(async () => {
    remote = await startRemoteCwa(dialect)
    site = await startServer({ DATA_DIR: join(folder, dialect) }, { API_URL: remote.base })
  })
  afterAll(async () => {
    await site.stop()
    await remote.stop()
  })

  test('is shown like our own content', async () => {
    const { status, text } = await createHttpClient(site.url).request('/')
    expect(status).toBe(200)
    expect(text).toContain('| The Lantern Players</title>')
    expect(text).toMatch(/<h1[^>]*>A stage is wherever people sit down<\/h1>/)
    expect(text).toMatch(/<nav[^>]*>.*<a href="\/about"[^>]*>About<\/a>/)
    expect(text).toContain('data-iri="/_/pages/')
  })

  test("gets each request once, most of them concurrently, with the page's path", async () => {
    remote.requests.length = 0
    await createHttpClient(site.url).request('/about')
    const iris = remote.requests.map(({ iri }) => iri)
    expect(iris.length - new Set(iris).size).toBe(0)
    expect(iris).toContain('/_/routes//about')
    const parts = remote.requests.filter(({ iri }) => iri.startsWith('/_/component_groups/'))
    expect(parts.length).toBeGreaterThan(0)
    expect(parts.map(({ headers }) => headers['path'])).toEqual(parts.map(() => '/about'))
    expect(parts[0]!.headers['preload']).toContain('/componentPositions/*/component')
  })

  test('may respond that a page has moved or does not exist', async () => {
    const moved = await createHttpClient(site.url).request('/company')
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '/about'])
    const { status, text } = await createHttpClient(site.url).request('/nowhere')
    expect(status).toBe(404)
    expect(text).toContain('Page not found: /nowhere')
  })

  test('titles the error page with its own status message', async () => {
    remote.respondWith(404, 'Sold Out')
    const { status, text } = await createHttpClient(site.url).request('/about')
    remote.respondWith(200)
    expect(status).toBe(404)
    expect(text).toMatch(/<h1[^>]*>Sold Out<\/h1>/)
  })

  test('has a hub that browsers can subscribe to', async () => {
    const { text, headers } = await createHttpClient(site.url).request('/')
    const { origin } = new URL(remote.base)
    expect(text).toContain(`"hub":"${origin}/.well-known/mercure"`)
    expect(headers.get('content-security-policy')).toContain(`connect-src 'self' ${origin};`)
  })

  test('shows an error when it fails, and is tried again with the next request', async () => {
    remote.respondWith(500)
    const { status, text } = await createHttpClient(site.url).request('/')
    expect(status).toBe(500)
    expect(text).toContain('Internal Server Error')
    remote.respondWith(200)
    expect((await createHttpClient(site.url).request('/')).status).toBe(200)
  })
})
