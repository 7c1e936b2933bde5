import { connect } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPostgres } from '../../support/server/databases.ts'
import { subscribeToHub } from '../../support/http/hub-subscriber.ts'
import {
  type DedicatedPostgres,
  startDedicatedPostgres,
} from '../../support/server/dedicated-postgres.ts'
import { type HttpClient, createHttpClient } from '../../support/server/in-process-server.ts'
import { createFreezableProxy } from '../../support/server/freezable-proxy.ts'
import {
  type ServerProcess,
  requireBuild,
  startServerProcess,
} from '../../support/server/server-process.ts'
import { startSteadyLoad } from '../../support/http/steady-load.ts'

const past = '2026-01-05T09:00:00+00:00'
const nobody = '00000000-0000-4000-8000-000000000000'

/** Returns the event of a resource. One of an earlier write may arrive before it. */
const frameOf = async (
  subscriber: Awaited<ReturnType<typeof subscribeToHub>>,
  iri: unknown,
): Promise<Awaited<ReturnType<typeof subscriber.nextFrame>>> => {
  const frame = await subscriber.nextFrame()
  return frame && frame.data['@id'] !== iri ? frameOf(subscriber, iri) : frame
}

beforeAll(requireBuild, 120_000)

describe('a PostgreSQL that closes its connections or restarts', () => {
  let postgres: DedicatedPostgres
  let site: ServerProcess
  let editor: HttpClient
  beforeAll(async () => {
    postgres = await startDedicatedPostgres()
    site = await startServerProcess({ DATABASE_URL: postgres.url })
    editor = createHttpClient(site.url)
    await editor.signIn()
  }, 60_000)
  afterAll(async () => {
    await site.dispose()
    await postgres.dispose()
  })

  test('under load causes 503s, ends no process and no stream, and loses or repeats nothing', async () => {
    const pid = site.pid()
    const load = await startSteadyLoad({ url: site.url, editor })
    await load.waitForAcknowledged(20)
    for (let round = 0; round < 5; round += 1) {
      expect(await postgres.endConnections()).toBeGreaterThan(0)
      await load.waitForAcknowledged(10)
    }
    for (let round = 0; round < 2; round += 1) {
      await postgres.stop()
      await load.waitForRefused(50)
      await postgres.start()
      await load.waitForAcknowledged(20)
    }
    const { ids, titles } = await load.finish()

    expect([site.exitCode(), site.pid()]).toEqual([null, pid])
    expect([...load.statuses.keys()].toSorted()).toEqual([200, 201, 404, 503])
    expect(load.withoutRetryAfter()).toBe(0)
    expect(new Set(ids).size).toBe(ids.length)
    const received = new Set(titles)
    expect([...load.acknowledged.values()].filter((title) => !received.has(title))).toEqual([])
    for (const [iri, title] of load.acknowledged) {
      expect((await editor.get(`${iri}?published=true`)).json['title'], iri).toBe(title)
    }
  }, 120_000)

  test('is reported as unreachable by health checks, the API and pages', async () => {
    const visitor = createHttpClient(site.url)
    const ready = { ready: true, checks: { database: 'ok', disk: 'ok' } }
    expect(await visitor.request('/readyz')).toMatchObject({ status: 200, json: ready })
    await postgres.stop()
    const away = { ready: false, checks: { database: 'unreachable', disk: 'ok' } }
    const unready = await visitor.request('/readyz')
    expect(unready).toMatchObject({ status: 503, json: away })
    const unhealthy = await visitor.request('/healthz')
    expect(unhealthy).toMatchObject({ status: 503, json: { healthy: false } })
    for (const { headers } of [unready, unhealthy])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)

    const refusal = await editor.get('/component/titles')
    expect(refusal.status).toBe(503)
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refusal.json).toMatchObject({ '@type': 'Error', status: 503 })
    for (const path of ['/nothing', '/nothing/_payload.json', '/robots.txt', '/sitemap.xml']) {
      const page = await visitor.request(path)
      expect([path, page.status]).toEqual([path, 503])
      expect(Number(page.headers.get('retry-after')), path).toBeGreaterThan(0)
      expect(page.headers.get('cache-control'), path).toContain('no-store')
    }
    await postgres.start()
    expect((await editor.get('/component/titles')).status).toBe(200)
    expect(await visitor.request('/readyz')).toMatchObject({ status: 200, json: ready })
  }, 60_000)

  test('lets hub clients reconnect while it is down, and replays what they missed afterwards', async () => {
    const first = await subscribeToHub(site.url, { lastEventId: `urn:uuid:${nobody}` })
    const { json: known } = await editor.post('/component/titles', {
      title: 'Known',
      publishedAt: past,
    })
    const frame = await frameOf(first, known['@id'])
    const { json: missed } = await editor.post('/component/titles', {
      title: 'Missed',
      publishedAt: past,
    })
    first.close()

    await postgres.stop()
    const again = await subscribeToHub(site.url, { lastEventId: frame!.id })
    const unknown = await subscribeToHub(site.url, { lastEventId: `urn:uuid:${nobody}` })
    expect(await again.nextBlock()).toBe(':\n')
    expect(await unknown.nextBlock()).toBe(':\n')
    await postgres.start()
    expect((await again.nextFrame())?.data['@id']).toBe(missed['@id'])
    const { json: next } = await editor.post('/component/titles', {
      title: 'Next',
      publishedAt: past,
    })
    expect((await again.nextFrame())?.data['@id']).toBe(next['@id'])
    expect(await frameOf(unknown, next['@id'])).toBeDefined()
    again.close()
    unknown.close()
  }, 60_000)

  test.each(['%00', 'urn:uuid:%00', '%ED%A0%80', "' or 1=1", 'x'.repeat(5_000)])(
    'an invalid Last-Event-ID (%#) does no harm',
    async (id) => {
      const pid = site.pid()
      const answer = await fetch(`${site.url}/.well-known/mercure?topic=*&Last-Event-ID=${id}`)
      expect(answer.status).toBe(200)
      await answer.body?.cancel()
      expect((await createHttpClient(site.url).request('/healthz')).status).toBe(200)
      expect([site.exitCode(), site.pid()]).toEqual([null, pid])
    },
  )
})

test('a PostgreSQL that hangs causes 503s, and requests succeed once it responds again', async () => {
  const line = await createFreezableProxy(await createPostgres())
  const site = await startServerProcess({ DATABASE_URL: line.url })
  try {
    const editor = createHttpClient(site.url)
    await editor.signIn()
    const listener = await subscribeToHub(site.url)
    await listener.nextBlock()
    line.freeze()
    const write = () => editor.post('/component/titles', { title: 'Said', publishedAt: past })
    const visitor = createHttpClient(site.url)
    const replies = await Promise.all([
      write(),
      write(),
      editor.get('/component/titles'),
      visitor.request('/nothing'),
      visitor.request('/readyz'),
      visitor.request('/healthz'),
    ])
    expect(replies.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 503])
    line.unfreeze()
    const again = await write()
    expect(again.status).toBe(201)
    let frame = await listener.nextFrame()
    while (frame && frame.data['@id'] !== again.json['@id']) frame = await listener.nextFrame()
    expect(frame?.data['@id']).toBe(again.json['@id'])
    listener.close()
  } finally {
    await site.dispose()
    await line.close()
  }
}, 120_000)

describe('uncaught errors', () => {
  /** A module that makes the server's process fail in both uncaught ways when it receives a signal. */
  const failing = `data:text/javascript,${encodeURIComponent(
    `process.on('SIGUSR2', () => {
      Promise.reject(new Error('nobody awaited this'))
      setTimeout(() => { throw new Error('nobody caught this') })
    })`,
  )}`

  test('are logged, and other requests are served', async () => {
    const site = await startServerProcess({ NODE_OPTIONS: `--import ${failing}` })
    try {
      const pid = site.pid()
      process.kill(pid, 'SIGUSR2')
      const { request } = createHttpClient(site.url)
      while (!site.output().includes('nobody caught this')) {
        expect((await request('/healthz')).status).toBe(200)
      }
      expect(site.output()).toContain('nobody awaited this')
      expect([site.exitCode(), site.pid()]).toEqual([null, pid])
    } finally {
      await site.dispose()
    }
  })

  test('do not result from connections that break in any state of a request', async () => {
    const site = await startServerProcess()
    try {
      const { port } = new URL(site.url)
      const beginnings = [
        'GET /',
        'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
        'GET /.well-known/mercure?topic=* HTTP/1.1\r\nHost: x\r\n\r\n',
        'POST /_api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"use',
        'POST /_api/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"use',
        'GET /_api/component/titles HTTP/1.1\r\nHost: x\r\n\r\nGET /_api/_/pages HTTP/1.1\r\nHost: x\r\n\r\n',
      ]
      for (let round = 0; round < 10; round += 1) {
        for (const beginning of beginnings) {
          const socket = connect(Number(port), '127.0.0.1')
          await once(socket, 'connect')
          socket.write(beginning)
          await createHttpClient(site.url).request('/healthz')
          socket.resetAndDestroy()
        }
      }
      expect((await createHttpClient(site.url).request('/healthz')).status).toBe(200)
      expect(site.exitCode()).toBeNull()
    } finally {
      await site.dispose()
    }
  })
})
