import { randomBytes, scryptSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccounts } from '#server/users/accounts.ts'
import { openDatabase } from '#server/store/db/open-database.ts'
import type { DatabaseClient } from '#server/store/db/database-client.ts'
import { eachStorage } from '../../support/server/databases.ts'
import {
  type TestServer,
  createHttpClient,
  password,
  startServer,
} from '../../support/server/in-process-server.ts'

const tenMinutes = 10 * 60 * 1000
const tooLong = 'x'.repeat(1_001)

/** The hash of an account from before the length of passwords was limited. */
const hashOf = (secret: string) => {
  const salt = randomBytes(16)
  const key = scryptSync(secret, salt, 32, { N: 2 ** 14, r: 8, p: 5 })
  return ['scrypt', 2 ** 14, 8, 5, salt.toString('base64url'), key.toString('base64url')].join('$')
}

eachStorage('an attempt to sign in', (newStorage) => {
  let server: TestServer
  let opened: DatabaseClient
  beforeAll(async () => {
    const storage = await newStorage()
    server = await startServer(storage, { TRUSTED_PROXIES: '127.0.0.1', PAGE_CACHE_MB: '0' })
    opened = await openDatabase({
      dataDir: storage.DATA_DIR,
      databaseUrl: storage.DATABASE_URL ?? null,
    })
  })
  afterAll(async () => {
    await opened.close()
    await server.stop()
  })

  let addresses = 0
  /** An address that was never used before. */
  const newAddress = () => {
    addresses += 1
    return `2001:db8:0:${addresses.toString(16)}::1`
  }
  const signIn = (username: string, secret: string, address = newAddress()) =>
    createHttpClient(server.url).request('/_api/login', {
      method: 'POST',
      body: { username, password: secret },
      headers: { 'x-forwarded-for': address },
    })
  const statusesOf = async (replies: readonly Promise<{ status: number }>[]) =>
    (await Promise.all(replies)).map(({ status }) => status).toSorted((one, other) => one - other)
  const many = <Item>(count: number, item: (at: number) => Item) =>
    Array.from({ length: count }, (_, at) => item(at))

  const makeAccount = async (username: string) => {
    const emailAddress = `${username}@people.test`
    const account = { username, emailAddress, password, roles: [] }
    await createAccounts(opened.db, Date.now).create(account)
  }
  const signedIn = async (username: string) => {
    const person = createHttpClient(server.url)
    expect((await person.signIn(username)).status).toBe(204)
    const { json } = await person.get('/me')
    return { ...person, iri: String(json['@id']) }
  }

  test('counts for the account, whichever of its names is used and however it is written', async () => {
    await makeAccount('rené')
    const names = ['rené', 'RENÉ', 'rene\u0301', 'rené@people.test', 'René@People.test']
    const replies = many(12, (at) => signIn(names[at % names.length]!, 'wrong'))
    expect(await statusesOf(replies)).toEqual([...many(10, () => 401), 429, 429])
    expect((await signIn('rené@people.test', password)).status).toBe(429)
  })

  test('counts for an unknown name in the same way', async () => {
    const names = ['nobody', 'NOBODY', 'Nobody']
    const replies = many(11, (at) => signIn(names[at % names.length]!, 'wrong'))
    expect(await statusesOf(replies)).toEqual([...many(10, () => 401), 429])
    expect((await signIn('somebody-else', 'wrong')).status).toBe(401)
  })

  test('does not lock out an owner who comes from a known network', async () => {
    await makeAccount('ada')
    const home = newAddress()
    expect((await signIn('ada', password, home)).status).toBe(204)
    await statusesOf(many(10, () => signIn('ada', 'wrong')))
    expect((await signIn('ada', password)).status, 'from elsewhere').toBe(429)
    expect((await signIn('ada', password, home)).status).toBe(204)
  })

  test('is forgotten when the clock is set back', async () => {
    await makeAccount('late')
    await statusesOf(many(11, () => signIn('late', 'wrong')))
    expect((await signIn('late', password)).status).toBe(429)
    server.advance(-24 * 60 * 60 * 1000)
    try {
      expect((await signIn('late', password)).status).toBe(204)
    } finally {
      server.advance(24 * 60 * 60 * 1000)
    }
  })

  test('fails when the password is too long', async () => {
    await makeAccount('grace')
    const grace = await signedIn('grace')
    const editor = await signedIn('admin')
    const formOf = async (formType: string) =>
      String((await editor.post('/component/forms', { formType })).json['@id'])
    const change = await formOf('change_password')
    const register = await formOf('user_register')
    await opened.db
      .updateTable('account')
      .set({ password: hashOf(tooLong) })
      .where('username', '=', 'grace')
      .execute()

    const refused = await signIn('grace', tooLong)
    expect([refused.status, refused.json]).toEqual([
      401,
      { code: 401, message: 'Invalid credentials.' },
    ])
    const plainPassword = 'difference'
    const patched = await grace.patch(grace.iri, { oldPassword: tooLong, plainPassword })
    expect(patched.status).toBe(422)
    expect(patched.json['violations']).toMatchObject([{ propertyPath: 'oldPassword' }])
    const halves = (half: string) => ({ first: half, second: half })
    const sent = await grace.post(`${change}/submit`, {
      change_password: { oldPassword: tooLong, plainPassword: halves(plainPassword) },
    })
    expect(sent.status).toBe(422)
    const registered = await createHttpClient(server.url).post(`${register}/submit`, {
      user_register: {
        username: 'long',
        emailAddress: 'long@people.test',
        plainPassword: halves(tooLong),
      },
    })
    expect(registered.status).toBe(422)
    expect(registered.text).toContain('Use at most 1000 characters.')
    const made = await editor.post('/users', {
      username: 'long',
      emailAddress: 'long@people.test',
      plainPassword: tooLong,
    })
    expect(made.json['violations']).toMatchObject([{ propertyPath: 'plainPassword' }])
  })

  test('lets pages be served while a hundred sign in, and tells the last ones when to retry', async () => {
    server.advance(tenMinutes)
    expect((await fetch(server.url)).status).toBe(200)
    await opened.db.deleteFrom('attempt').execute()
    let checked = 0
    const replies = many(100, async (at) => {
      const reply = await signIn(`flood-${at}`, 'wrong')
      if (reply.status === 401) checked += 1
      return reply
    })
    expect((await fetch(server.url)).status).toBe(200)
    const checkedBefore = checked
    const answers = await Promise.all(replies)
    expect(checkedBefore).toBeLessThan(checked / 2)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(20)
    expect(refused.length + checked).toBe(100)
    for (const { headers } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(Number(headers.get('retry-after'))).toBeLessThan(60)
    }
    // Rejected requests are not attempts: each attempt is counted for its name and for its address.
    const counted = await opened.db.selectFrom('attempt').select('id').execute()
    expect(counted).toHaveLength(2 * checked)
  }, 60_000)
})

eachStorage('whose names are taken', (newStorage) => {
  let server: TestServer
  let admin: Awaited<ReturnType<typeof createHttpClient>>
  let register: string
  beforeAll(async () => {
    server = await startServer(await newStorage(), { SITE_URL: 'http://site.test' })
    admin = createHttpClient(server.url)
    await admin.signIn()
    const form = await admin.post('/component/forms', { formType: 'user_register' })
    register = `${String(form.json['@id'])}/submit`
  })
  afterAll(() => server.stop())

  const statuses = async (count: number, ask: (at: number) => Promise<{ status: number }>) => {
    const found: number[] = []
    for (let at = 0; at < count; at += 1) found.push((await ask(at)).status)
    return found
  }
  const times = (count: number, status: number) => Array.from({ length: count }, () => status)

  test('is checked thirty times while a registration is filled in', async () => {
    const visitor = createHttpClient(server.url)
    const ask = (username: string) => visitor.patch(register, { user_register: { username } })
    expect((await ask('ADMIN')).status).toBe(422)
    expect(await statuses(30, (at) => ask(`name-${at}`))).toEqual([...times(29, 200), 429])
    const other = await visitor.patch(register, {
      user_register: { plainPassword: { first: 'long enough', second: 'long enough' } },
    })
    expect(other.status, 'what asks for no name is still checked').toBe(200)
  })

  test('is checked ten times when a registration is submitted', async () => {
    const visitor = createHttpClient(server.url)
    const send = () =>
      visitor.post(register, {
        user_register: {
          username: 'admin',
          emailAddress: 'somebody@people.test',
          plainPassword: { first: 'long enough', second: 'long enough' },
        },
      })
    expect(await statuses(11, send)).toEqual([...times(10, 422), 429])
  })

  test('is checked thirty times for a user who changes their address', async () => {
    server.advance(tenMinutes)
    const plainPassword = 'analytical'
    const made = await admin.post('/users', {
      username: 'ada',
      emailAddress: 'ada@people.test',
      plainPassword,
    })
    const ada = createHttpClient(server.url)
    await ada.signIn('ada', plainPassword)
    const iri = String(made.json['@id'])
    const ask = () => ada.patch(iri, { newEmailAddress: 'admin@site.invalid' })
    expect(await statuses(31, ask)).toEqual([...times(30, 422), 429])
  })
})
