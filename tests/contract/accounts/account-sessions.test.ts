import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachDatabase } from '../../support/server/databases.ts'
import { type FullApi, createFullApi } from '../support/full-api.ts'

eachDatabase('the sessions of an account', (open) => {
  let whole: FullApi
  let ada: Awaited<ReturnType<FullApi['as']>>
  let sessions: string
  beforeEach(async () => {
    whole = await createFullApi(await open())
    ada = await whole.as('ada', ['ROLE_ADMIN'])
    sessions = `${ada.iri}/sessions`
  })
  afterEach(() => whole.close())

  const signIn = async (userAgent?: string) => {
    const browser = whole.browser()
    const { status } = await browser.ask('POST', '/login', {
      body: { username: 'ada', password: 'password' },
      headers: {
        'Content-Type': 'application/json',
        ...(userAgent && { 'User-Agent': userAgent }),
      },
    })
    expect(status).toBe(204)
    return browser
  }

  test('are listed with their browsers, the one that asks marked, without a token or its hash', async () => {
    whole.advanceClock(1_000)
    const phone = await signIn(`Phone ${'x'.repeat(1_000)}`)
    const { status, headers, body, text } = await phone.get(sessions)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(body).toMatchObject({ '@id': sessions, '@type': 'Collection', totalItems: 2 })
    expect(body.member).toEqual([
      {
        '@id': expect.stringMatching(new RegExp(`^${sessions}/[0-9a-f-]{36}$`)),
        '@type': 'Session',
        createdAt: '2026-08-01T12:00:01+00:00',
        usedAt: '2026-08-01T12:00:01+00:00',
        userAgent: `Phone ${'x'.repeat(394)}`,
        isCurrent: true,
        _metadata: { persisted: true },
      },
      expect.objectContaining({ isCurrent: false, createdAt: '2026-08-01T12:00:00+00:00' }),
    ])
    const rows = await whole.db.selectFrom('session').select('token_hash').execute()
    expect(rows).toHaveLength(2)
    for (const { token_hash } of rows) expect(text).not.toContain(token_hash)
  })

  test('end all but the one that asks', async () => {
    const phone = await signIn()
    expect((await phone.remove(sessions)).status).toBe(204)
    expect((await ada.get('/me')).status).toBe(401)
    expect((await phone.get('/me')).status).toBe(200)
    expect((await phone.get(sessions)).body.totalItems).toBe(1)
  })

  test('end one by one', async () => {
    const phone = await signIn()
    const listed = (await ada.get(sessions)).body.member
    const other = listed.find(({ isCurrent }) => !isCurrent)!
    expect((await ada.remove(other['@id'])).status).toBe(204)
    expect((await phone.get('/me')).status).toBe(401)
    expect((await ada.get('/me')).status).toBe(200)
    expect((await ada.remove(other['@id'])).status).toBe(404)
  })

  test('keep their ids when their tokens are renewed', async () => {
    const before = (await ada.get(sessions)).body.member[0]!['@id']
    const changed = await ada.patch(ada.iri, {
      plainPassword: 'another password',
      oldPassword: 'password',
    })
    expect(changed.status).toBe(200)
    expect((await ada.get(sessions)).body.member[0]!['@id']).toBe(before)
  })

  test('are read and ended by their owner and super admins alone', async () => {
    const grace = await whole.as('grace', ['ROLE_ADMIN'])
    const root = await whole.as('root', ['ROLE_SUPER_ADMIN'])
    const one = (await ada.get(sessions)).body.member[0]!['@id']
    const visitor = whole.browser()
    for (const [browser, status] of [
      [grace, 403],
      [visitor, 401],
    ] as const) {
      expect((await browser.get(sessions)).status).toBe(status)
      expect((await browser.remove(sessions)).status).toBe(status)
      expect((await browser.remove(one)).status).toBe(status)
    }
    const seen = await root.get(sessions)
    expect(seen.body.member).toMatchObject([{ '@id': one, isCurrent: false }])
    // An id of another account's session ends nothing.
    const own = (await root.get(`${root.iri}/sessions`)).body.member[0]!['@id']
    const foreign = `${sessions}/${own.split('/').at(-1)}`
    expect((await ada.remove(foreign)).status).toBe(404)
    expect((await root.remove(sessions)).status).toBe(204)
    expect((await ada.get('/me')).status).toBe(401)
    expect((await root.get('/me')).status).toBe(200)
    expect((await root.get('/users/nobody/sessions')).status).toBe(404)
  })
})
