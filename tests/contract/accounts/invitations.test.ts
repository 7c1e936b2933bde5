import { afterEach, beforeEach, expect, test } from 'vitest'
import { passwordResetBody, passwordResetForm } from '#content/account/account-requests.ts'
import { eachDatabase } from '../../support/server/databases.ts'
import { type FullApi, createFullApi, hour } from '../support/full-api.ts'

const day = 24 * hour

eachDatabase('an invitation', (open) => {
  let whole: FullApi
  let root: Awaited<ReturnType<FullApi['as']>>
  beforeEach(async () => {
    whole = await createFullApi(await open())
    root = await whole.as('root', ['ROLE_SUPER_ADMIN'])
  })
  afterEach(() => whole.close())

  const ada = { username: 'ada', emailAddress: 'ada@people.test' }
  const invite = () => root.post('/users', { ...ada, sendInvitation: true })
  const linkIn = (text: string) => /\/reset-password\/ada\/([\w-]+)/.exec(text)?.[1] ?? ''
  const choose = (token: string) =>
    whole
      .browser()
      .post(
        `${passwordResetForm}/submit`,
        passwordResetBody(
          { username: 'ada', token },
          { first: 'my own password', second: 'my own password' },
        ),
      )

  test('is checked before a password is typed, which does not use it up', async () => {
    await invite()
    const [mail] = await whole.mail()
    const check = async (name: string, token: string) => {
      const { status, body } = await whole.browser().get(`/password/reset/check/${name}/${token}`)
      return { status, body }
    }
    const token = linkIn(mail!.text)
    expect((await check('ada', token)).status).toBe(200)
    expect((await check('ada', token)).status).toBe(200)
    const wrong = await check('ada', 'a-token')
    expect(wrong.status).toBe(404)
    // The answer does not tell that there is no such account.
    expect(await check('nobody', token)).toEqual(wrong)
    expect((await choose(token)).status).toBe(201)
    expect(await check('ada', token)).toEqual(wrong)
  })

  test('cannot be checked once it has expired', async () => {
    await invite()
    const token = linkIn((await whole.mail())[0]!.text)
    whole.advanceClock(8 * day)
    expect((await whole.browser().get(`/password/reset/check/ada/${token}`)).status).toBe(404)
  })

  test('leads to the first password, with which its owner signs in', async () => {
    const answer = await invite()
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      username: 'ada',
      emailAddressVerified: false,
      invitedAt: '2026-08-01T12:00:00+00:00',
    })
    expect(answer.body).not.toHaveProperty('sendInvitation')
    const [mail, ...others] = await whole.mail()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: 'ada@people.test', subject: 'You are invited to The Harbour' })
    expect((await whole.browser().signIn('ada', '')).status).toBe(401)
    whole.advanceClock(6 * day)
    expect((await choose(linkIn(mail!.text))).status).toBe(201)
    expect((await whole.browser().signIn('ada', 'my own password')).status).toBe(204)
    const { body } = await root.get(answer.body['@id'])
    expect(body['emailAddressVerified']).toBe(true)
    expect(body).not.toHaveProperty('invitedAt')
    expect((await root.post(`${answer.body['@id']}/invitation`, {})).status).toBe(422)
  })

  test('ends after a week, and can be sent again, after which the first link is not valid', async () => {
    const { body } = await invite()
    const [first] = await whole.mail()
    whole.advanceClock(8 * day)
    expect((await choose(linkIn(first!.text))).status).toBe(404)
    const later = await whole.as('later', ['ROLE_SUPER_ADMIN'])
    expect((await later.post(`${body['@id']}/invitation`, {})).status).toBe(204)
    const [second] = await whole.mail()
    expect((await choose(linkIn(first!.text))).status).toBe(404)
    expect((await choose(linkIn(second!.text))).status).toBe(201)
  })

  test('is sent anew where a change has ended its link', async () => {
    const { body } = await invite()
    await whole.mail()
    const changed = await root.patch(body['@id'], { emailAddress: 'lovelace@people.test' })
    expect(changed.status).toBe(200)
    const mails = await whole.mail()
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['lovelace@people.test', 'You are invited to The Harbour'],
    ])
    expect((await choose(linkIn(mails[0]!.text))).status).toBe(201)
  })

  test('is sent by super admins alone, and to accounts that are there', async () => {
    const { body } = await invite()
    const grace = await whole.as('grace', ['ROLE_ADMIN'])
    expect((await grace.post(`${body['@id']}/invitation`, {})).status).toBe(403)
    expect((await whole.browser().post(`${body['@id']}/invitation`, {})).status).toBe(401)
    expect((await root.post('/users/nobody/invitation', {})).status).toBe(404)
    expect((await grace.post('/users', { ...ada, sendInvitation: true })).status).toBe(403)
  })

  test('is not sent for an account that is refused', async () => {
    await invite()
    await whole.mail()
    expect((await invite()).status).toBe(422)
    expect((await root.post('/users', { sendInvitation: true })).body.violations).toEqual([
      expect.objectContaining({ propertyPath: 'username' }),
      expect.objectContaining({ propertyPath: 'emailAddress' }),
    ])
    expect(await whole.mail()).toEqual([])
  })
})
