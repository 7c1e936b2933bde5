import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachDatabase } from '../../support/server/databases.ts'
import { type FullApi, createFullApi } from '../support/full-api.ts'

const json = { 'Content-Type': 'application/json' }
const minute = 60 * 1_000

eachDatabase('the second factor of an account', (open) => {
  let whole: FullApi
  let ada: Awaited<ReturnType<FullApi['as']>>
  let iri: string
  beforeEach(async () => {
    whole = await createFullApi(await open())
    ada = await whole.as('ada', ['ROLE_ADMIN'])
    iri = `${ada.iri}/two-factor`
  })
  afterEach(() => whole.close())

  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: whole.now() })

  /** Turns it on, and returns the key of the app and the recovery codes. */
  const turnOn = async (browser = ada) => {
    const begun = await browser.post(`${browser.iri}/two-factor`, {})
    const secret = String(begun.body['secret'])
    const confirmed = await browser.post(`${browser.iri}/two-factor/confirmation`, {
      code: codeOf(secret),
    })
    expect([begun.status, confirmed.status]).toEqual([200, 200])
    // The code of the current step is used up.
    whole.advanceClock(minute)
    return { secret, recoveryCodes: confirmed.body['recoveryCodes'] as string[] }
  }

  /** Signs in with the password in a new browser, and returns the token for the second step. */
  const signIn = async (username = 'ada') => {
    const browser = whole.browser()
    const { status, body } = await browser.signIn(username, 'password')
    return { ...browser, status, token: String(body?.['twoFactorToken']) }
  }
  const sendCode = (
    browser: Pick<ReturnType<FullApi['browser']>, 'ask'>,
    twoFactorToken: string,
    code: string,
  ) => browser.ask('POST', '/login', { body: { twoFactorToken, code }, headers: json })

  const audited = async () =>
    (await whole.db.selectFrom('audit_entry').selectAll().orderBy('id').execute()).map(
      ({ username, action, resource_iri, changes }) =>
        `${username} ${action} ${resource_iri === ada.iri ? 'ada' : resource_iri} ${changes}`,
    )

  test('is off at first, and set up with a code of the app', async () => {
    expect((await ada.get(iri)).body).toEqual({ isOn: false, recoveryCodesLeft: 0 })
    const { body, headers } = await ada.post(iri, {})
    expect(headers.get('cache-control')).toContain('no-store')
    expect(body['secret']).toMatch(/^[A-Z2-7]{32}$/)
    expect(body['uri']).toBe(
      `otpauth://totp/The%20Harbour:ada?issuer=The%20Harbour&secret=${String(body['secret'])}&algorithm=SHA1&digits=6&period=30`,
    )
    // It is not used before it is confirmed.
    expect((await signIn()).status).toBe(204)
    const wrong = await ada.post(`${iri}/confirmation`, { code: '000000' })
    expect([wrong.status, wrong.body['violations']]).toMatchObject([
      422,
      [{ propertyPath: 'code' }],
    ])
    const { recoveryCodes } = await turnOn()
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    const pattern = /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/
    for (const code of recoveryCodes) expect(code).toMatch(pattern)
    expect((await ada.get(iri)).body).toEqual({ isOn: true, recoveryCodesLeft: 10 })
    expect((await ada.post(iri, {})).status).toBe(422)
  })

  test('ends the other sessions when it is turned on, and tells the owner', async () => {
    const other = await signIn()
    const before = ada.cookies.get('api_component')
    await turnOn()
    expect((await other.get('/me')).status).toBe(401)
    expect((await ada.get('/me')).status).toBe(200)
    expect(ada.cookies.get('api_component')).not.toBe(before)
    const [mail, ...more] = await whole.mail()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      to: 'ada@people.test',
      subject: 'Two-factor sign-in for The Harbour was turned on',
    })
  })

  test('is asked for after the right password alone, and signs in with each code once', async () => {
    const { secret } = await turnOn()
    const wrong = await whole.browser().signIn('ada', 'wrong')
    const unknown = await whole.browser().signIn('nobody', 'wrong')
    expect([wrong.status, wrong.text]).toEqual([unknown.status, unknown.text])
    const browser = await signIn()
    expect([browser.status, browser.cookies.has('api_component')]).toEqual([401, false])
    expect((await browser.get('/me')).status).toBe(401)
    const code = codeOf(secret)
    expect(
      (await sendCode(browser, browser.token, ` ${code.slice(0, 3)} ${code.slice(3)} `)).status,
    ).toBe(204)
    expect((await browser.get('/me')).body['username']).toBe('ada')
    // Neither the token nor the code works again, nor that of an earlier step.
    expect((await sendCode(whole.browser(), browser.token, code)).status).toBe(401)
    const later = await signIn()
    expect((await sendCode(later, later.token, code)).status).toBe(422)
    whole.advanceClock(-30_000)
    expect((await sendCode(later, later.token, codeOf(secret))).status).toBe(422)
    whole.advanceClock(2 * 30_000)
    expect((await sendCode(later, later.token, codeOf(secret))).status).toBe(204)
  })

  test('takes codes of the steps before and after, and no others', async () => {
    const { secret } = await turnOn()
    const late = codeOf(secret)
    whole.advanceClock(2 * 30_000)
    const browser = await signIn()
    expect((await sendCode(browser, browser.token, late)).status).toBe(422)
    whole.advanceClock(-30_000)
    expect((await sendCode(browser, browser.token, late)).status).toBe(204)
  })

  test('is replaced by each recovery code once', async () => {
    const { recoveryCodes } = await turnOn()
    const [one = '', two = ''] = recoveryCodes
    const browser = await signIn()
    const typed = one.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')
    expect((await sendCode(browser, browser.token, typed)).status).toBe(204)
    expect((await ada.get(iri)).body).toEqual({ isOn: true, recoveryCodesLeft: 9 })
    const again = await signIn()
    expect((await sendCode(again, again.token, one)).status).toBe(422)
    expect((await sendCode(again, again.token, two)).status).toBe(204)
    const rows = await whole.db.selectFrom('recovery_code').selectAll().execute()
    expect(rows).toHaveLength(8)
    for (const code of recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code)
  })

  test('ends a sign-in after five minutes, five wrong codes, or another password', async () => {
    const { secret } = await turnOn()
    const slow = await signIn()
    whole.advanceClock(5 * minute)
    expect((await sendCode(slow, slow.token, codeOf(secret))).status).toBe(401)

    const changed = await signIn()
    const password = { plainPassword: 'another password', oldPassword: 'password' }
    expect((await ada.patch(ada.iri, password)).status).toBe(200)
    expect((await sendCode(changed, changed.token, codeOf(secret))).status).toBe(401)
    const back = { plainPassword: 'password', oldPassword: 'another password' }
    expect((await ada.patch(ada.iri, back)).status).toBe(200)

    const guessing = await signIn()
    for (let at = 0; at < 5; at += 1)
      expect((await sendCode(guessing, guessing.token, '000000')).status).toBe(422)
    expect((await sendCode(guessing, guessing.token, codeOf(secret))).status).toBe(401)
    const next = await signIn()
    const limited = await sendCode(next, next.token, codeOf(secret))
    expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true])
    whole.advanceClock(10 * minute)
    const last = await signIn()
    expect((await sendCode(last, last.token, codeOf(secret))).status).toBe(204)
  })

  test('allows one of several concurrent uses of a code', async () => {
    const { secret } = await turnOn()
    const browsers = await Promise.all([signIn(), signIn(), signIn()])
    const code = codeOf(secret)
    const replies = await Promise.all(
      browsers.map((browser) => sendCode(browser, browser.token, code)),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 422, 422])
  })

  test('is turned off with the password and a code, and gets new recovery codes with both', async () => {
    const { secret, recoveryCodes } = await turnOn()
    whole.advanceClock(11 * minute)
    const proof = () => ({ currentPassword: 'password', code: codeOf(secret) })
    for (const action of ['recovery-codes', 'removal']) {
      for (const [body, property] of [
        [{ code: codeOf(secret) }, 'currentPassword'],
        [{ currentPassword: 'wrong', code: codeOf(secret) }, 'currentPassword'],
        [{ currentPassword: 'password' }, 'code'],
        [{ currentPassword: 'password', code: '000000' }, 'code'],
      ] as const) {
        const refused = await ada.post(`${iri}/${action}`, body)
        expect(refused.status).toBe(422)
        expect(refused.body['violations']).toMatchObject([{ propertyPath: property }])
      }
    }
    const renewed = await ada.post(`${iri}/recovery-codes`, proof())
    expect(renewed.status).toBe(200)
    const browser = await signIn()
    expect((await sendCode(browser, browser.token, recoveryCodes[0]!)).status).toBe(422)
    whole.advanceClock(minute)
    expect((await ada.post(`${iri}/removal`, proof())).status).toBe(204)
    expect((await ada.get(iri)).body).toEqual({ isOn: false, recoveryCodesLeft: 0 })
    expect((await ada.post(`${iri}/removal`, proof())).status).toBe(422)
    expect((await signIn()).status).toBe(204)
    const subjects = (await whole.mail()).map(({ subject }) => subject)
    expect(subjects.at(-1)).toBe('Two-factor sign-in for The Harbour was turned off')
  })

  test('needs the password to be set up some time after signing in', async () => {
    whole.advanceClock(11 * minute)
    const refused = await ada.post(iri, {})
    expect(refused.body['violations']).toMatchObject([{ propertyPath: 'currentPassword' }])
    expect((await ada.post(iri, { currentPassword: 'wrong' })).status).toBe(422)
    expect((await ada.post(iri, { currentPassword: 'password' })).status).toBe(200)
  })

  test('is changed by its owner alone, and removed by super admins when it is lost', async () => {
    await turnOn()
    const grace = await whole.as('grace', ['ROLE_ADMIN'])
    const root = await whole.as('root', ['ROLE_SUPER_ADMIN'])
    for (const [browser, status] of [
      [whole.browser(), 401],
      [grace, 403],
    ] as const) {
      expect((await browser.get(iri)).status).toBe(status)
      expect((await browser.post(iri, {})).status).toBe(status)
      expect((await browser.post(`${iri}/confirmation`, { code: '1' })).status).toBe(status)
      expect((await browser.remove(iri)).status).toBe(status)
    }
    expect((await root.post(`${iri}/removal`, {})).status).toBe(403)
    expect((await root.get(iri)).body).toMatchObject({ isOn: true })
    await whole.mail()
    expect((await root.remove(iri)).status).toBe(204)
    expect((await ada.get('/me')).status).toBe(401)
    expect((await signIn()).status).toBe(204)
    expect(await whole.mail()).toMatchObject([
      { to: 'ada@people.test', subject: 'Two-factor sign-in for The Harbour was turned off' },
    ])
    expect((await root.remove(iri)).status).toBe(404)
    await turnOn(root)
    expect((await root.remove(`${root.iri}/two-factor`)).status).toBe(403)
  })

  test('is in the audit log with the sign-ins, without a key or a code', async () => {
    const { secret, recoveryCodes } = await turnOn()
    const browser = await signIn()
    await sendCode(browser, browser.token, codeOf(secret))
    await browser.post('/logout', {})
    whole.advanceClock(minute)
    await ada.post(`${iri}/removal`, { currentPassword: 'password', code: codeOf(secret) })
    const [unknown] = ['An unknown browser']
    expect(await audited()).toEqual([
      'ada updated ada [{"property":"twoFactor","before":"off","after":"on","isHidden":false}]',
      `ada signedIn ada [{"property":"browser","before":null,"after":"${unknown}","isHidden":false}]`,
      `ada signedOut ada [{"property":"browser","before":"${unknown}","after":null,"isHidden":false}]`,
      'ada updated ada [{"property":"twoFactor","before":"on","after":"off","isHidden":false}]',
    ])
    const log = (await audited()).join('\n')
    for (const word of [secret, ...recoveryCodes]) expect(log).not.toContain(word)
  })

  test('is never in what the API says of an account', async () => {
    const { secret } = await turnOn()
    const root = await whole.as('root', ['ROLE_SUPER_ADMIN'])
    for (const path of [iri, ada.iri, '/users', '/_/audit_entries'])
      expect((await root.get(path)).text).not.toContain(secret)
    for (const path of [iri, ada.iri, '/me'])
      expect((await ada.get(path)).text).not.toContain(secret)
  })

  test('goes with its account', async () => {
    await turnOn()
    await signIn()
    const root = await whole.as('root', ['ROLE_SUPER_ADMIN'])
    expect((await root.remove(ada.iri)).status).toBe(204)
    for (const table of ['two_factor', 'recovery_code', 'sign_in_challenge'] as const)
      expect(await whole.db.selectFrom(table).selectAll().execute()).toEqual([])
  })
})

eachDatabase('a site that requires a second factor', (open) => {
  let whole: FullApi
  let root: Awaited<ReturnType<FullApi['as']>>
  let ada: Awaited<ReturnType<FullApi['as']>>
  const setting = '/_/site_config_parameters/twoFactorRequired'
  beforeEach(async () => {
    whole = await createFullApi(await open())
    root = await whole.as('root', ['ROLE_SUPER_ADMIN'])
    ada = await whole.as('ada', ['ROLE_ADMIN'])
  })
  afterEach(() => whole.close())

  const require = async () => {
    const body = { key: 'twoFactorRequired', value: 'true' }
    expect((await root.post('/_/site_config_parameters', body)).status).toBe(201)
  }
  const setUp = async (browser: typeof ada) => {
    const { body } = await browser.post(`${browser.iri}/two-factor`, {})
    const secret = Secret.fromBase32(String(body['secret']))
    const code = new TOTP({ secret }).generate({ timestamp: whole.now() })
    const confirmed = await browser.post(`${browser.iri}/two-factor/confirmation`, { code })
    expect(confirmed.status).toBe(200)
  }

  test('lets super admins alone change that', async () => {
    const body = { key: 'twoFactorRequired', value: 'true' }
    expect((await ada.post('/_/site_config_parameters', body)).status).toBe(403)
    const other = await ada.post('/_/site_config_parameters', { key: 'other', value: 'true' })
    expect(other.status).toBe(201)
    const renamed = { key: 'twoFactorRequired' }
    expect((await ada.patch('/_/site_config_parameters/other', renamed)).status).toBe(403)
    await setUp(ada)
    await setUp(root)
    await require()
    expect((await ada.patch(setting, { value: 'false' })).status).toBe(403)
    expect((await ada.patch(setting, { key: 'another' })).status).toBe(403)
    expect((await ada.remove(setting)).status).toBe(403)
    expect((await root.patch(setting, { value: 'false' })).status).toBe(200)
  })

  test('lets editors without one set it up, and nothing else', async () => {
    const eve = await whole.as('eve', ['ROLE_USER'])
    expect((await ada.get('/me')).body['roles']).toContain('ROLE_ADMIN')
    await require()
    const me = (await ada.get('/me')).body
    expect([me['isTwoFactorMissing'], me['roles']]).toEqual([true, ['ROLE_USER']])
    const title = await ada.post('/component/titles', { title: 'No' })
    expect(title.status).toBe(403)
    expect(title.body['detail']).toBe(
      'This site requires two-factor sign-in. Set it up for your account first.',
    )
    for (const path of [setting, '/_/submissions', '/_/media_objects'])
      expect([401, 403, 404]).toContain((await ada.get(path)).status)
    expect((await ada.get(setting)).body['detail']).toContain('two-factor')
    expect((await ada.patch(ada.iri, { username: 'other' })).status).toBe(403)
    expect((await root.get('/users')).status, 'also super admins').toBe(403)
    // Those who do not edit need none.
    expect((await eve.get('/me')).body).not.toHaveProperty('isTwoFactorMissing')
    expect((await eve.patch(eve.iri, { username: 'evelyn' })).status).toBe(200)
    // Signing in and out is open, too.
    const browser = whole.browser()
    expect((await browser.signIn('ada', 'password')).status).toBe(204)
    expect((await browser.get('/me')).body['isTwoFactorMissing']).toBe(true)
    expect((await browser.post('/logout', {})).status).toBe(200)

    await setUp(ada)
    expect((await ada.get('/me')).body).toMatchObject({ username: 'ada' })
    expect((await ada.get('/me')).body).not.toHaveProperty('isTwoFactorMissing')
    expect((await ada.post('/component/titles', { title: 'Yes' })).status).toBe(201)
  })
})
