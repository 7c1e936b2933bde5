import { stat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { passwordResetBody, passwordResetForm } from '#content/account/account-requests.ts'
import { createMailer } from '#server/mail/mailer.ts'
import * as emailTemplates from '#server/mail/email-templates.ts'
import { eachDatabase } from '../../support/server/databases.ts'
import { startSmtp } from '../../support/server/smtp-server.ts'
import { type FullApi, createFullApi, hour, origin, readMail } from '../support/full-api.ts'

const minute = 60 * 1000

describe('an email', () => {
  const about = { username: '<Ada & "co">', site: 'The Harbour' }

  test('has the same content in text and HTML, and escapes it', () => {
    const link = 'https://site.test/verify-email/ada/token'
    const { text, html, subject } = emailTemplates.emailVerification(about, link)
    expect(subject).toBe('Confirm your email address for The Harbour')
    expect(text).toContain('Hello <Ada & "co">,')
    expect(text).toContain(link)
    expect(html).toContain('Hello &lt;Ada &amp; &quot;co&quot;&gt;,')
    expect(html.split(`href="${link}"`)).toHaveLength(3)
    expect(html).not.toContain('<Ada')
  })

  test('is sent by SMTP from the sender in the URL', async () => {
    const smtp = await startSmtp()
    const mailer = createMailer({
      smtpUrl: `${smtp.url}?from=hello%40harbour.test`,
      dataDir: '/nowhere',
      host: 'site.test',
    })
    await mailer.send(
      'ada@people.test',
      emailTemplates.accountEnabled({ username: 'ada', site: 'Café' }),
    )
    await smtp.close()
    expect(smtp.received).toHaveLength(1)
    expect(readMail(smtp.received[0]!)).toMatchObject({
      from: 'hello@harbour.test',
      to: 'ada@people.test',
      subject: 'Your account at Café is active',
      text: expect.stringContaining('You can sign in now.'),
    })
  })

  test('goes to one recipient, whatever the address looks like', async () => {
    const smtp = await startSmtp()
    const mailer = createMailer({ smtpUrl: smtp.url, dataDir: '/nowhere', host: 'site.test' })
    const email = emailTemplates.accountEnabled({
      username: 'ada',
      site: 'x\r\nBcc: eve@evil.test',
    })
    await mailer.send('ada@people.test', email)
    await smtp.close()
    const [head = ''] = smtp.received[0]!.split('\r\n\r\n')
    expect(head).not.toMatch(/^bcc:/im)
  })

  test.each([
    ['refuses', () => startSmtp(false)],
    ['is unreachable', async () => ({ url: 'smtp://127.0.0.1:1', close: async () => {} })],
  ])('fails when the server %s', async (_, startServer) => {
    const smtp = await startServer()
    const mailer = createMailer({ smtpUrl: smtp.url, dataDir: '/nowhere', host: 'site.test' })
    const email = emailTemplates.passwordChanged({ username: 'ada', site: 'x' })
    await expect(mailer.send('ada@people.test', email)).rejects.toThrow(/550|ECONNREFUSED/)
    await smtp.close()
  })
})

eachDatabase('mail', (open) => {
  let whole: FullApi
  let visitor: ReturnType<FullApi['browser']>
  const begin = async (options?: Parameters<typeof createFullApi>[1]) => {
    whole = await createFullApi(await open(), options)
    visitor = whole.browser()
    await whole.as('ada', ['ROLE_USER'])
  }
  beforeEach(() => begin())
  afterEach(() => whole.close())

  const unverify = () =>
    whole.db.updateTable('account').set({ verified: 0 }).where('username', '=', 'ada').execute()

  test('is written to the outbox, readable by the owner only', async () => {
    const answer = await visitor.get('/password/reset/request/ada')
    expect(answer.status).toBe(200)
    expect(answer.text).toBe('')
    const [email] = await whole.mail()
    const outbox = join(whole.folder, 'outbox')
    const [name = ''] = await readdir(outbox)
    expect(name).toMatch(/^2026-08-01T12-00-00-000Z-[0-9a-f]{8}\.eml$/)
    expect((await stat(join(outbox, name))).mode & 0o777).toBe(0o600)
    expect(email).toMatchObject({
      to: 'ada@people.test',
      from: 'no-reply@site.test',
      subject: 'Choose a new password for The Harbour',
    })
    expect(email!.link.origin).toBe(origin)
    expect(email!.link.pathname).toMatch(/^\/reset-password\/ada\/[\w-]{43}$/)
    expect(email!.html).toContain(email!.link.href)
  })

  test('about a forgotten password is sent once a day, by name or address in any case', async () => {
    const ask = (name: string) => visitor.get(`/password/reset/request/${encodeURIComponent(name)}`)
    expect((await ask('ADA@people.test')).status).toBe(200)
    expect(await whole.mail()).toHaveLength(1)
    whole.advanceClock(24 * hour - minute)
    expect((await ask('Ada')).status).toBe(200)
    expect(await whole.mail()).toEqual([])
    whole.advanceClock(2 * minute)
    await ask('ada')
    expect(await whole.mail()).toHaveLength(1)
    const unknown = await ask('nobody')
    expect(unknown.status).toBe(404)
    expect(unknown.text).toBe('')
  })

  test('is sent once when requested many times concurrently', async () => {
    await Promise.all(Array.from({ length: 8 }, () => visitor.get('/password/reset/request/ada')))
    expect(await whole.mail()).toHaveLength(1)
  })

  test('stores tokens as hashes only', async () => {
    await visitor.get('/password/reset/request/ada')
    const [email] = await whole.mail()
    const token = email!.link.pathname.split('/').at(-1)!
    const rows = await whole.db.selectFrom('token').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('confirms an address once, within a week', async () => {
    await unverify()
    await visitor.get('/resend-verify-email/ada')
    const [email] = await whole.mail()
    const { pathname } = email!.link
    const wrong = await visitor.get('/verify-email/ada/wrong')
    expect(wrong.status).toBe(404)
    expect(wrong.text).toBe('')
    await whole.as('grace', ['ROLE_USER'])
    expect((await visitor.get(pathname.replace('/ada/', '/grace/'))).status).toBe(404)
    expect((await whole.find('ada'))!.verified).toBe(0)
    const confirmed = await visitor.get(pathname)
    expect(confirmed.status).toBe(200)
    expect(confirmed.text).toBe('')
    expect((await whole.find('ada'))!.verified).toBe(1)
    expect((await visitor.get(pathname)).status).toBe(404)

    await unverify()
    whole.advanceClock(11 * minute)
    await visitor.get('/resend-verify-email/ada')
    const [late] = await whole.mail()
    whole.advanceClock(7 * 24 * hour)
    expect((await visitor.get(late!.link.pathname)).status).toBe(404)
  })

  test('is asked for and followed in a browser whose session has ended', async () => {
    await unverify()
    const asking = whole.browser()
    const stale = () => asking.cookies.set('api_component', 'a-session-that-has-ended')
    stale()
    expect((await asking.get('/resend-verify-email/ada')).status).toBe(200)
    expect(asking.cookies.has('api_component')).toBe(false)
    const [verification] = await whole.mail()
    stale()
    expect((await asking.get(verification!.link.pathname)).status).toBe(200)
    stale()
    expect((await asking.get('/password/reset/request/ada')).status).toBe(200)
    const [reset] = await whole.mail()
    const password = { first: 'analytical engine', second: 'analytical engine' }
    stale()
    const token = reset!.link.pathname.split('/').at(-1)!
    const answer = await asking.post(
      `${passwordResetForm}/submit`,
      passwordResetBody({ username: 'ada', token }, password),
    )
    expect(answer.status).toBe(201)
    stale()
    expect((await asking.get('/_/layouts')).status).toBe(401)
  })

  test('names an account by its address where its name would be resolved in a path', async () => {
    await whole.as('..', ['ROLE_USER'])
    await visitor.get(`/password/reset/request/${encodeURIComponent('..@people.test')}`)
    const [email] = await whole.mail()
    expect(email!.link.pathname).toMatch(/^\/reset-password\/\.\.%40people\.test\/[\w-]{43}$/)
  })

  test('is sent again after a while, and then only the newer token is valid', async () => {
    await unverify()
    const again = () => visitor.get('/resend-verify-email/ada')
    await again()
    const [first] = await whole.mail()
    expect((await again()).status).toBe(200)
    expect(await whole.mail()).toEqual([])
    whole.advanceClock(11 * minute)
    await again()
    const [second] = await whole.mail()
    expect((await visitor.get(first!.link.pathname)).status).toBe(404)
    expect((await visitor.get(second!.link.pathname)).status).toBe(200)
    expect((await again()).status, 'nothing left to confirm').toBe(404)
    expect((await visitor.get('/resend-verify-email/nobody')).status).toBe(404)
  })

  describe('about a new address', () => {
    const ask = async (newEmailAddress: string) => {
      const ada = (await whole.find('ada'))!
      const browser = whole.browser()
      await browser.signIn('ada', 'password')
      const { status } = await browser.patch(`/users/${ada.id}`, { newEmailAddress })
      expect(status).toBe(200)
      const found = await whole.mail()
      return found
        .find(({ to }) => to === newEmailAddress)!
        .link.pathname.replace('/confirm-new-email/', '/confirm-email/')
    }

    test('is valid for a day', async () => {
      const path = await ask('new@people.test')
      whole.advanceClock(24 * hour)
      expect((await visitor.get(path)).status).toBe(404)
      expect((await whole.find('ada'))!.email_address).toBe('ada@people.test')
    })

    test('is valid for that address only', async () => {
      const older = await ask('new@people.test')
      const path = await ask('newer@people.test')
      expect((await visitor.get(older)).status).toBe(404)
      const swapped = path.replace('newer%40people.test', 'evil%40people.test')
      expect((await visitor.get(swapped)).status).toBe(404)
      expect((await visitor.get(path)).status).toBe(200)
      expect((await whole.find('ada'))!.email_address).toBe('newer@people.test')
    })

    test('is rejected when another account has taken the address, which cancels the request', async () => {
      const path = await ask('shared@people.test')
      await whole.db
        .updateTable('account')
        .set({ email_address: 'Shared@people.test', email_key: 'shared@people.test' })
        .where('username', '=', (await whole.as('grace', ['ROLE_USER'])) && 'grace')
        .execute()
      const refused = await visitor.get(path)
      expect(refused.status).toBe(401)
      expect(refused.body).toMatchObject({ code: 401 })
      const ada = (await whole.find('ada'))!
      expect(ada).toMatchObject({ email_address: 'ada@people.test', new_email_address: null })
      expect((await visitor.get(path)).status).toBe(404)
    })

    test('is sent again only while the change is requested', async () => {
      expect((await visitor.get('/resend-verify-new-email/ada')).status).toBe(404)
      await ask('new@people.test')
      whole.advanceClock(11 * minute)
      expect((await visitor.get('/resend-verify-new-email/ada')).status).toBe(200)
      expect((await whole.mail()).map(({ to }) => to)).toEqual(['new@people.test'])
    })

    const resendPath = '/resend-verify-new-email/ada'

    test('is sent again to a signed-in owner at once, three times within ten minutes', async () => {
      await ask('new@people.test')
      const owner = whole.browser()
      await owner.signIn('ada', 'password')
      for (let count = 0; count < 3; count += 1) {
        expect((await owner.get(resendPath)).status).toBe(200)
        expect((await whole.mail()).map(({ to }) => to)).toEqual(['new@people.test'])
      }
      whole.advanceClock(9 * minute)
      const refused = await owner.get(resendPath)
      expect(refused.status).toBe(429)
      expect(refused.headers.get('retry-after')).toBe('60')
      expect(await whole.mail()).toEqual([])
      whole.advanceClock(minute)
      expect((await owner.get(resendPath)).status).toBe(200)
      expect(await whole.mail()).toHaveLength(1)
    })

    test('is sent again at once by a super admin, but not by other users or visitors, who learn nothing of it', async () => {
      await ask('new@people.test')
      await whole.as('eve', ['ROLE_ADMIN'])
      await whole.as('grace', ['ROLE_SUPER_ADMIN'])
      const eve = whole.browser()
      await eve.signIn('eve', 'password')
      for (const browser of [visitor, eve]) {
        expect((await browser.get(resendPath)).status).toBe(200)
        expect(await whole.mail()).toEqual([])
      }
      const grace = whole.browser()
      await grace.signIn('grace', 'password')
      expect((await grace.get(resendPath)).status).toBe(200)
      expect((await whole.mail()).map(({ to }) => to)).toEqual(['new@people.test'])
    })

    test('invalidates tokens that were sent to the old address', async () => {
      const path = await ask('new@people.test')
      await visitor.get('/password/reset/request/ada')
      await visitor.get(path)
      expect(await whole.db.selectFrom('token').selectAll().execute()).toEqual([])
    })
  })

  describe('contains links', () => {
    const request = (headers?: Record<string, string>) =>
      visitor.get('/password/reset/request/ada', headers)
    const linkOf = async () => (await whole.mail())[0]!.link.origin

    test('to SITE_URL, whatever host a request names', async () => {
      await request({ Origin: 'https://site.test', Referer: 'https://evil.test/page' })
      expect(await linkOf()).toBe(origin)
    })

    test.each([
      ['the origin', { Origin: 'http://localhost:3000' }, 'http://localhost:3000'],
      ['the referring page', { Referer: 'http://localhost:4000/login?x' }, 'http://localhost:4000'],
      [
        'the page where the origin is hidden',
        { Origin: 'null', Referer: 'http://127.0.0.1/' },
        'http://127.0.0.1',
      ],
      ['a listed host', { Origin: 'http://a.test:8080' }, 'http://a.test:8080'],
    ])('to %s in development', async (_, headers, expected) => {
      await whole.close()
      await begin({ home: { siteUrl: null, isProduction: false }, trustedHosts: ['a.test'] })
      expect((await request(headers)).status).toBe(200)
      expect(await linkOf()).toBe(expected)
    })

    test.each([false, true])(
      'to the host of the request, if it is trusted',
      async (isProduction) => {
        await whole.close()
        const trustedHosts = [new URL(origin).host]
        await begin({ home: { siteUrl: null, isProduction }, trustedHosts })
        expect((await request({ Origin: 'https://evil.test' })).status).toBe(200)
        expect(await linkOf()).toBe(origin)
      },
    )

    test.each([
      ['the request names no origin', false, {}],
      ['the request names an unknown origin', false, { Origin: 'https://evil.test' }],
      ['the request names an unknown referrer', false, { Referer: 'https://evil.test/login' }],
      ['the request names neither', false, { Origin: 'null', Referer: 'about:blank' }],
      [
        'only the request names a host, in production',
        true,
        { Referer: 'https://site.test/login' },
      ],
    ])('to nowhere, with a 400, when %s', async (_, isProduction, headers) => {
      await whole.close()
      await begin({ home: { siteUrl: null, isProduction } })
      expect((await request(headers)).status).toBe(400)
      expect(await whole.mail()).toEqual([])
    })
  })

  test('with an invalid token is answered as for an unknown account', async () => {
    for (const path of [
      '/password/reset/request/%00',
      '/verify-email/ada/%00',
      '/confirm-email/ada/%00/x',
    ]) {
      expect((await visitor.get(path)).status).toBe(400)
    }
    expect((await visitor.get('/verify-email/ada')).status).toBe(404)
  })
})
