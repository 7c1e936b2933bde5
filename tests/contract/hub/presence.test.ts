import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEventLog } from '#server/store/events/event-log.ts'
import { openDatabase } from '#server/store/db/open-database.ts'
import { createUserAccount } from '../../support/server/create-account.ts'
import { type StorageEnv, eachDatabase, eachStorage } from '../../support/server/databases.ts'
import {
  type Frame,
  type HubSubscriber,
  subscribeToHub,
} from '../../support/http/hub-subscriber.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'
import { createFullApi } from '../support/full-api.ts'

const presences = '/_/presences'
const leaseDuration = 30_000
const newTab = () => `${presences}/${randomUUID()}`

eachDatabase('presence', (open) => {
  let whole: Awaited<ReturnType<typeof createFullApi>>
  type Browser = Awaited<ReturnType<typeof whole.as>>
  let ada: Browser
  let eve: Browser
  beforeEach(async () => {
    whole = await createFullApi(await open())
    ada = await whole.as('ada', ['ROLE_ADMIN'])
    eve = await whole.as('eve', ['ROLE_ADMIN'])
  })
  afterEach(() => whole.close())

  const announce = (who: Browser, tab: string, body: unknown = { path: '/' }, headers = {}) =>
    who.ask('PUT', tab, { body, headers })
  /** Returns who is known, and where. */
  const known = async (who = ada) =>
    (await who.get(presences)).body.member.map(({ username, path }) => [username, path])
  const makeTitle = async (title: string) =>
    (await ada.post('/component/titles', { title })).body['@id']

  test('answers an announcement with all tabs, their own included', async () => {
    const title = await makeTitle('Heading')
    const tab = newTab()
    await announce(eve, newTab(), { path: '/about' })
    const { status, headers, body } = await announce(ada, tab, {
      path: '/blog',
      resource: title,
      isTyping: true,
    })
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/ld+json; charset=utf-8',
      'private, no-store',
    ])
    expect(body).toMatchObject({ '@id': presences, '@type': 'Collection', totalItems: 2 })
    expect(body.member[0]).toEqual({
      '@id': tab,
      '@type': 'Presence',
      user: ada.iri,
      username: 'ada',
      path: '/blog',
      resource: title,
      isTyping: true,
      _metadata: { persisted: false },
    })
    expect(body.member[1]).not.toHaveProperty('resource')
    expect((await eve.get(presences)).body.member).toEqual(body.member)
    expect((await eve.get(tab)).body).toMatchObject(body.member[0]!)
    expect((await eve.get(newTab())).status).toBe(404)
  })

  test('names pages by their titles, as they are now', async () => {
    const create = async (endpoint: string, body: object) =>
      (await ada.post(endpoint, body)).body['@id']
    const layout = await create('/_/layouts', { reference: 'main', uiComponent: 'Main' })
    const about = { reference: 'cafe', layout, isTemplate: false, uiComponent: 'Primary' }
    const page = await create('/_/pages', { ...about, title: 'Our café' })
    await create('/_/routes', { path: '/café', name: 'cafe', page })
    const paths = ['/café', '/caf%C3%A9', `/_cwa/${encodeURIComponent(page)}`, '/nowhere']
    for (const path of paths) expect((await announce(ada, newTab(), { path })).status).toBe(200)
    const titles = async () => {
      const { member } = (await eve.get(presences)).body
      return paths.map((path) => member.find((one) => one['path'] === path)?.['pageTitle'])
    }
    expect(await titles()).toEqual(['Our café', 'Our café', 'Our café', undefined])
    await ada.patch(page, { title: 'The café' })
    expect(await titles()).toEqual(['The café', 'The café', 'The café', undefined])
  })

  test('a tab is where it has announced last', async () => {
    const tab = newTab()
    await announce(ada, tab, { path: '/', resource: await makeTitle('Heading'), isTyping: true })
    const { body } = await announce(ada, tab, { path: '/about' })
    expect(body.member).toMatchObject([{ '@id': tab, path: '/about', isTyping: false }])
    expect(body.member[0]).not.toHaveProperty('resource')
  })

  test('ends with its lease, unless it is renewed', async () => {
    const [kept, left] = [newTab(), newTab()]
    await announce(ada, kept, { path: '/kept' })
    await announce(eve, left, { path: '/left' })
    whole.advanceClock(leaseDuration - 1)
    await announce(ada, kept, { path: '/kept' })
    whole.advanceClock(1)
    expect(await known()).toEqual([['ada', '/kept']])
    await announce(eve, left, { path: '/left' })
    expect(await known()).toEqual([
      ['ada', '/kept'],
      ['eve', '/left'],
    ])
  })

  test('ends when the tab leaves, and with the session', async () => {
    const [one, other] = [newTab(), newTab()]
    await announce(eve, one, { path: '/one' })
    await announce(eve, other, { path: '/other' })
    expect((await eve.remove(one)).status).toBe(204)
    expect((await eve.remove(one)).status).toBe(204)
    expect(await known()).toEqual([['eve', '/other']])
    await eve.post('/logout', {})
    expect(await known()).toEqual([])
  })

  test('ends when the account is no editor any more', async () => {
    const owner = await whole.as('owner', ['ROLE_SUPER_ADMIN'])
    await announce(eve, newTab())
    expect((await owner.patch(eve.iri, { roles: [] })).status).toBe(200)
    expect(await known()).toEqual([])
  })

  test('survives the new token of a session', async () => {
    const tab = newTab()
    await announce(eve, tab)
    const changed = await eve.patch(eve.iri, {
      oldPassword: 'password',
      plainPassword: 'a-longer-password',
    })
    expect(changed.status).toBe(200)
    expect(await known()).toEqual([['eve', '/']])
    expect((await announce(eve, tab, { path: '/next' })).status).toBe(200)
  })

  test('belongs to its account: nobody else can move or end it', async () => {
    const tab = newTab()
    await announce(eve, tab, { path: '/hers' })
    expect((await announce(ada, tab, { path: '/mine' })).status).toBe(403)
    expect((await ada.remove(tab)).status).toBe(204)
    expect(await known()).toEqual([['eve', '/hers']])
    // The browser has been signed in with another account by another window.
    const { status } = await announce(ada, newTab(), { path: '/' }, { Account: eve.iri })
    expect(status).toBe(401)
  })

  test('tells visitors and users nothing, whoever is there', async () => {
    const reader = await whole.as('reader', ['ROLE_USER'])
    const answers = async () => {
      const tab = newTab()
      const replies = [
        await whole.browser().get(presences),
        await whole.browser().get(tab),
        await whole.browser().ask('PUT', tab, { body: { path: '/' } }),
        await whole.browser().ask('PUT', tab, { body: 'unread' }),
        await whole.browser().remove(tab),
        await reader.get(presences),
        await reader.get(tab),
        await reader.ask('PUT', tab, { body: { path: '/' } }),
        await reader.remove(tab),
      ]
      return replies.map(({ status, text, headers }) => [status, text, [...headers]])
    }
    const alone = await answers()
    expect(alone.map(([status]) => status)).toEqual([401, 401, 401, 401, 401, 403, 403, 403, 403])
    await announce(eve, newTab(), { path: '/secret' })
    expect(await answers()).toEqual(alone)
  })

  test('names no resource that is not there, such as one that was deleted meanwhile', async () => {
    for (const resource of ['/component/titles/nowhere', 'javascript:alert(1)']) {
      const { status, body } = await announce(ada, newTab(), { path: '/', resource })
      expect(status).toBe(200)
      expect(body.member[0]).not.toHaveProperty('resource')
    }
  })

  test('leaves no trace in the event log, which pages and replays depend on', async () => {
    const events = createEventLog(whole.db)
    const title = await makeTitle('Heading')
    const before = await events.newest()
    const tab = newTab()
    await announce(ada, tab, { path: '/', resource: title })
    await ada.remove(tab)
    expect(await events.newest()).toEqual(before)
  })

  describe('refuses', () => {
    test('what is no path of this site, no resource, or nothing of the kind', async () => {
      const refusals: [body: unknown, propertyPath: string][] = [
        [{}, 'path'],
        [{ path: 1 }, 'path'],
        [{ path: '//evil.test/' }, 'path'],
        [{ path: '/\\evil.test' }, 'path'],
        [{ path: 'https://evil.test/' }, 'path'],
        [{ path: '/?q=1' }, 'path'],
        // A screen of the app.
        [{ path: '/login' }, 'path'],
        [{ path: `/${'x'.repeat(1_000)}` }, 'path'],
        [{ path: '/', resource: `/component/${'x'.repeat(500)}` }, 'resource'],
        [{ path: '/', resource: {} }, 'resource'],
        [{ path: '/', isTyping: 'yes' }, 'isTyping'],
      ]
      for (const [body, propertyPath] of refusals) {
        const { status, body: refusal } = await announce(ada, newTab(), body)
        expect
          .soft([body, status, refusal.violations[0]?.propertyPath])
          .toEqual([body, 422, propertyPath])
      }
      expect((await announce(ada, `${presences}/me`)).status).toBe(404)
      const large = { path: '/', more: 'x'.repeat(17_000) }
      expect((await announce(ada, newTab(), large)).status).toBe(413)
      expect((await announce(ada, newTab(), '[]')).status).toBe(400)
      expect(await known()).toEqual([])
    })

    test('more than ten tabs of an account, until one of them ends', async () => {
      const tabs = Array.from({ length: 10 }, newTab)
      for (const tab of tabs) expect((await announce(ada, tab)).status).toBe(200)
      const refused = await announce(ada, newTab())
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
      expect((await announce(eve, newTab())).status).toBe(200)
      await ada.remove(tabs[0]!)
      expect((await announce(ada, newTab())).status).toBe(200)
    })

    test('more than a hundred announcements in ten seconds', async () => {
      const tab = newTab()
      const statuses = []
      for (let count = 0; count < 101; count += 1) statuses.push((await ada.remove(tab)).status)
      expect([statuses.at(99), statuses.at(100)]).toEqual([204, 429])
      expect((await announce(eve, newTab())).status).toBe(200)
      whole.advanceClock(10_000)
      expect((await announce(ada, tab)).status).toBe(200)
    })
  })

  test('is named by the entry point', async () => {
    expect((await whole.browser().get('/')).body['presence']).toBe(presences)
  })
})

eachStorage('presence and the hub', (newStorage) => {
  let storage: StorageEnv
  let server: TestServer
  let other: TestServer
  let admin: HttpClient
  const listeners: HubSubscriber[] = []
  beforeAll(async () => {
    storage = await newStorage()
    server = await startServer(storage)
    // Another process that shares the database.
    other = await startServer(storage)
    admin = createHttpClient(server.url)
    await admin.signIn()
    await createUserAccount(storage, 'eve', 'ROLE_ADMIN')
    await createUserAccount(storage, 'reader')
  })
  afterEach(() => listeners.splice(0).forEach((listener) => listener.close()))
  afterAll(() => Promise.all([server.stop(), other.stop()]))

  const subscribe = async (url: string, as?: HttpClient, topics = ['*']) => {
    const listener = await subscribeToHub(url, { topics, ...(as && { as }) })
    listeners.push(listener)
    // The first comment: from now on it is sent what happens.
    await listener.nextBlock()
    return listener
  }
  const signIn = async (name: string, at = server) => {
    const client = createHttpClient(at.url)
    await client.signIn(name)
    return client
  }
  const announce = (who: HttpClient, tab: string, body: unknown) =>
    who.request(`/_api${tab}`, { method: 'PUT', body })
  const whereabouts = (frame: Frame | null) => [
    frame?.id,
    frame?.data['username'],
    frame?.data['path'],
  ]

  test('tells editors of every process, at once and without an event id', async () => {
    const eve = await signIn('eve')
    const near = await subscribe(server.url, admin)
    const far = await subscribe(other.url, admin)
    const tab = newTab()
    await announce(eve, tab, { path: '/blog' })
    await announce(eve, tab, { path: '/about' })
    for (const listener of [near, far]) {
      let frame = await listener.nextFrame()
      // Another process may have been told of both together.
      if (frame?.data['path'] === '/blog') frame = await listener.nextFrame()
      expect(whereabouts(frame)).toEqual(['', 'eve', '/about'])
    }
    await eve.remove(tab)
    for (const listener of [near, far]) {
      expect(await listener.nextFrame()).toEqual({ id: '', data: { '@id': tab } })
    }
  })

  test('tells editors only, and only those who ask for it', async () => {
    const eve = await signIn('eve')
    const visitor = await subscribe(server.url)
    const reader = await subscribe(server.url, await signIn('reader'))
    const elsewhere = await subscribe(server.url, admin, ['/component/titles/{id}'])
    const editor = await subscribe(server.url, admin)
    const tab = newTab()
    await announce(eve, tab, { path: '/blog' })
    expect(whereabouts(await editor.nextFrame())).toEqual(['', 'eve', '/blog'])
    const { json } = await admin.post('/component/titles', {
      title: 'Public',
      publishedAt: '2026-01-05T09:00:00+00:00',
    })
    for (const listener of [visitor, reader, elsewhere]) {
      expect((await listener.nextFrame())?.data['@id']).toBe(json['@id'])
    }
    await eve.remove(tab)
  })

  test('does not change where a page resumes from', async () => {
    const lastEventId = async () =>
      /"lastEventId":"([^"]+)"/.exec((await createHttpClient(server.url).request('/')).text)?.[1]
    const eve = await signIn('eve')
    const before = await lastEventId()
    const listener = await subscribe(server.url, admin)
    const tab = newTab()
    await announce(eve, tab, { path: '/' })
    await listener.nextFrame()
    expect(await lastEventId()).toBe(before)
    await eve.remove(tab)
  })

  test('disconnects an editor whose session has ended before it tells anything', async () => {
    const leaving = await signIn('eve')
    const listener = await subscribe(server.url, leaving)
    await leaving.request('/_api/logout', { method: 'POST' })
    const tab = newTab()
    await announce(admin, tab, { path: '/' })
    expect(await listener.nextFrame()).toBeNull()
    await admin.remove(tab)
  })

  test('does not outlive an account that is removed', async () => {
    const eve = await signIn('eve')
    await announce(eve, newTab(), { path: '/' })
    const database = await openDatabase({
      dataDir: storage.DATA_DIR,
      databaseUrl: storage.DATABASE_URL ?? null,
    })
    await database.db.deleteFrom('account').where('username', '=', 'eve').execute()
    await database.close()
    expect((await admin.get(presences)).json['member']).toEqual([])
  })
})
