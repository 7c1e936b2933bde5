import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StorageEnv, eachStorage } from '../../support/server/databases.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'

const past = '2026-01-05T09:00:00+00:00'

eachStorage('the cache of responses for visitors', (newStorage) => {
  let storage: StorageEnv
  let one: TestServer
  let other: TestServer
  let editor: HttpClient
  beforeAll(async () => {
    storage = await newStorage()
    one = await startServer(storage, { TRUSTED_PROXIES: '127.0.0.1' })
    other = await startServer(storage)
    editor = createHttpClient(one.url)
    await editor.signIn()
  })
  afterAll(async () => {
    await Promise.all([one.stop(), other.stop()])
  })

  const newTitle = async (title: string) => {
    const made = await editor.post('/component/titles', { title, publishedAt: past })
    return String(made.json['@id'])
  }
  /** Returns a response without its date. */
  const answerTo = async (iri: string, headers: Record<string, string> = {}, server = one) => {
    const reply = await createHttpClient(server.url).get(iri, headers)
    const { date: _, ...comparable } = Object.fromEntries(reply.headers)
    return { status: reply.status, headers: comparable, text: reply.text }
  }

  test('repeats the identical response', async () => {
    for (const iri of [
      await newTitle('Kept'),
      '/_/layouts',
      '/_/layouts?perPage=1&order[reference]=desc',
      '/_/routes//',
      '/_/resource_manifest//',
      '/component/titles.jsonld',
    ]) {
      const first = await answerTo(iri)
      expect(first.status).toBe(200)
      expect(first.headers).toMatchObject({
        link: expect.stringContaining(`<${one.url}/_api/docs.jsonld>; rel=`),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'deny',
        // Responses that show more to editors are only cached here, where just visitors are served.
        'cache-control': /routes|manifest/.test(iri)
          ? 'private, no-store'
          : 'public, max-age=0, s-maxage=60',
      })
      expect(await answerTo(iri)).toEqual(first)
      expect(await answerTo(iri, { accept: 'application/ld+json' })).toEqual(first)
    }
  })

  test('logs each request', async () => {
    const iri = await newTitle('Logged')
    await answerTo(iri)
    await answerTo(`${iri}?secret=of-a-query`)
    await answerTo(`${iri}?secret=of-a-query`)
    await expect
      .poll(() => one.output().split(`"method":"GET","path":"/_api${iri}","status":200`).length - 1)
      .toBe(3)
    expect(one.output()).not.toContain('of-a-query')
  })

  test('is not used for requests with other headers or methods', async () => {
    const iri = await newTitle('Particular')
    const plain = await answerTo(iri)
    const respond = (headers: Record<string, string>) => answerTo(iri, headers)
    expect((await respond({ accept: 'text/html' })).status).toBe(406)
    expect((await respond({ cookie: 'api_component=nonsense' })).status).toBe(401)
    expect((await respond({ origin: 'http://localhost:5173' })).headers).toMatchObject({
      'access-control-allow-origin': 'http://localhost:5173',
    })
    expect((await respond({ 'x-forwarded-proto': 'https' })).headers['link']).toContain('<https://')
    const { status } = await fetch(`${one.url}/_api${iri}`, { method: 'HEAD' })
    expect(status).toBe(200)
    expect(await answerTo(iri)).toEqual(plain)

    await editor.patch(iri, { title: 'Draft' })
    expect(await answerTo(iri)).toEqual(await answerTo(iri))
    expect((await editor.get(iri)).json['title']).toBe('Draft')
    expect((await answerTo(iri)).text).toContain('Particular')
    await editor.patch(`${iri}?published=true`, { title: 'Live' })
    expect((await answerTo(iri)).text).toContain('Live')
  })

  test('distinguishes the requested page', async () => {
    const position = (await editor.get('/_/component_positions')).json['member'] as object[]
    const iri = String((position[0] as { '@id': string })['@id'])
    expect((await answerTo(iri, { path: '/' })).status).toBe(200)
    expect(await answerTo(iri, { path: '/' })).toEqual(await answerTo(iri, { path: '/' }))
  })

  test('never returns content older than an acknowledged write of any server', async () => {
    const iri = await newTitle('0')
    const colleague = createHttpClient(other.url)
    await colleague.signIn()
    const last = 30
    const written = { acknowledged: 0 }
    const stale: string[] = []
    let reads = 0

    const write = async () => {
      for (let number = 1; number <= last; number += 1) {
        const writer = number % 2 ? editor : colleague
        const reply = await writer.patch(`${iri}?published=true`, { title: `${number}` })
        expect(reply.status).toBe(200)
        written.acknowledged = number
      }
    }
    const read = async ({ url }: TestServer) => {
      const visitor = createHttpClient(url)
      while (written.acknowledged < last) {
        const least = written.acknowledged
        const { json } = await visitor.get(iri)
        reads += 1
        if (Number(json['title']) < least) stale.push(`${String(json['title'])} after ${least}`)
      }
    }
    await Promise.all([write(), ...[one, one, one, other, other, other].map(read)])
    expect(stale).toEqual([])
    expect(reads).toBeGreaterThan(last)
  })

  test('notices changes that publish no events', async () => {
    const made = await editor.post('/component/collections', {
      resourceIri: '/_/layouts',
      perPage: 1,
    })
    const iri = String(made.json['@id'])
    for (let perPage = 2; perPage < 12; perPage += 1) {
      await answerTo(iri, {}, other)
      await editor.patch(iri, { perPage })
      expect((await answerTo(iri, {}, other)).text).toContain(`"perPage":${perPage}`)
    }
  })

  test('expires when a scheduled draft is due', async () => {
    const iri = await newTitle('Before')
    const inAMinute = new Date(Date.now() + 60_000).toISOString()
    await editor.patch(iri, { title: 'After', publishedAt: inAMinute })
    expect((await answerTo(iri)).text).toContain('Before')
    expect((await answerTo(iri)).text).toContain('Before')
    one.advance(60_000)
    expect((await answerTo(iri)).text).toContain('After')
    other.advance(60_000)
    expect((await answerTo(iri, {}, other)).text).toContain('After')
  })
})
