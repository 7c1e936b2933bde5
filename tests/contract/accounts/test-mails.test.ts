import { afterEach, expect, test } from 'vitest'
import { eachDatabase } from '../../support/server/databases.ts'
import { startSmtp } from '../../support/server/smtp-server.ts'
import { type FullApi, createFullApi } from '../support/full-api.ts'

eachDatabase('a test mail', (open) => {
  let whole: FullApi
  afterEach(() => whole.close())
  const superAdmin = () => whole.as('root', ['ROLE_SUPER_ADMIN'])

  test('is sent to the super admin who asks, with the answer of the mail server', async () => {
    const smtp = await startSmtp()
    whole = await createFullApi(await open(), { smtpUrl: smtp.url })
    const root = await superAdmin()
    const { status, body, headers } = await root.post('/_/test_mails', {})
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(body).toEqual({ to: 'root@people.test', isSent: true, answer: '250 ok' })
    expect(smtp.received).toHaveLength(1)
    await smtp.close()
  })

  test.each([
    ['refuses it', () => startSmtp(false), /550 no/],
    [
      'is unreachable',
      async () => ({ url: 'smtp://127.0.0.1:1', close: async () => {} }),
      /ECONNREFUSED/,
    ],
  ])('says why where the mail server %s', async (_, startServer, reason) => {
    const smtp = await startServer()
    whole = await createFullApi(await open(), { smtpUrl: smtp.url })
    const { body } = await (await superAdmin()).post('/_/test_mails', {})
    expect(body).toEqual({
      to: 'root@people.test',
      isSent: false,
      answer: expect.stringMatching(reason) as unknown,
    })
    await smtp.close()
  })

  test('is written to the outbox without a mail server, and refused to others and after too many', async () => {
    whole = await createFullApi(await open())
    const root = await superAdmin()
    expect((await root.post('/_/test_mails', {})).body['answer']).toMatch(/outbox\/\S+\.eml/)
    expect(await whole.mail()).toMatchObject([
      { to: 'root@people.test', subject: 'Test mail from The Harbour' },
    ])
    const editor = await whole.as('ada', ['ROLE_ADMIN'])
    expect((await editor.post('/_/test_mails', {})).status).toBe(403)
    expect((await whole.browser().post('/_/test_mails', {})).status).toBe(401)
    for (let count = 0; count < 4; count += 1) await root.post('/_/test_mails', {})
    expect((await root.post('/_/test_mails', {})).status).toBe(429)
  })
})
