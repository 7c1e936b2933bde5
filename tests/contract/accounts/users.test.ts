import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Json } from '../support/content-api.ts'
import { eachDatabase } from '../../support/server/databases.ts'
import { type FullApi, createFullApi } from '../support/full-api.ts'

eachDatabase('users', (open) => {
  let whole: FullApi
  let root: Awaited<ReturnType<FullApi['as']>>
  beforeEach(async () => {
    whole = await createFullApi(await open())
    root = await whole.as('root', ['ROLE_SUPER_ADMIN'])
  })
  afterEach(() => whole.close())

  const ada = { username: 'ada', emailAddress: 'ada@people.test', plainPassword: 'analytical' }
  const make = async (about: object = {}): Promise<Json> => {
    const answer = await root.post('/users', { ...ada, ...about })
    if (answer.status !== 201) throw new Error(answer.text)
    return answer.body
  }
  const violationsOf = ({ status, body }: { status: number; body: Json }) =>
    status === 422
      ? Object.fromEntries(
          body.violations.map(({ propertyPath, message }) => [propertyPath, message]),
        )
      : status

  describe('a super admin', () => {
    test('creates accounts that can sign in immediately', async () => {
      const answer = await root.post('/users', { ...ada, roles: ['ROLE_ADMIN'], enabled: true })
      expect(answer.status).toBe(201)
      expect(answer.headers.get('location')).toBe(`/_api${answer.body['@id']}`)
      expect(answer.headers.get('cache-control')).toBe('max-age=0, private')
      expect(answer.body).toMatchObject({
        '@context': '/contexts/User',
        '@id': expect.stringMatching(/^\/users\/[0-9a-f-]{36}$/),
        '@type': 'User',
        username: 'ada',
        emailAddress: 'ada@people.test',
        emailAddressVerified: true,
        enabled: true,
        createdAt: '2026-08-01T12:00:00+00:00',
        modifiedAt: '2026-08-01T12:00:00+00:00',
        _metadata: { persisted: true },
      })
      expect((answer.body['roles'] as string[]).toSorted()).toEqual(['ROLE_ADMIN', 'ROLE_USER'])
      expect(answer.text).not.toContain('analytical')
      expect(answer.text).not.toContain('scrypt')
      const browser = whole.browser()
      expect((await browser.signIn('ADA@people.test', 'analytical')).status).toBe(204)
      expect((await browser.get('/me')).body['@id']).toBe(answer.body['@id'])
      expect(await whole.mail()).toEqual([])
    })

    test('gets all violations at once', async () => {
      expect(violationsOf(await root.post('/users', {}))).toEqual({
        username: 'Enter a username.',
        emailAddress: 'Enter an email address.',
        plainPassword: 'Enter a password.',
      })
      const wrong = {
        username: ' ',
        emailAddress: 'ada',
        plainPassword: 'short',
        roles: ['ROLE_KING'],
        enabled: 'yes',
      }
      expect(violationsOf(await root.post('/users', wrong))).toEqual({
        username: 'Enter a username.',
        emailAddress: 'Enter a valid email address.',
        plainPassword: 'Use at least 6 characters.',
        roles: 'This role does not exist.',
        enabled: 'This should be true or false.',
      })
    })

    test.each([
      ['the username', { username: 'ADA' }, ['username']],
      ['the address', { emailAddress: 'ADA@people.test' }, ['emailAddress']],
      ['somebody else’s address as a name', { username: 'Ada@people.test' }, ['username']],
      ['both', {}, ['emailAddress', 'username']],
    ])('cannot give two accounts %s', async (_, same, paths) => {
      await make()
      const other = { ...ada, username: 'grace', emailAddress: 'grace@people.test', ...same }
      const answer = await root.post('/users', Object.keys(same).length ? other : ada)
      expect(Object.keys(violationsOf(answer) as object).toSorted()).toEqual(paths)
    })

    test('lists and searches accounts, newest first', async () => {
      for (const username of ['ada', 'Grace', 'alan']) {
        whole.advanceClock(1000)
        await make({ username, emailAddress: `${username}@people.test` })
      }
      const names = async (query = '') => {
        const { body } = await root.get(`/users${query}`)
        return body.member.map(({ username }) => username)
      }
      expect(await names()).toEqual(['alan', 'Grace', 'ada', 'root'])
      expect(await names('?order[createdAt]=asc')).toEqual(['root', 'ada', 'Grace', 'alan'])
      expect((await names('?order[username]=desc')).at(0)).not.toBe('ada')
      expect(await names('?username=GRA&emailAddress=alan@')).toEqual(['alan', 'Grace'])
      expect(await names('?username=%25')).toEqual([])
      expect(await names('?username=')).toHaveLength(4)
      expect(await names('?perPage=2&page=2')).toEqual(['ada', 'root'])
      expect(await names('?perPage=0')).toEqual([])
      expect((await root.get('/users?perPage=1')).body).toMatchObject({
        '@type': 'Collection',
        totalItems: 4,
        view: { last: '/users?perPage=1&page=4' },
        search: { template: '/users{?order[createdAt],order[username],username,emailAddress}' },
      })
      expect((await root.get('/users?page=0')).status).toBe(400)
    })

    test('changes any property; unchanged values change nothing', async () => {
      const user = await make({ roles: ['ROLE_SUPER_ADMIN'] })
      const browser = whole.browser()
      await browser.signIn('ada', 'analytical')
      const { status, body } = await root.patch(user['@id'], { ...user, repeatPassword: '' })
      expect(status).toBe(200)
      expect((await browser.get('/me')).status).toBe(200)
      expect(body).toEqual(user)
      expect(await whole.mail()).toEqual([])
      whole.advanceClock(60_000)
      const changed = await root.ask('PUT', user['@id'], { body: { username: 'countess' } })
      expect(changed.body).toMatchObject({
        username: 'countess',
        modifiedAt: '2026-08-01T12:01:00+00:00',
      })
      expect((await whole.mail()).map(({ subject }) => subject)).toEqual([
        'Your username at The Harbour was changed',
      ])
    })

    test('changes an address, which has to be confirmed', async () => {
      const user = await make()
      const changed = await root.patch(user['@id'], { emailAddress: 'countess@people.test' })
      expect(changed.body).toMatchObject({
        emailAddress: 'countess@people.test',
        emailAddressVerified: false,
      })
      const [email] = await whole.mail()
      expect(email).toMatchObject({ to: 'countess@people.test' })
      expect((await whole.browser().signIn('ada', 'analytical')).status).toBe(401)
      const path = email!.link.pathname
      expect(path).toMatch(/^\/verify-email\/ada\/[\w-]{43}$/)
      expect((await whole.browser().get(path)).status).toBe(200)
      expect((await whole.browser().signIn('ada', 'analytical')).status).toBe(204)
    })

    test('notifies owners of an enabled account and a new password', async () => {
      const user = await make({ enabled: false })
      expect((await whole.browser().signIn('ada', 'analytical')).status).toBe(401)
      await root.patch(user['@id'], { enabled: true, plainPassword: 'difference' })
      expect((await whole.mail()).map(({ subject, to }) => `${to} ${subject}`).toSorted()).toEqual([
        'ada@people.test Your account at The Harbour is active',
        'ada@people.test Your password for The Harbour was changed',
      ])
      expect((await whole.browser().signIn('ada', 'difference')).status).toBe(204)
    })

    test.each([
      ['new roles', { roles: ['ROLE_ADMIN'] }],
      ['a new password', { plainPassword: 'difference' }],
      ['a closed account', { enabled: false }],
    ])('ends every session by %s', async (_, change) => {
      const user = await make()
      const browsers = [whole.browser(), whole.browser()]
      for (const browser of browsers) await browser.signIn('ada', 'analytical')
      await root.patch(user['@id'], change)
      for (const browser of browsers) expect((await browser.get('/me')).status).toBe(401)
      expect((await root.get('/me')).status).toBe(200)
    })

    test('ends no session by other changes', async () => {
      const user = await make()
      const browser = whole.browser()
      await browser.signIn('ada', 'analytical')
      await root.patch(user['@id'], { username: 'countess', roles: ['ROLE_USER'], enabled: true })
      expect((await browser.get('/me')).status).toBe(200)
    })

    test('stays signed in here only, after changing their own password', async () => {
      const elsewhere = whole.browser()
      await elsewhere.signIn('root', 'password')
      const before = root.cookies.get('api_component')
      expect((await root.patch(root.iri, { plainPassword: 'difference' })).status).toBe(200)
      expect(root.cookies.get('api_component')).not.toBe(before)
      expect((await root.get('/me')).status).toBe(200)
      expect((await elsewhere.get('/me')).status).toBe(401)
    })

    test('deletes accounts with everything that belongs to them', async () => {
      const user = await make()
      const browser = whole.browser()
      await browser.signIn('ada', 'analytical')
      await browser.get('/password/reset/request/ada')
      const answer = await root.remove(user['@id'])
      expect(answer.status).toBe(204)
      expect(answer.text).toBe('')
      expect((await browser.get('/me')).status).toBe(401)
      expect((await root.get(user['@id'])).status).toBe(404)
      expect((await root.remove(user['@id'])).status).toBe(404)
      expect((await root.patch(user['@id'], { username: 'x' })).status).toBe(404)
      expect(await whole.db.selectFrom('token').selectAll().execute()).toEqual([])
      await make()
    })

    test('cannot be removed while there is no other', async () => {
      expect(violationsOf(await root.remove(root.iri))).toHaveProperty([''])
      expect(violationsOf(await root.patch(root.iri, { roles: ['ROLE_ADMIN'] }))).toHaveProperty(
        'roles',
      )
      expect(violationsOf(await root.patch(root.iri, { enabled: false }))).toHaveProperty('enabled')
      await make({ roles: ['ROLE_SUPER_ADMIN'], enabled: false })
      expect((await root.remove(root.iri)).status, 'one that is closed is none').toBe(422)
      await make({
        username: 'grace',
        emailAddress: 'grace@people.test',
        roles: ['ROLE_SUPER_ADMIN'],
      })
      expect((await root.remove(root.iri)).status).toBe(204)
    })

    test('gets 412 with the current version after a concurrent change', async () => {
      const user = await make()
      const etag = (await root.get(user['@id'])).headers.get('etag')!
      const ifMatch = { 'If-Match': etag }
      expect((await root.patch(user['@id'], { username: 'countess' }, ifMatch)).status).toBe(200)
      const late = await root.patch(user['@id'], { username: 'lady' }, ifMatch)
      expect(late.status).toBe(412)
      expect(late.body['username']).toBe('countess')
      expect(late.headers.get('etag')).toBe((await root.get(user['@id'])).headers.get('etag'))
    })
  })

  describe('an ordinary user', () => {
    test('cannot read or change other accounts', async () => {
      const { '@id': other } = await make()
      const visitor = whole.browser()
      const admin = await whole.as('admin', ['ROLE_ADMIN'])
      const user = await whole.as('user', ['ROLE_USER'])
      const statusesOf = async ({ get, post, patch, remove, ask }: typeof visitor, iri: string) =>
        (
          await Promise.all([
            get('/users'),
            post('/users', ada),
            get(iri),
            patch(iri, { username: 'x' }),
            ask('PUT', iri, { body: { username: 'x' } }),
            remove(iri),
          ])
        ).map(({ status }) => status)
      expect(await statusesOf(visitor, other)).toEqual([401, 401, 401, 401, 401, 401])
      for (const one of [admin, user]) {
        expect(await statusesOf(one, other)).toEqual([403, 403, 403, 403, 403, 403])
        expect(await statusesOf(one, '/users/nobody')).toEqual([403, 403, 403, 403, 403, 403])
        expect((await one.get(one.iri)).body['username']).not.toBe('ada')
        expect((await one.get(one.iri)).body).not.toHaveProperty('enabled')
        expect((await one.remove(one.iri)).status).toBe(403)
      }
    })

    test('can change only their password and address', async () => {
      const user = await whole.as('user', ['ROLE_USER'])
      const { status, body } = await user.patch(user.iri, {
        username: 'king',
        emailAddress: 'king@people.test',
        roles: ['ROLE_SUPER_ADMIN'],
        enabled: false,
      })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        username: 'user',
        emailAddress: 'user@people.test',
        roles: ['ROLE_USER'],
      })
    })

    test('needs the old password for a new one', async () => {
      const user = await whole.as('user', ['ROLE_USER'])
      const change = (oldPassword: unknown) =>
        user.patch(user.iri, { oldPassword, plainPassword: 'difference' })
      for (const wrong of [undefined, '', 'wrong', { a: 1 }]) {
        expect(violationsOf(await change(wrong))).toEqual({
          oldPassword: 'This is not your password.',
        })
      }
      expect((await change('password')).status).toBe(200)
      expect((await user.get('/me')).status).toBe(200)
      expect((await whole.mail()).map(({ subject }) => subject)).toEqual([
        'Your password for The Harbour was changed',
      ])
      expect((await whole.browser().signIn('user', 'password')).status).toBe(401)
    })

    test('cannot keep guessing the old password', async () => {
      const user = await whole.as('user', ['ROLE_USER'])
      const guess = (oldPassword: string) =>
        user.patch(user.iri, { oldPassword, plainPassword: 'difference' })
      const statuses: number[] = []
      for (let tries = 0; tries < 10; tries += 1) {
        statuses.push((await guess(`guess ${tries}`)).status)
      }
      expect(new Set(statuses)).toEqual(new Set([422]))
      const late = await guess('password')
      expect(late.status).toBe(429)
      expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    })
  })

  test('rejects invalid input without errors of the server', async () => {
    const { '@id': iri } = await make()
    expect((await root.get('/users/%00')).status).toBe(400)
    expect((await root.get('/users/%E0%A4%A')).status).toBe(404)
    expect((await root.ask('POST', '/users', { body: '{' })).status).toBe(400)
    expect((await root.ask('POST', '/users', { body: '[]' })).status).toBe(400)
    const text = { 'Content-Type': 'text/plain' }
    expect((await root.ask('POST', '/users', { body: '{}', headers: text })).status).toBe(415)
    expect((await root.ask('PATCH', iri, { body: '{}', headers: text })).status).toBe(415)
    expect((await root.ask('POST', iri, { body: {} })).status).toBe(405)
    expect((await root.ask('PUT', '/users', { body: {} })).status).toBe(405)
    expect((await root.get('/users', { Accept: 'text/html' })).status).toBe(406)
  })
})
