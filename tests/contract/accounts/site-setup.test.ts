import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEmailTokens } from '#server/auth/email-tokens.ts'
import { seedWhenEmpty } from '#server/seed/seed-demo.ts'
import { setupTokenUse } from '#server/setup/site-setup.ts'
import { eachDatabase } from '../../support/server/databases.ts'
import { type FullApi, createFullApi, hour } from '../support/full-api.ts'

eachDatabase('the setup of a new site', (open) => {
  let whole: FullApi
  let root: Awaited<ReturnType<FullApi['as']>>
  let token: string
  const start = async ({ withPictures = false } = {}) => {
    whole = await createFullApi(await open())
    root = await whole.as('root', ['ROLE_SUPER_ADMIN'])
    const account = await whole.db.selectFrom('account').selectAll().executeTakeFirstOrThrow()
    const tokens = createEmailTokens(() => Date.parse('2026-08-01T12:00:00Z'))
    token = (await tokens.issue(whole.db, setupTokenUse(account))).token
    await seedWhenEmpty(whole.store, withPictures ? { withStoredFiles: whole.withStoredFiles } : {})
  }
  beforeEach(() => start())
  afterEach(() => whole.close())

  const answers = {
    siteName: 'The Harbour',
    username: 'ada',
    emailAddress: 'ada@people.test',
    plainPassword: 'a long secret',
    content: 'demo',
  }
  const pages = async () => (await root.get('/_/routes?pagination=false')).body.member
  const siteName = async () => {
    const { member } = (await whole.browser().get('/_/site_config_parameters')).body
    return member.find(({ key }) => key === 'siteName')?.['value']
  }

  test('names the site and gives its first account to the owner, who is signed in', async () => {
    const owner = whole.browser()
    const found = await owner.get(`/set-up-site/${token}`)
    expect(found.body).toEqual({ username: 'root' })
    expect(found.headers.get('cache-control')).toBe('private, no-store')
    expect((await owner.post(`/set-up-site/${token}`, answers)).status).toBe(204)
    expect((await owner.get('/me')).body).toMatchObject({
      '@id': root.iri,
      username: 'ada',
      emailAddress: 'ada@people.test',
      roles: expect.arrayContaining(['ROLE_SUPER_ADMIN']) as unknown,
    })
    // The printed password and the sessions that began with it have ended.
    expect((await root.get('/me')).status).toBe(401)
    expect((await whole.browser().signIn('root', 'password')).status).toBe(401)
    expect((await whole.browser().signIn('ada', 'a long secret')).status).toBe(204)
    expect(await siteName()).toBe('The Harbour')
    expect((await whole.browser().get('/_/routes//about')).status).toBe(200)

    // It is valid once.
    expect((await owner.get(`/set-up-site/${token}`)).status).toBe(404)
    expect((await owner.post(`/set-up-site/${token}`, answers)).status).toBe(404)
  })

  test('replaces the demo content by an empty home page', async () => {
    await whole.close()
    await start({ withPictures: true })
    expect(await readdir(join(whole.folder, 'files'))).not.toEqual([])
    const owner = whole.browser()
    const empty = { ...answers, content: 'empty' }
    expect((await owner.post(`/set-up-site/${token}`, empty)).status).toBe(204)
    const routes = (await owner.get('/_/routes?pagination=false')).body.member
    expect(routes.map(({ path }) => path)).toEqual(['/'])
    for (const endpoint of ['/_/pages', '/_/layouts', '/component/titles'])
      expect((await owner.get(endpoint)).body.totalItems, endpoint).toBe(1)
    expect((await owner.get('/component/images')).body.totalItems).toBe(0)
    expect((await owner.get('/_/media_objects')).body.totalItems).toBe(0)
    expect(await readdir(join(whole.folder, 'files'))).toEqual([])
    expect(await siteName()).toBe('The Harbour')
  })

  test('says what has to be corrected, and changes nothing until then', async () => {
    const before = (await pages()).length
    const refused = async (about: object) => {
      const { status, body } = await whole.browser().post(`/set-up-site/${token}`, about)
      expect(status).toBe(422)
      return Object.fromEntries(
        body.violations.map(({ propertyPath, message }) => [propertyPath, message]),
      )
    }
    expect(await refused({})).toEqual({
      siteName: 'Enter a name.',
      username: 'Enter a username.',
      emailAddress: 'Enter an email address.',
      plainPassword: 'Enter a password.',
      content: 'Choose the content.',
    })
    expect(
      await refused({ ...answers, siteName: 'x'.repeat(256), content: 'all', plainPassword: 'x' }),
    ).toEqual({
      siteName: 'Use at most 255 characters.',
      plainPassword: 'Use at least 6 characters.',
      content: 'Choose the demo content or an empty home page.',
    })
    const eve = { username: 'eve', emailAddress: 'eve@people.test', plainPassword: 'a secret' }
    expect((await root.post('/users', eve)).status).toBe(201)
    expect(await refused({ ...answers, username: 'eve', content: 'empty' })).toEqual({
      username: 'This username is taken.',
    })
    expect((await pages()).length).toBe(before)
    expect((await whole.browser().get(`/set-up-site/${token}`)).status).toBe(200)
  })

  test('is refused with any other token, a week later, and once somebody has signed in', async () => {
    const owner = whole.browser()
    for (const other of ['x', token.slice(0, -1), `${token}x`, '%00'])
      expect((await owner.post(`/set-up-site/${other}`, answers)).status).not.toBe(204)
    expect((await owner.get(`/set-up-site/${token}`)).status).toBe(200)
    expect((await whole.browser().signIn('root', 'password')).status).toBe(204)
    expect((await owner.get(`/set-up-site/${token}`)).status).toBe(404)
    const account = await whole.db.selectFrom('account').selectAll().executeTakeFirstOrThrow()
    const tokens = createEmailTokens(() => Date.parse('2026-08-01T12:00:00Z'))
    const again = (await tokens.issue(whole.db, setupTokenUse(account))).token
    whole.advanceClock(8 * 24 * hour)
    expect((await owner.post(`/set-up-site/${again}`, answers)).status).toBe(404)
  })
})
