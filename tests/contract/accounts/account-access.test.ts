import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nameKey } from '#server/users/name-keys.ts'
import { eachDatabase } from '../../support/server/databases.ts'
import type { Json } from '../support/content-api.ts'
import { type FullApi, createFullApi } from '../support/full-api.ts'

const minute = 60 * 1000
const plainPassword = 'difference'
const halves = { first: plainPassword, second: plainPassword }

eachDatabase('access to an account', (open) => {
  let api: FullApi
  let root: Awaited<ReturnType<FullApi['as']>>
  let ada: Awaited<ReturnType<FullApi['as']>>
  beforeEach(async () => {
    api = await createFullApi(await open())
    root = await api.as('root', ['ROLE_SUPER_ADMIN'])
    ada = await api.as('ada', ['ROLE_USER'])
  })
  afterEach(() => api.close())

  const violationsOf = ({ status, body }: { status: number; body: Json }) =>
    status === 422
      ? Object.fromEntries(
          body.violations.map(({ propertyPath, message }) => [propertyPath, message]),
        )
      : status
  const formOf = async (formType: string) => {
    const { body } = await root.post('/component/forms', { formType })
    return `${body['@id']}/submit`
  }
  const keyIn = async (kind: string) => {
    const found = (await api.mail()).find(({ link }) => link.pathname.startsWith(`/${kind}/`))
    return found!.link.pathname
  }
  const reset = (username: string, path: string) =>
    api.browser().post('/component/forms/password_reset/submit', {
      password_update: {
        username,
        plainNewPasswordConfirmationToken: path.split('/').at(-1),
        plainPassword: halves,
      },
    })
  const confirmation = (path: string) => path.replace('/confirm-new-email/', '/confirm-email/')

  /** Creates a token of each kind, and a session in another browser. */
  const openEverything = async () => {
    const elsewhere = api.browser()
    await elsewhere.signIn('ada', 'password')
    expect((await ada.patch(ada.iri, { newEmailAddress: 'next@people.test' })).status).toBe(200)
    const newEmail = confirmation(await keyIn('confirm-new-email'))
    await api.browser().get('/password/reset/request/ada')
    const resetKey = await keyIn('reset-password')
    await api.db.updateTable('account').set({ verified: 0 }).where('username', '=', 'ada').execute()
    await api.browser().get('/resend-verify-email/ada')
    const verifyKey = await keyIn('verify-email')
    return { elsewhere, newEmail, resetKey, verifyKey }
  }

  const changes: [string, () => Promise<{ status: number }>][] = [
    ['their own password', () => ada.patch(ada.iri, { oldPassword: 'password', plainPassword })],
    [
      'their own password by the form',
      async () =>
        ada.post(await formOf('change_password'), {
          change_password: { oldPassword: 'password', plainPassword: halves },
        }),
    ],
    ['a password that an administrator gives', () => root.patch(ada.iri, { plainPassword })],
    ['another address', () => root.patch(ada.iri, { emailAddress: 'other@people.test' })],
    ['another role', () => root.patch(ada.iri, { roles: ['ROLE_ADMIN'] })],
    ['being disabled', () => root.patch(ada.iri, { enabled: false })],
  ]

  test.each(changes)('ends with %s, for tokens and sessions alike', async (_, change) => {
    const { elsewhere, newEmail, resetKey, verifyKey } = await openEverything()
    expect((await change()).status).toBeLessThan(300)
    await root.patch(ada.iri, { enabled: true })
    const visitor = api.browser()
    expect((await elsewhere.get('/me')).status).toBe(401)
    expect((await reset('ada', resetKey)).status).toBe(404)
    expect((await visitor.get(verifyKey)).status).toBe(404)
    expect((await visitor.get(newEmail)).status).toBe(404)
    // Nor can a new token be sent to an address that somebody else may have requested.
    expect((await visitor.get('/resend-verify-new-email/ada')).status).toBe(404)
  })

  test('ends when a new address is confirmed, except in the browser that confirmed it', async () => {
    const { elsewhere, newEmail, resetKey, verifyKey } = await openEverything()
    const before = ada.cookies.get('api_component')
    expect((await ada.get(newEmail)).status).toBe(200)
    expect(ada.cookies.get('api_component')).not.toBe(before)
    expect((await ada.get('/me')).body).toMatchObject({ emailAddress: 'next@people.test' })
    expect((await elsewhere.get('/me')).status).toBe(401)
    expect((await reset('ada', resetKey)).status).toBe(404)
    expect((await api.browser().get(verifyKey)).status).toBe(404)
  })

  test('ends when a forgotten password is reset', async () => {
    const { elsewhere, newEmail, resetKey, verifyKey } = await openEverything()
    expect((await reset('ada', resetKey)).status).toBe(201)
    for (const { get } of [elsewhere, ada]) expect((await get('/me')).status).toBe(401)
    expect((await api.browser().get(verifyKey)).status).toBe(404)
    expect((await api.browser().get(newEmail)).status).toBe(404)
  })

  test('is not given by a token sent to the old address', async () => {
    const { resetKey, verifyKey } = await openEverything()
    // As if the tokens had survived a change of the address.
    const email_address = 'other@people.test'
    await api.db
      .updateTable('account')
      .set({ email_address, email_key: nameKey(email_address)! })
      .where('username', '=', 'ada')
      .execute()
    expect((await api.browser().get(verifyKey)).status).toBe(404)
    expect((await reset('ada', resetKey)).status).toBe(404)
    expect((await api.find('ada'))!.verified).toBe(0)
  })

  test('does not end with an update that changes nothing', async () => {
    const { elsewhere, resetKey } = await openEverything()
    const { body } = await root.get(ada.iri)
    expect((await root.patch(ada.iri, body)).status).toBe(200)
    expect((await elsewhere.get('/me')).status).toBe(200)
    expect((await reset('ada', resetKey)).status).toBe(201)
  })

  describe('their own address', () => {
    const newEmailAddress = 'next@people.test'
    const pending = async () => (await api.find('ada'))!.new_email_address

    test('changes without the password within ten minutes of signing in', async () => {
      api.advanceClock(10 * minute - 1)
      expect((await ada.patch(ada.iri, { newEmailAddress })).status).toBe(200)
      expect(await pending()).toBe(newEmailAddress)
    })

    test.each([
      ['no password', undefined, 'Enter your current password.'],
      ['an empty one', '', 'Enter your current password.'],
      ['no text', { a: 1 }, 'Enter your current password.'],
      ['a wrong one', 'wrong', 'This is not your password.'],
      ['one that is too long', 'x'.repeat(1_001), 'This is not your password.'],
    ])('does not change later with %s', async (_, currentPassword, message) => {
      api.advanceClock(10 * minute)
      const refused = await ada.patch(ada.iri, { newEmailAddress, currentPassword })
      expect(violationsOf(refused)).toEqual({ currentPassword: message })
      const put = await ada.ask('PUT', ada.iri, { body: { newEmailAddress, currentPassword } })
      expect(violationsOf(put)).toEqual({ currentPassword: message })
      expect(await pending()).toBeNull()
      expect(await api.mail()).toEqual([])
    })

    test('changes later with the password', async () => {
      api.advanceClock(10 * minute)
      const currentPassword = 'password'
      expect((await ada.patch(ada.iri, { newEmailAddress, currentPassword })).status).toBe(200)
      expect(await pending()).toBe(newEmailAddress)
    })

    test('requires the password of a super admin too', async () => {
      api.advanceClock(10 * minute)
      for (const change of [{ emailAddress: newEmailAddress }, { newEmailAddress }]) {
        expect(violationsOf(await root.patch(root.iri, change))).toHaveProperty('currentPassword')
      }
      expect((await root.patch(ada.iri, { emailAddress: newEmailAddress })).status).toBe(200)
      const own = { emailAddress: 'root@new.test', currentPassword: 'password' }
      expect((await root.patch(root.iri, own)).status).toBe(200)
      expect((await root.get('/me')).status).toBe(200)
    })

    test('can be canceled, or sent back unchanged, without the password', async () => {
      await ada.patch(ada.iri, { newEmailAddress })
      api.advanceClock(10 * minute)
      expect((await ada.patch(ada.iri, { newEmailAddress })).status).toBe(200)
      expect((await ada.patch(ada.iri, { newEmailAddress: null })).status).toBe(200)
      expect(await pending()).toBeNull()
    })

    test('does not change in a session that was only renewed by another change', async () => {
      api.advanceClock(10 * minute)
      await ada.patch(ada.iri, { oldPassword: 'password', plainPassword })
      expect(violationsOf(await ada.patch(ada.iri, { newEmailAddress }))).toHaveProperty(
        'currentPassword',
      )
    })

    test('counts wrong passwords as attempts', async () => {
      api.advanceClock(10 * minute)
      const statuses = []
      for (let tries = 0; tries < 11; tries += 1) {
        const body = { newEmailAddress, currentPassword: `guess ${tries}` }
        statuses.push((await ada.patch(ada.iri, body)).status)
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429])
    })

    test('changes by the form, which requires the password', async () => {
      const submit = await formOf('new_email_address')
      const send = (values: object) => ada.post(submit, { new_email_address: values })
      const fieldOf = ({ body }: { body: Json }) => {
        const { children } = body['formView'] as { children: { vars: Json }[] }
        return children.map(({ vars }) => vars).find(({ name }) => name === 'currentPassword')!
      }
      const shown = await ada.get(submit.replace('/submit', ''))
      expect(fieldOf(shown)).toMatchObject({ required: false, errors: [] })
      api.advanceClock(10 * minute)
      const filling = await ada.patch(submit, { new_email_address: { newEmailAddress } })
      expect(filling.status, 'filling in is not sending').toBe(200)
      for (const [values, message] of [
        [{ newEmailAddress }, 'Enter your current password.'],
        [{ newEmailAddress, currentPassword: 'wrong' }, 'This is not your password.'],
      ] as const) {
        const refused = await send(values)
        expect(refused.status).toBe(422)
        expect(fieldOf(refused)['errors']).toEqual([message])
        expect(refused.text).not.toContain('"wrong"')
      }
      expect(await pending()).toBeNull()
      const sent = await send({ newEmailAddress, currentPassword: 'password' })
      expect(sent.status).toBe(201)
      expect(sent.body).toMatchObject({ '@type': 'User', newEmailAddress })
      expect((await send({ newEmailAddress: '' })).status, 'giving up needs none').toBe(201)
    })
  })
})
