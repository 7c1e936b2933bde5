import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { IncomingMessage, type Server, ServerResponse, createServer } from 'node:http'
import { type AddressInfo, Socket, connect, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Hub, createHub } from '#server/hub/hub.ts'
import { noopLog } from '#server/log.ts'
import { type EventLog, createEventLog } from '#server/store/events/event-log.ts'
import type { Database } from '#server/store/db/schema.ts'
import { createUserAccount } from '../../support/server/create-account.ts'
import {
  type StorageEnv,
  createPostgres,
  eachDatabase,
  eachStorage,
} from '../../support/server/databases.ts'
import {
  type Frame,
  type HubSubscriber,
  type SubscribeOptions,
  hubPath,
  subscribeToHub,
} from '../../support/http/hub-subscriber.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'

const past = '2026-01-05T09:00:00+00:00'
const iris = (frames: readonly (Frame | null)[]) => frames.map((frame) => frame?.data['@id'])

eachStorage('the hub', (newStorage) => {
  let storage: StorageEnv
  let server: TestServer
  let editor: HttpClient
  const listeners: HubSubscriber[] = []
  beforeAll(async () => {
    storage = await newStorage()
    server = await startServer(storage)
    editor = createHttpClient(server.url)
    await editor.signIn()
  })
  afterEach(() => listeners.splice(0).forEach((listener) => listener.close()))
  afterAll(() => server.stop())

  const subscribe = async (options?: SubscribeOptions) => {
    const listener = await subscribeToHub(server.url, options)
    listeners.push(listener)
    return listener
  }
  /** Subscribes from now on: earlier writes have been sent to earlier subscribers. */
  const subscribeFromNow = async (options?: SubscribeOptions) => {
    await lastEventId()
    return subscribe(options)
  }
  const makeTitle = async (title: string, publishedAt: string | null = past) => {
    const { status, json } = await editor.post('/component/titles', { title, publishedAt })
    expect(status).toBe(201)
    return json as Frame['data']
  }
  const lastEventId = async () => {
    const everything = await subscribe({ as: editor })
    const { '@id': iri } = await makeTitle('A mark')
    for (;;) {
      const frame = await everything.nextFrame()
      if (frame?.data['@id'] === iri) return frame.id
    }
  }

  /** Returns what a visitor who reconnects is sent. */
  const receivedSince = async (since: string) => {
    const listener = await subscribe({ lastEventId: since })
    const received: Frame[] = []
    const end = await makeTitle('The end')
    for (;;) {
      const frame = await listener.nextFrame()
      if (!frame || frame.data['@id'] === end['@id']) return received
      received.push(frame)
    }
  }

  test("replays today's content to a visitor who reconnects, not the content of the message", async () => {
    const since = await lastEventId()
    const route = '/_/routes//blog-articles'
    const made = await editor.post('/component/navigation_links', {
      label: 'Articles',
      route,
      publishedAt: past,
    })
    expect(made.status).toBe(201)
    const link = String(made.json['@id'])
    const { '@id': title } = await makeTitle('Not meant for others')
    const changes = [
      await editor.patch(`${title}?published=true`, { title: 'Meant for all' }),
      await editor.patch(`${link}?published=true`, { route: null, rawPath: '/elsewhere' }),
    ]
    expect(changes.map(({ status }) => status)).toEqual([200, 200])
    await lastEventId()

    const received = await receivedSince(since)
    const visitor = createHttpClient(server.url)
    for (const iri of [link, title]) {
      const today = (await visitor.get(iri)).json
      const hubEvents = received.filter(({ data }) => data['@id'] === iri).map(({ data }) => data)
      expect([iri, hubEvents]).toEqual([iri, [today, today]])
    }
  })

  test('does not replay what has been hidden since, but replays deletions', async () => {
    const since = await lastEventId()
    const made = async (endpoint: string, body: object) => {
      const { status, json } = await editor.post(endpoint, body)
      expect(status).toBe(201)
      return String(json['@id'])
    }
    const layout = await made('/_/layouts', {
      reference: `hidden-${since}`,
      uiComponent: 'Primary',
    })
    const page = await made('/_/pages', {
      reference: `hidden-${since}`,
      title: 'Secret since',
      layout,
      isTemplate: false,
      uiComponent: 'PrimaryPageTemplate',
    })
    const path = `/hidden-${since.slice(-12)}`
    const route = await made('/_/routes', { path, name: path, page })
    const gone = await made('/component/titles', { title: 'Secret and gone', publishedAt: past })
    const kept = await made('/component/titles', { title: 'Still there', publishedAt: past })
    expect((await editor.remove(route)).status).toBe(204)
    expect((await editor.remove(gone)).status).toBe(204)
    await lastEventId()

    const received = await receivedSince(since)
    expect(JSON.stringify(received)).not.toContain('Secret')
    expect(iris(received)).toContain(kept)
    expect(received.map(({ data }) => data)).toContainEqual({ '@id': gone })
    expect(iris(received)).not.toContain(page)
  })

  test('is a stream for any client, open immediately', async () => {
    const listener = await subscribeFromNow()
    expect(listener.headers.get('content-type')).toBe('text/event-stream')
    expect(listener.headers.get('cache-control')).toBe('private, no-store')
    expect(await listener.nextBlock()).toBe(':\n')
  })

  test('sends writes as a visitor may see them', async () => {
    const listener = await subscribeFromNow()
    const { '@id': iri } = await makeTitle('Hello')
    const frame = await listener.nextFrame()
    expect(frame?.id).toMatch(/^urn:uuid:[\da-f-]{36}$/)
    expect(frame?.data).toEqual((await createHttpClient(server.url).get(iri)).json)
  })

  test('sends drafts only to editors, with either cookie', async () => {
    const plain = createHttpClient(server.url)
    await createUserAccount(storage, 'reader')
    await plain.signIn('reader')

    const visitor = await subscribeFromNow()
    const reader = await subscribe({ as: plain })
    const withHubCookie = await subscribe({ as: editor })
    const cookie = `api_component=${editor.cookie('api_component')}`
    const withSiteCookie = await subscribe({ headers: { cookie } })
    const draft = await makeTitle('Secret', null)
    const live = await makeTitle('Public')
    expect(iris([await visitor.nextFrame()])).toEqual([live['@id']])
    expect(iris([await reader.nextFrame()])).toEqual([live['@id']])
    for (const listener of [withHubCookie, withSiteCookie]) {
      expect(iris([await listener.nextFrame(), await listener.nextFrame()])).toEqual([
        draft['@id'],
        live['@id'],
      ])
    }
  })

  test.each([
    ['a bare IRI', (iri: string) => [iri]],
    ['an absolute URL', (iri: string) => [`${server.url}/_api${iri}`]],
    ['one of several', (iri: string) => ['/component/titles/other', iri, '/_/layouts/other']],
    ['a template', () => [`${server.url}/_api/component/titles/{id}`]],
  ])('sends the topics of %s', async (_, topicsFor) => {
    const wanted = await makeTitle('Wanted')
    const listener = await subscribeFromNow({ topics: topicsFor(wanted['@id']) })
    const layout = await editor.post('/_/layouts', {
      reference: randomUUID(),
      uiComponent: 'Primary',
    })
    expect(layout.status).toBe(201)
    await editor.patch(`${wanted['@id']}?published=true`, { title: 'Changed' })
    expect((await listener.nextFrame())?.data).toMatchObject({
      '@id': wanted['@id'],
      title: 'Changed',
    })
  })

  test('has separate topics for drafts', async () => {
    const draft = await makeTitle('Secret', null)
    const listener = await subscribeFromNow({ as: editor, topics: [`${draft['@id']}?draft=1`] })
    await makeTitle('Something else', null)
    await editor.patch(draft['@id'], { title: 'Changed' })
    expect((await listener.nextFrame())?.data).toMatchObject({
      '@id': draft['@id'],
      title: 'Changed',
    })
  })

  describe("in the syntax of Mercure's draft 1.0", () => {
    beforeEach(async () => {
      await lastEventId()
    })

    const subscribeMatching = async (query: string, headers: Record<string, string> = {}) => {
      const listener = await subscribeToHub(`${server.url}?${query}`, { topics: [], headers })
      listeners.push(listener)
      return listener
    }

    test.each(['match=', 'match_exact=', 'matchURLPattern=', 'match_urlpattern='])(
      'sends what %s asks for',
      async (words) => {
        const wanted = await makeTitle('Wanted')
        await lastEventId()
        const listener = await subscribeMatching(words + encodeURIComponent(wanted['@id']))
        await makeTitle('Something else')
        await editor.patch(`${wanted['@id']}?published=true`, { title: 'Changed' })
        expect((await listener.nextFrame())?.data).toMatchObject({ title: 'Changed' })
      },
    )

    test('rejects unknown parameters', async () => {
      const { status, json } = await editor.request(`${hubPath}?matchRegexp=.*`)
      expect(status).toBe(400)
      expect(json).toMatchObject({ detail: expect.stringContaining('matchRegexp') })
    })

    test.each([
      ['its cookie', (token: string) => ({ cookie: `__Secure-mercure_access_token=${token}` })],
      ['its header', (token: string) => ({ authorization: `Bearer ${token}` })],
    ])('recognizes an editor by %s', async (_, headersWith) => {
      const token = editor.cookie('api_component')!
      const listener = await subscribeMatching('match=*', headersWith(token))
      const stranger = await subscribeMatching('match=*', headersWith('x'.repeat(43)))
      const draft = await makeTitle('Secret', null)
      const live = await makeTitle('For all')
      expect((await listener.nextFrame())?.data).toMatchObject({ '@id': draft['@id'] })
      expect((await stranger.nextFrame())?.data).toMatchObject({ '@id': live['@id'] })
    })

    test('resumes after last_event_id', async () => {
      const first = await subscribeMatching('match=*')
      await makeTitle('First')
      const { id } = (await first.nextFrame())!
      const missed = await makeTitle('Second')
      const listener = await subscribeMatching(`match=*&last_event_id=${id}`)
      expect((await listener.nextFrame())?.data).toMatchObject({ '@id': missed['@id'] })
    })
  })

  test('ignores topics of other origins', async () => {
    const wanted = await makeTitle('Wanted')
    const topics = [`https://elsewhere.example/_api${wanted['@id']}`, '/component/titles/marked']
    const marked = await makeTitle('Marked')
    const listener = await subscribeFromNow({ topics: [...topics, marked['@id']] })
    await editor.patch(`${wanted['@id']}?published=true`, { title: 'Changed' })
    await editor.patch(`${marked['@id']}?published=true`, { title: 'Changed' })
    expect(iris([await listener.nextFrame()])).toEqual([marked['@id']])
  })

  test.each([
    ['the header', (id: string) => ({ headers: { 'last-event-id': id } })],
    ['the address', (id: string) => ({ lastEventId: id })],
    [
      'the header rather than the address',
      (id: string) => ({ headers: { 'last-event-id': id }, lastEventId: 'urn:uuid:older' }),
    ],
    ['the bare id', (id: string) => ({ lastEventId: id.replace('urn:uuid:', '') })],
    ['an id in capitals', (id: string) => ({ lastEventId: id.toUpperCase() })],
  ])('resumes from %s, then continues', async (_, optionsFor) => {
    const id = await lastEventId()
    const missed = [await makeTitle('One'), await makeTitle('Two'), await makeTitle('Hidden', null)]
    const listener = await subscribe(optionsFor(id))
    expect(iris([await listener.nextFrame(), await listener.nextFrame()])).toEqual(
      iris(missed.slice(0, 2).map((data) => ({ id: '', data }))),
    )
    const later = await makeTitle('Three')
    expect(iris([await listener.nextFrame()])).toEqual([later['@id']])
  })

  test('replays drafts to editors', async () => {
    const id = await lastEventId()
    const draft = await makeTitle('Secret', null)
    const listener = await subscribe({ as: editor, lastEventId: id })
    expect(iris([await listener.nextFrame()])).toEqual([draft['@id']])
  })

  test.each(['urn:uuid:00000000-0000-4000-8000-000000000000', 'nonsense', "'; drop table event"])(
    'replays nothing after %s, which it does not know',
    async (id) => {
      const listener = await subscribeFromNow({ lastEventId: id })
      const later = await makeTitle('Later')
      expect(iris([await listener.nextFrame()])).toEqual([later['@id']])
    },
  )

  test('a page contains the event id to resume from, so that nothing is missed after it was read', async () => {
    const { text } = await createHttpClient(server.url).request('/')
    const [, id = ''] = /"lastEventId":"([^"]+)"/.exec(text) ?? []
    const missed = await makeTitle('Between page and stream')
    const listener = await subscribe({ lastEventId: id })
    expect(iris([await listener.nextFrame()])).toEqual([missed['@id']])
  })

  test('disconnects a subscriber whose session ends, before the next draft', async () => {
    const leaving = createHttpClient(server.url)
    await leaving.signIn()
    const listener = await subscribeFromNow({ as: leaving })
    await listener.nextBlock()
    await leaving.request('/_api/logout', { method: 'POST' })
    await makeTitle('Secret', null)
    expect(await listener.nextFrame()).toBeNull()
  })

  test('sends restricted content to authorized subscribers until their session ends', async () => {
    await createUserAccount(storage, 'member')
    const member = createHttpClient(server.url)
    await member.signIn('member')
    const made = async (endpoint: string, body: unknown) =>
      String((await editor.post(endpoint, body)).json['@id'])
    const visitor = await subscribeFromNow()
    const listener = await subscribe({ as: member })
    const redirect = async (path: string) =>
      made('/_/routes', { path, name: path, redirect: '/_/routes//' })

    const restricted = await redirect(`/user-area/${randomUUID()}`)
    const ended = await redirect(`/user-area/${randomUUID()}`)
    await editor.remove(ended)
    const open = await redirect(`/${randomUUID()}`)
    const receivedUntil = async (one: HubSubscriber, iri: string) => {
      const received: string[] = []
      for (let frame = await one.nextFrame(); frame; frame = await one.nextFrame()) {
        received.push(frame.data['@id'])
        if (frame.data['@id'] === iri) return received
      }
      return received
    }
    expect(await receivedUntil(listener, open)).toEqual(expect.arrayContaining([restricted, ended]))
    const others = await receivedUntil(visitor, open)
    expect(others).toContain('/_/routes//')
    for (const hidden of [restricted, ended]) expect(others).not.toContain(hidden)

    await member.request('/_api/logout', { method: 'POST' })
    const later = await redirect(`/user-area/${randomUUID()}`)
    const rest = await receivedUntil(listener, later)
    expect(rest).not.toContain(later)
  })

  test('replays everything that was committed before a restart', async () => {
    const id = await lastEventId()
    const written = await makeTitle('Before the end')
    await server.stop()
    server = await startServer(storage)
    editor = createHttpClient(server.url)
    await editor.signIn()
    const listener = await subscribe({ lastEventId: id })
    expect(iris([await listener.nextFrame()])).toEqual([written['@id']])
    const later = await makeTitle('After the start')
    expect(iris([await listener.nextFrame()])).toEqual([later['@id']])
  })

  test('publishes a scheduled draft when it is due, without any request', async () => {
    const listener = await subscribeFromNow()
    await listener.nextBlock()
    const soon = new Date(Date.now() + 1_500).toISOString()
    const scheduled = await makeTitle('Scheduled', soon)
    const frame = await listener.nextFrame()
    expect(frame?.data).toMatchObject({
      '@id': scheduled['@id'],
      _metadata: { publishable: { published: true } },
    })
  })

  test.each([
    ['no topic', 'GET', '', 400],
    ['too many topics', 'GET', `?${'topic=a&'.repeat(200)}`, 400],
    [
      'patterns that cost too much',
      'GET',
      `?${`match_urlpattern=/*${'a'.repeat(60)}*b*{c}?{d}?{e}?&`.repeat(90)}`,
      400,
    ],
    ['POST', 'POST', '?topic=*', 405],
    ['HEAD', 'HEAD', '?topic=*', 200],
  ])('%s: the response ends immediately', async (_, method, query, status) => {
    const reply = await fetch(server.url + hubPath + query, { method })
    expect(reply.status).toBe(status)
    await reply.body?.cancel()
  })

  test('lets a front end on this machine subscribe with cookies, but no other site', async () => {
    const trusted = await subscribeFromNow({ headers: { origin: 'http://localhost:5173' } })
    expect(trusted.headers.get('access-control-allow-origin')).toBe('http://localhost:5173')
    expect(trusted.headers.get('access-control-allow-credentials')).toBe('true')
    const foreign = await subscribeFromNow({ headers: { origin: 'https://elsewhere.example' } })
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('two processes on one PostgreSQL', () => {
  test("send each other's events, and end each other's sessions", async () => {
    const url = await createPostgres()
    const folder = await mkdtemp(join(tmpdir(), 'troupe-'))
    // Started at the same time: only one of them seeds the database and creates the account.
    const [one, other] = await Promise.all([
      startServer({ DATA_DIR: join(folder, 'one'), DATABASE_URL: url }),
      startServer({ DATA_DIR: join(folder, 'other'), DATABASE_URL: url }),
    ])
    const editor = createHttpClient(one.url)
    await editor.signIn()
    expect((await editor.get('/_/layouts')).json['totalItems']).toBe(1)

    const visitor = await subscribeToHub(other.url)
    const { json } = await editor.post('/component/titles', { title: 'Far', publishedAt: past })
    const iri = String(json['@id'])
    expect((await visitor.nextFrame())?.data['@id']).toBe(iri)
    // Its cached responses for visitors are gone as well.
    const elsewhere = createHttpClient(other.url)
    expect((await elsewhere.get(iri)).json['title']).toBe('Far')
    await editor.patch(`${iri}?published=true`, { title: 'Further' })
    await visitor.nextFrame()
    expect((await elsewhere.get(iri)).json['title']).toBe('Further')

    const drafts = await subscribeToHub(other.url, { as: editor })
    await drafts.nextBlock()
    const keeper = createHttpClient(one.url)
    await keeper.signIn()
    await editor.request('/_api/logout', { method: 'POST' })
    await keeper.post('/component/titles', { title: 'Secret', publishedAt: null })
    expect(await drafts.nextFrame()).toBeNull()

    visitor.close()
    await Promise.all([one.stop(), other.stop()])
    await rm(folder, { recursive: true })
  })
})

describe('a PostgreSQL that goes away for a while', () => {
  test('is reported, and events that others wrote meanwhile are sent once it is back', async () => {
    const url = await createPostgres()
    const proxy = await createProxy(new URL(url))
    const folder = await mkdtemp(join(tmpdir(), 'troupe-'))
    const one = await startServer({ DATA_DIR: join(folder, 'one'), DATABASE_URL: url })
    const other = await startServer({ DATA_DIR: join(folder, 'other'), DATABASE_URL: proxy.url })
    const editor = createHttpClient(one.url)
    await editor.signIn()
    const visitor = createHttpClient(other.url)
    const listener = await subscribeToHub(other.url)
    await listener.nextBlock()

    await proxy.cut()
    const { json: missed } = await editor.post('/component/titles', {
      title: 'Meanwhile',
      publishedAt: past,
    })
    const refusal = await visitor.get(String(missed['@id']))
    expect(refusal.status).toBe(503)
    expect(refusal.json).toMatchObject({ '@type': 'Error', status: 503 })
    expect((await visitor.request('/healthz')).status).toBe(503)

    await proxy.restore()
    expect((await listener.nextFrame())?.data['@id']).toBe(missed['@id'])
    expect((await visitor.get(String(missed['@id']))).json['title']).toBe('Meanwhile')
    expect((await visitor.request('/healthz')).status).toBe(200)

    listener.close()
    await Promise.all([one.stop(), other.stop()])
    await proxy.cut()
    await rm(folder, { recursive: true })
  })
})

/** Starts a proxy in front of a database, whose connections can be cut and restored. */
const createProxy = async (database: URL) => {
  const sockets = new Set<Socket>()
  const server = createTcpServer((client) => {
    const upstream = connect(Number(database.port), database.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    client.pipe(upstream).pipe(client)
  })
  const restore = async (port = 0) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await restore()
  const { port } = server.address() as AddressInfo
  const url = new URL(database)
  url.port = String(port)
  return {
    url: url.href,
    restore: () => restore(port),
    cut: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

/** Counts the reads of past events, and how many there are in one turn of the event loop. */
const countBatchReads = (log: EventLog) => {
  let thisTurn = 0
  const reads = {
    batches: 0,
    contents: 0,
    maxPerTurn: 0,
    events: {
      ...log,
      batchAfter: (...requested: Parameters<EventLog['batchAfter']>) => {
        if (thisTurn === 0) globalThis.setImmediate(() => (thisTurn = 0))
        thisTurn += 1
        reads.batches += 1
        reads.maxPerTurn = Math.max(reads.maxPerTurn, thisTurn)
        return log.batchAfter(...requested)
      },
    },
  }
  return reads
}
type BatchReads = ReturnType<typeof countBatchReads>

eachDatabase('the hub on its own', (open) => {
  let db: Database
  let hub: Hub
  let server: Server
  let url: string
  let limits: Partial<Record<'keepAlive' | 'maxUnreadBytes' | 'drainTimeout', number>>
  let batchReads: BatchReads
  let errors: unknown[]
  const responses: ServerResponse[] = []
  beforeEach(async () => {
    db = await open()
    limits = {}
    errors = []
  })
  afterEach(async () => {
    hub.close()
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
    responses.length = 0
  })

  const run = async () => {
    batchReads = countBatchReads(createEventLog(db))
    hub = createHub({
      events: batchReads.events,
      sessions: { accountsOf: async () => new Map() },
      currentEventData: async (requested) => {
        batchReads.contents += 1
        return new Map(requested.map((iri) => [iri, messages.get(iri)!]))
      },
      log: { ...noopLog, error: (error) => errors.push(error) },
      limits,
    })
    await hub.start()
    server = createServer((request, response) => {
      responses.push(response)
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      const lastEventId = new URL(request.url!, 'http://hub').searchParams.get('Last-Event-ID')
      const id = lastEventId?.replace('urn:uuid:', '') ?? null
      const topics = { key: '*', costPerCharacter: 0, matches: () => true }
      hub.subscribe({ topics, sessionHash: null, audience: 'public', lastEventId: id }, response)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  const messages = new Map<string, string>()
  const write = async (numbers: readonly number[], padding = '') => {
    const rows = numbers.map((number) => ({
      uuid: uuidOf(number),
      topic: `/component/titles/${number}`,
      audience: 'public' as const,
      data: JSON.stringify({ '@id': `/component/titles/${number}`, padding }),
      created_at: new Date().toISOString(),
    }))
    for (const { topic, data } of rows) messages.set(topic, data)
    await db.insertInto('event').values(rows).execute()
    hub.wake()
  }
  const uuidOf = (number: number) => `00000000-0000-4000-8000-${`${number}`.padStart(12, '0')}`
  const range = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => from + at)
  const numbersUntil = async (listener: HubSubscriber, last: number) => {
    const received: number[] = []
    while (received.at(-1) !== last) {
      const frame = await listener.nextFrame()
      if (!frame) break
      received.push(Number(frame.data['@id'].split('/').at(-1)))
    }
    return received
  }

  test('loses, repeats and reorders nothing between replay and live events', async () => {
    await run()
    await write([0])
    const last = 150
    const written: Promise<void>[] = []
    const writing = (async () => {
      for (let number = 1; number <= last; number += 1) await (written[number] = write([number]))
    })()
    const receiving: Promise<{ from: number; received: number[] }>[] = []
    // Everyone resumes from the last event, while the next is being written.
    for (let from = 1; from <= 30; from += 1) {
      await written[from]
      const listener = await subscribeToHub(url, { lastEventId: `urn:uuid:${uuidOf(from)}` })
      receiving.push(numbersUntil(listener, last).then((received) => ({ from, received })))
    }
    await writing
    for (const { from, received } of await Promise.all(receiving)) {
      expect(received).toEqual(range(from + 1, last + 1))
    }
  })

  test('replays events in order to a subscriber that was slow for a while', async () => {
    limits = { maxUnreadBytes: 4 * 1024, drainTimeout: 20_000 }
    await run()
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: hub\r\n\r\n')
    await once(socket, 'data')
    socket.pause()
    // About sixteen megabytes: more than the system's own buffers take.
    const padding = 'x'.repeat(100_000)
    for (let batch = 0; batch < 16; batch += 1) {
      await write(range(batch * 10, batch * 10 + 10), padding)
    }
    expect(responses[0]!.writableLength).toBeLessThan(3_000_000)
    const received: number[] = []
    let text = ''
    socket.setEncoding('latin1')
    let maxBuffered = 0
    socket.on('data', (chunk: string) => {
      // Little of what was missed is in memory at once, however much it is.
      maxBuffered = Math.max(maxBuffered, responses[0]!.writableLength)
      text += chunk
      for (;;) {
        const [found, number] = /"\/component\/titles\/(\d+)"/.exec(text) ?? []
        if (!found) return
        text = text.slice(text.indexOf(found) + found.length)
        received.push(Number(number))
        if (received.at(-1) === 159) socket.end()
      }
    })
    socket.resume()
    await once(socket, 'close')
    expect(received).toEqual(range(0, 160))
    expect(maxBuffered).toBeLessThan(3_000_000)
  })

  test('logs no error when a subscriber resets its connection during a replay', async () => {
    limits = { maxUnreadBytes: 4 * 1024, drainTimeout: 20_000 }
    await run()
    const padding = 'x'.repeat(100_000)
    for (let batch = 0; batch < 16; batch += 1) {
      await write(range(batch * 10, batch * 10 + 10), padding)
    }
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    const lastEventId = `urn:uuid:${uuidOf(0)}`
    socket.write(`GET /?Last-Event-ID=${lastEventId} HTTP/1.1\r\nHost: hub\r\n\r\n`)
    await once(socket, 'data')
    socket.pause()
    while (!responses[0]!.socket?.writableNeedDrain) await nextTurn()
    const closed = once(responses[0]!, 'close')
    socket.resetAndDestroy()
    await closed
    await nextTurn()
    expect(hub.subscriberCount()).toBe(0)
    expect(errors).toEqual([])
  })

  const resumeAt = async (from: readonly number[], last: number) => {
    const received = from.map(async (number) => {
      const listener = await subscribeToHub(url, { lastEventId: `urn:uuid:${uuidOf(number)}` })
      return numbersUntil(listener, last)
    })
    return Promise.all(received)
  }

  test('gives other requests a turn between the batches of many replays', async () => {
    limits = { maxUnreadBytes: 100 }
    await run()
    const last = 80
    await write(range(0, last + 1), 'x'.repeat(200))
    const from = range(0, 16)
    const received = await resumeAt(from, last)
    expect(received).toEqual(from.map((number) => range(number + 1, last + 1)))
    expect(batchReads.maxPerTurn).toBeLessThanOrEqual(2)
  })

  test('reads a batch once for many replays', async () => {
    limits = { maxUnreadBytes: 100 }
    await run()
    const last = 60
    await write(range(0, last + 1), 'x'.repeat(200))
    const from = range(0, 16).map(() => 0)
    const received = await resumeAt(from, last)
    expect(received).toEqual(from.map(() => range(1, last + 1)))
    // They do not all connect in the same turn, so that some of the first batches may be read again.
    expect(batchReads.batches).toBeLessThan(3 * last)
    expect(batchReads.contents).toBeLessThan(3 * last)
  })

  test('measures a batch in bytes', async () => {
    await run()
    await write(range(0, 6), '語'.repeat(100))
    const { batchAfter, idOf } = createEventLog(db)
    const first = await idOf(uuidOf(0))
    // Each is longer than 300 bytes and shorter than 200 characters.
    expect(await batchAfter(first!, 500)).toHaveLength(2)
    expect(await batchAfter(first!, 1)).toHaveLength(1)
  })

  test('disconnects a subscriber that never reads', async () => {
    limits = { maxUnreadBytes: 4 * 1024, drainTimeout: 50 }
    await run()
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: hub\r\n\r\n')
    await once(socket, 'data')
    socket.pause()
    // The system's buffers take some megabytes before anything is unread here.
    const padding = 'x'.repeat(100_000)
    for (let batch = 0; hub.subscriberCount() > 0; batch += 1) {
      await write(range(batch * 10, batch * 10 + 10), padding)
      await nextTurn()
    }
    expect(responses[0]!.destroyed).toBe(true)
    socket.destroy()
  })

  test('keeps an idle stream alive with comments', async () => {
    limits = { keepAlive: 20 }
    await run()
    const listener = await subscribeToHub(url)
    expect([
      await listener.nextBlock(),
      await listener.nextBlock(),
      await listener.nextBlock(),
    ]).toEqual([':\n', ':\n', ':\n'])
    listener.close()
  })

  test('forgets a subscriber that disconnects', async () => {
    await run()
    const listener = await subscribeToHub(url)
    await listener.nextBlock()
    expect(hub.subscriberCount()).toBe(1)
    const closed = once(responses[0]!, 'close')
    listener.close()
    await closed
    expect(hub.subscriberCount()).toBe(0)
  })

  test('deletes old events, but never the last', async () => {
    await run()
    await write([0, 1, 2])
    const events = createEventLog(db)
    await events.deleteBefore(new Date(Date.now() + 1_000).toISOString())
    expect((await events.after(0)).map(({ uuid }) => uuid)).toEqual([uuidOf(2)])
    expect(await events.idOf(uuidOf(0))).toBeUndefined()
  })
})

/** A result that resolves when the test says so. */
const createAnswer = <Value>() => {
  let give: (value: Value) => void = () => {}
  const promise = new Promise<Value>((resolve) => (give = resolve))
  return { promise, give }
}

describe('subscribing while an event is being published', () => {
  const uuids = [randomUUID(), randomUUID()] as const
  const hubEvents = uuids.map((uuid, at) => ({
    id: at + 1,
    uuid,
    topic: `/component/titles/${uuid}`,
    audience: 'public' as const,
    data: '{}',
  }))

  test.each(Array.from({ length: 16 }, (_, steps) => steps))(
    'is told of it once, %i steps after it was read',
    async (steps) => {
      const found = createAnswer<number>()
      const read = createAnswer<typeof hubEvents>()
      const reads = [read.promise]
      const hub = createHub({
        events: {
          ...createEventLog(undefined as never),
          newest: async () => ({ id: 1, uuid: uuids[0] }),
          idOf: () => found.promise,
          after: (id) => reads.pop() ?? Promise.resolve(hubEvents.filter((event) => event.id > id)),
          batchAfter: async (id) => hubEvents.filter((event) => event.id > id),
        },
        sessions: { accountsOf: async () => new Map() },
        currentEventData: async () => new Map(hubEvents.map(({ topic, data }) => [topic, data])),
        log: noopLog,
      })
      await hub.start()
      const response = new ServerResponse(new IncomingMessage(new Socket()))
      let text = ''
      response.write = (chunk: unknown) => {
        text += String(chunk)
        return true
      }
      const topics = { key: '*', costPerCharacter: 0, matches: () => true }
      hub.subscribe(
        { topics, sessionHash: null, audience: 'public', lastEventId: uuids[0] },
        response,
      )
      hub.wake()
      await nextTurn()
      read.give(hubEvents.slice(1))
      for (let step = 0; step < steps; step += 1) await Promise.resolve()
      found.give(1)
      await nextTurn()
      hub.close()
      expect(text.split(uuids[1])).toHaveLength(2)
    },
  )
})
