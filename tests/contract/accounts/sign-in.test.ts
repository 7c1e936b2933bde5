import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createAccounts } from '#server/users/accounts.ts'
import { openDatabase } from '#server/store/db/open-database.ts'
import type { DatabaseClient } from '#server/store/db/database-client.ts'
import type { Database } from '#server/store/db/schema.ts'
import { TooManyAttemptsError } from '#server/domain-errors.ts'
import { createThrottle } from '#server/auth/throttle.ts'
import { eachDatabase, eachStorage } from '../../support/server/databases.ts'
import {
  type TestServer,
  createHttpClient,
  password,
  startServer,
} from '../../support/server/in-process-server.ts'

const refusal = { code: 401, message: 'Invalid credentials.' }

eachStorage('signing in', (newStorage) => {
  let server: TestServer
  let opened: DatabaseClient
  beforeAll(async () => {
    const storage = await newStorage()
    server = await startServer(storage)
    opened = await openDatabase({
      dataDir: storage.DATA_DIR,
      databaseUrl: storage.DATABASE_URL ?? null,
    })
  })
  afterAll(async () => {
    await opened.close()
    await server.stop()
  })

  const someone = () => createHttpClient(server.url)
  const signedIn = async () => {
    const person = someone()
    expect((await person.signIn()).status).toBe(204)
    return person
  }

  test('sets two cookies that scripts cannot read, and nothing else', async () => {
    const { status, text, headers } = await someone().signIn()
    expect({ status, text }).toEqual({ status: 204, text: '' })
    const cookies = headers.getSetCookie()
    expect(cookies.map((cookie) => cookie.replace(/=[\w-]{43};/, '=…;'))).toEqual([
      'api_component=…; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax',
      'mercureAuthorization=…; Max-Age=315360000; Path=/.well-known/mercure; HttpOnly; SameSite=Lax',
    ])
  })

  test('accepts the username or the email address, in any case', async () => {
    expect((await someone().signIn('ADMIN')).status).toBe(204)
    expect((await someone().signIn('Admin@Site.invalid')).status).toBe(204)
  })

  test('returns the signed-in user with expanded roles', async () => {
    const person = await signedIn()
    const { status, headers, json } = await person.get('/me')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/ld+json; charset=utf-8')
    expect(headers.get('cache-control')).toBe('max-age=0, private')
    expect(json).toMatchObject({
      '@context': '/contexts/User',
      '@id': expect.stringMatching(/^\/users\/[\w-]{36}$/),
      '@type': 'User',
      username: 'admin',
      emailAddress: 'admin@site.invalid',
      emailAddressVerified: true,
      roles: ['ROLE_USER', 'ROLE_SUPER_ADMIN', 'ROLE_ADMIN', 'ROLE_ALLOWED_TO_SWITCH'],
      _metadata: {
        persisted: true,
        mercureSubscribeTopics: expect.arrayContaining([
          `${server.url}/_api/component/titles/{id}`,
          `${server.url}/_api/component/titles/{id}?draft=1`,
        ]),
      },
    })
    // Collections publish no events of their own.
    expect(JSON.stringify(json)).not.toMatch(/scrypt|\/component\/collections/)
  })

  test('rejects a wrong password, an unknown name and disabled accounts with the same message', async () => {
    const accounts = createAccounts(opened.db, Date.now)
    for (const username of ['disabled', 'unverified']) {
      const emailAddress = `${username}@example.org`
      await accounts.create({ username, emailAddress, password, roles: [] })
    }
    const change = (username: string) =>
      opened.db.updateTable('account').where('username', '=', username)
    await change('disabled').set({ enabled: 0 }).execute()
    await change('unverified').set({ verified: 0 }).execute()

    for (const reply of [
      await someone().signIn('admin', 'not this one'),
      await someone().signIn('nobody'),
      await someone().signIn('disabled'),
      await someone().signIn('unverified'),
    ]) {
      expect(reply.status).toBe(401)
      expect(reply.headers.get('content-type')).toBe('application/json')
      expect(reply.headers.get('www-authenticate')).toBe('Bearer')
      expect(reply.headers.getSetCookie()).toEqual([])
      expect(reply.json).toEqual(refusal)
    }
  })

  test('takes as long for an unknown name as for a wrong password', async () => {
    const fastest = async (username: string) => {
      const times: number[] = []
      for (let round = 0; round < 3; round += 1) {
        const began = performance.now()
        await someone().signIn(username, 'not this one')
        times.push(performance.now() - began)
      }
      return Math.min(...times)
    }
    expect(await fastest('stranger')).toBeGreaterThan((await fastest('admin')) / 2)
  })

  test.each([
    ['text/plain', '{"username":"admin","password":"x"}', 415],
    ['application/json', '{"username":', 400],
    ['application/json', '["admin","x"]', 400],
    ['application/json', 'null', 400],
    ['application/json', '{"username":"admin"}', 400],
    ['application/json', '{"username":["admin"],"password":{}}', 400],
    ['application/json', String.raw`{"username":"a\u0000dmin","password":"x"}`, 400],
    ['application/vnd.api+json', '{"username":"nobody","password":"x"}', 401],
  ])('responds to %s %s with %i', async (type, body, status) => {
    const reply = await someone().request('/_api/login', {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    })
    expect(reply.status).toBe(status)
  })

  test("starts a new session each time, which ends the browser's earlier one and no others", async () => {
    const [person, elsewhere] = [await signedIn(), await signedIn()]
    const earlier = person.cookie('api_component')!
    await person.signIn()
    expect(person.cookie('api_component')).not.toBe(earlier)
    expect((await person.get('/me')).status).toBe(200)
    expect((await elsewhere.get('/me')).status).toBe(200)
    const thief = someone()
    thief.setCookie('api_component', earlier)
    expect((await thief.get('/me')).status).toBe(401)
  })

  test('stores tokens as hashes only', async () => {
    const person = await signedIn()
    const rows = await opened.db.selectFrom('session').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(person.cookie('api_component'))
  })

  test.each(['GET', 'POST'])('%s /logout ends the session', async (method) => {
    const person = await signedIn()
    const token = person.cookie('api_component')!
    const headers = { 'sec-fetch-site': 'same-origin' }
    const reply = await person.request('/_api/logout', { method, headers })
    expect({ status: reply.status, text: reply.text }).toEqual({ status: 200, text: '' })
    expect(person.cookie('api_component')).toBeUndefined()
    expect(person.cookie('mercureAuthorization')).toBe('public')
    person.setCookie('api_component', token)
    expect((await person.get('/me')).status).toBe(401)
  })

  test('lets visitors sign out, and tells them that they are not signed in', async () => {
    const visitor = someone()
    expect((await visitor.request('/_api/logout', { method: 'POST' })).status).toBe(200)
    const { status, json } = await visitor.get('/me')
    expect(status).toBe(401)
    expect(json).toMatchObject({ code: 401 })
    expect(visitor.cookie('mercureAuthorization')).toBe('public')
  })

  test('rejects an ended session once at every endpoint, without locking the browser out', async () => {
    const person = someone()
    for (const stale of ['x', 'x'.repeat(43), '%00', '"quoted"', 'ä'.normalize('NFD')]) {
      person.setCookie('api_component', encodeURIComponent(stale))
      expect((await person.get('/_/layouts')).status, stale).toBe(401)
      expect(person.cookie('api_component'), stale).toBeUndefined()
      expect((await person.get('/_/layouts')).status, stale).toBe(200)
    }
    person.setCookie('api_component', 'stale')
    expect((await person.request('/')).status).toBe(200)
    expect((await person.signIn()).status).toBe(204)
    expect((await person.get('/me')).status).toBe(200)
  })

  test('a session lasts a week from the last visit', async () => {
    const person = await signedIn()
    const day = 24 * 60 * 60 * 1000
    for (const days of [6, 6, 6]) {
      server.advance(days * day)
      const { status, headers } = await person.get('/me')
      expect(status).toBe(200)
      expect(headers.getSetCookie()).toHaveLength(2)
    }
    expect((await person.get('/me')).headers.getSetCookie()).toEqual([])
    server.advance(8 * day)
    expect((await person.get('/me')).status).toBe(401)
  })

  test('applies changed roles to running sessions', async () => {
    await createAccounts(opened.db, Date.now).create({
      username: 'changing',
      emailAddress: 'changing@example.org',
      password,
      roles: ['ROLE_ADMIN'],
    })
    const person = someone()
    await person.signIn('changing')
    const layout = { reference: 'of-changing', uiComponent: 'Primary' }
    expect((await person.post('/_/layouts', layout)).status).toBe(201)
    const account = opened.db.updateTable('account').where('username', '=', 'changing')
    await account.set({ roles: '[]' }).execute()
    expect((await person.post('/_/layouts', layout)).status).toBe(403)
    await account.set({ enabled: 0 }).execute()
    expect((await person.get('/me')).status).toBe(401)
  })

  test('does not let other sites sign anyone in or out, write, or read responses', async () => {
    const person = await signedIn()
    const layout = { reference: 'forged', uiComponent: 'Primary' }
    for (const headers of [
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      // A link of this site to another one that has redirected back.
      { 'sec-fetch-site': 'cross-site', referer: `${server.url}/` },
    ] as Record<string, string>[]) {
      const write = await person.post('/_/layouts', layout, headers)
      expect(write.status).toBe(403)
      expect(write.headers.get('access-control-allow-origin')).toBeNull()
      expect((await person.request('/_api/logout', { headers })).status).toBe(403)
      const login = { method: 'POST', body: { username: 'admin', password }, headers }
      expect((await person.request('/_api/login', login)).status).toBe(403)
    }
    expect((await person.get('/me')).status).toBe(200)
    expect((await person.post('/_/layouts', layout, { origin: server.url })).status).toBe(201)
  })

  test('lets a front end on this machine send cookies', async () => {
    const origin = 'http://localhost:5173'
    const preflight = await someone().request('/_api/component/titles', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'content-type,path,if-match',
      },
    })
    expect(preflight.status).toBe(204)
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': expect.stringContaining('PATCH'),
      'access-control-allow-headers': expect.stringContaining('Path'),
    })
    const { headers } = await someone().get('/_/layouts', { origin })
    expect(headers.get('access-control-allow-origin')).toBe(origin)
    expect(headers.get('access-control-expose-headers')).toContain('Link')
    expect(headers.get('vary')).toContain('Origin')
  })

  test.each([
    ['PUT', '/login', 'POST'],
    ['DELETE', '/logout', 'GET, POST'],
    ['POST', '/me', 'GET'],
    ['POST', '/docs.jsonld', 'GET'],
    ['DELETE', '/_/page_data_metadatas', 'GET'],
  ])('responds with 405 to %s %s', async (method, iri, allow) => {
    const { status, headers, json } = await someone().request(`/_api${iri}`, { method })
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe(allow)
    expect(json).toMatchObject({ '@type': 'Error', status: 405 })
  })

  test('never logs a password or a token', async () => {
    const person = await signedIn()
    await person.get('/me')
    await person.request('/_api/verify-email/admin/a-secret-token')
    await person.request('/reset-password/admin/a-secret-token?token=a-secret-token')
    await person.request('/the-last-of-all')
    await vi.waitFor(() => expect(server.output()).toContain('/the-last-of-all'))
    expect(server.output()).toContain('/reset-password/…')
    expect(server.output()).not.toContain('a-secret-token')
    expect(server.output()).not.toContain(password)
    expect(server.output()).not.toContain(person.cookie('api_component'))
  })

  test('allows ten failures for one account, then none for a while, whatever the password', async () => {
    await createAccounts(opened.db, Date.now).create({
      username: 'tried',
      emailAddress: 'tried@example.org',
      password,
      roles: [],
    })
    // Concurrently, so that none of them knows the result of the others.
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => someone().signIn('tried', 'not this one')),
    )
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      ...Array.from({ length: 10 }, () => 401),
      ...[429, 429],
    ])
    const { status, headers, json } = await someone().signIn('Tried')
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(500)
    expect(json).toMatchObject({ '@type': 'Error', status: 429 })

    server.advance(11 * 60 * 1000)
    expect((await someone().signIn('tried')).status).toBe(204)
  })
})

eachDatabase('the throttle', (open) => {
  let db: Database
  let now = 0
  beforeEach(async () => {
    db = await open()
    now = 0
  })
  const throttle = () => createThrottle(db, () => now)
  const attempt = (name: string, address = '192.0.2.1') =>
    throttle().attempt('password', { account: name }, address)
  const retryAfter = (attempted: Promise<unknown>) =>
    attempted.then(
      () => 0,
      (thrown: unknown) => (thrown instanceof TooManyAttemptsError ? thrown.retryAfter : NaN),
    )

  test('allows thirty failures from one address, whatever the names; a success does not count', async () => {
    for (let count = 0; count < 29; count += 1) await attempt(`name ${count}`)
    for (let count = 0; count < 5; count += 1) await (await attempt('somebody')).succeed()
    await attempt('the last')
    now = 60_000
    expect(await retryAfter(attempt('one more'))).toBe(9 * 60)
    expect(await retryAfter(attempt('one more', '192.0.2.2'))).toBe(0)
    now = 10 * 60 * 1000
    expect(await retryAfter(attempt('one more'))).toBe(0)
  })

  test('allows ten failures of one account from all processes and addresses; a success resets them', async () => {
    const from = (count: number) => `192.0.2.${count}`
    for (let count = 0; count < 9; count += 1) await attempt('tried', from(count))
    await (await attempt('tried', from(10))).succeed()
    const attempts = Array.from({ length: 13 }, (_, count) =>
      retryAfter(attempt('tried', from(count))),
    )
    expect((await Promise.all(attempts)).filter((wait) => wait > 0)).toEqual([600, 600, 600])
  })

  test('counts the addresses of one network together', async () => {
    const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::', '2001:DB8:1:2:3:4:5:6']
    for (let count = 0; count < 30; count += 1) await attempt(`name ${count}`, addresses[count % 3])
    expect(await retryAfter(attempt('one more', '2001:db8:1:2::7'))).toBe(600)
    expect(await retryAfter(attempt('one more', '2001:db8:1:3::7'))).toBe(0)
    expect(await retryAfter(attempt('one more', '::1'))).toBe(0)
    expect(await retryAfter(attempt('one more', '::ffff:192.0.2.1'))).toBe(0)
  })

  test('does not make anyone wait longer when the clock is set back', async () => {
    const day = 24 * 60 * 60 * 1000
    now = day
    for (let count = 0; count < 10; count += 1) await attempt('tried')
    now -= 5_000
    expect(await retryAfter(attempt('tried')), 'as other processes may be a little behind').toBe(
      600,
    )
    now = 0
    expect(await retryAfter(attempt('tried'))).toBe(0)
    for (let count = 0; count < 9; count += 1) await attempt('tried')
    expect(await retryAfter(attempt('tried'))).toBe(600)
  })

  test('does not lock an owner out of a known network when others fail', async () => {
    const owner = () =>
      throttle().attempt('password', { account: 'tried', knownSource: 'home' }, '192.0.2.9')
    for (let count = 0; count < 10; count += 1) await attempt('tried', `192.0.2.${count + 20}`)
    expect(await retryAfter(attempt('tried', '192.0.2.8'))).toBe(600)
    for (let count = 0; count < 10; count += 1) await owner()
    expect(await retryAfter(owner()), 'but has no more attempts than others').toBe(600)
    now = 10 * 60 * 1000
    for (let count = 0; count < 10; count += 1) await owner()
    expect(await retryAfter(attempt('tried')), 'and they count for the account').toBe(600)
  })

  test('does not count attempts that were never checked', async () => {
    for (let count = 0; count < 31; count += 1) await (await attempt('tried')).cancel()
    expect(await db.selectFrom('attempt').selectAll().execute()).toEqual([])
  })

  test('stores only hashes, and deletes old ones', async () => {
    await attempt('a name nobody should read')
    expect(JSON.stringify(await db.selectFrom('attempt').selectAll().execute())).not.toMatch(
      /name|192\.0\.2/,
    )
    now = 10 * 60 * 1000
    await attempt('another')
    expect(await db.selectFrom('attempt').selectAll().execute()).toHaveLength(2)
  })
})
