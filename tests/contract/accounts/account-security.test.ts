import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StorageEnv, eachStorage } from '../../support/server/databases.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  password,
  startServer,
} from '../../support/server/in-process-server.ts'
import { type Mail, readMail } from '../support/full-api.ts'

const home = 'https://home.test'
const tenMinutes = 10 * 60 * 1000

eachStorage('two processes on one database', (newStorage) => {
  let storage: StorageEnv
  let one: TestServer
  let other: TestServer
  let admin: HttpClient
  let register: string
  /** Collects every secret that must not appear anywhere else. */
  const secrets = new Set<string>([password])

  beforeAll(async () => {
    storage = await newStorage()
    one = await startServer(storage, { SITE_URL: home, NODE_ENV: 'production' })
    other = await startServer(storage, { SITE_URL: home, NODE_ENV: 'production' })
    admin = await someone('admin', password)
    const form = await admin.post('/component/forms', { formType: 'user_register' })
    register = `${String(form.json['@id'])}/submit`
  })
  afterAll(async () => {
    await Promise.all([one.stop(), other.stop()])
  })

  /** Returns a browser, signed in if a password is given. */
  const someone = async (username?: string, secret?: string, server = one) => {
    const person = createHttpClient(server.url)
    if (username && secret) expect((await person.signIn(username, secret)).status).toBe(204)
    for (const name of ['api_component', 'mercureAuthorization']) {
      const token = person.cookie(name)
      if (token) secrets.add(token)
    }
    return person
  }
  const mailTo = async (address: string): Promise<Mail[]> => {
    const outbox = join(storage.DATA_DIR, 'outbox')
    const names = (await readdir(outbox).catch(() => []))
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
    const emails = await Promise.all(
      names.map(async (name) => readMail(await readFile(join(outbox, name), 'utf8'))),
    )
    return emails.filter(({ to }) => to === address)
  }
  /** Returns the link in a mail of a kind to an address; mail is sent after the response. */
  const linkTo = async (address: string, kind: string) => {
    const found = async () =>
      (await mailTo(address)).findLast(({ link }) => link.pathname.startsWith(`/${kind}/`))
    await expect.poll(found).toBeDefined()
    const { link } = (await found())!
    secrets.add(link.pathname.split('/').at(-1)!)
    return link
  }
  const registration = (username: string, secret: string) => {
    secrets.add(secret)
    return {
      user_register: {
        username,
        emailAddress: `${username}@people.test`,
        plainPassword: { first: secret, second: secret },
      },
    }
  }
  const servers = () => [one, other]
  const waits = (replies: readonly { status: number; headers: Headers }[]) =>
    replies
      .filter(({ status }) => status === 429)
      .map(({ headers }) => Number(headers.get('retry-after')))

  test('send no links to other sites and log no secrets during the life of an account', async () => {
    const visitor = await someone()
    const wrong = 'a-wrong-password-typed-by-ada'
    secrets.add(wrong)
    const lies = { origin: home, 'x-forwarded-host': 'evil.test', referer: 'https://evil.test/' }

    const body = registration('ada', 'the-first-password-of-ada')
    expect((await visitor.post(register, body, lies)).status).toBe(201)
    const confirmation = await linkTo('ada@people.test', 'verify-email')
    expect(confirmation.origin).toBe(home)
    await visitor.request(confirmation.pathname)
    expect((await visitor.get(confirmation.pathname)).status).toBe(200)
    expect((await visitor.get(confirmation.pathname)).status, 'works once').toBe(404)
    expect((await visitor.signIn('ada', wrong)).status).toBe(401)
    const ada = await someone('ada', 'the-first-password-of-ada')
    const elsewhere = await someone('ada', 'the-first-password-of-ada', other)

    // Another password: this session gets a new token, all others end.
    const before = ada.cookie('api_component')
    const me = String((await ada.get('/me')).json['@id'])
    secrets.add('the-second-password-of-ada')
    const changed = await ada.patch(me, {
      oldPassword: 'the-first-password-of-ada',
      plainPassword: 'the-second-password-of-ada',
    })
    expect(changed.status).toBe(200)
    expect(ada.cookie('api_component')).not.toBe(before)
    secrets.add(ada.cookie('api_component')!)
    expect((await ada.get('/me')).status).toBe(200)
    expect((await elsewhere.get('/me')).status).toBe(401)

    // Another role: all sessions end.
    expect((await admin.patch(me, { roles: ['ROLE_ADMIN'] })).status).toBe(200)
    expect((await ada.get('/me')).status).toBe(401)
    const editor = await someone('ada', 'the-second-password-of-ada', other)

    // Another address.
    expect((await editor.patch(me, { newEmailAddress: 'ada@new.test' })).status).toBe(200)
    const link = await linkTo('ada@new.test', 'confirm-new-email')
    expect(link.origin).toBe(home)
    const confirm = link.pathname.replace('confirm-new-email', 'confirm-email')
    expect((await visitor.get(confirm)).status).toBe(200)
    expect((await editor.get('/me')).status).toBe(401)

    // A forgotten password: all sessions end, in every process.
    expect((await visitor.get('/password/reset/request/ada', lies)).status).toBe(200)
    const reset = await linkTo('ada@new.test', 'reset-password')
    expect(reset.origin).toBe(home)
    const token = reset.pathname.split('/').at(-1)!
    secrets.add(token).add('the-third-password-of-ada')
    await visitor.request(reset.pathname)
    const third = { first: 'the-third-password-of-ada', second: 'the-third-password-of-ada' }
    const sent = await visitor.post('/component/forms/password_reset/submit', {
      password_update: {
        username: 'ada',
        plainNewPasswordConfirmationToken: token,
        plainPassword: third,
      },
    })
    expect(sent.status).toBe(201)
    await someone('ada', 'the-third-password-of-ada')

    await visitor.request(`/?password=${wrong}&token=${token}`)
    await visitor.request(`/_api/component/forms/password_reset?username=ada&token=${token}`)
    for (const server of servers()) {
      await createHttpClient(server.url).request('/the-last-of-all')
      await expect.poll(() => server.output()).toContain('/the-last-of-all')
    }
    const log = one.output() + other.output()
    expect(log.split('\n').length).toBeGreaterThan(20)
    expect([...secrets].filter((secret) => log.includes(secret))).toEqual([])
  })

  test('count registrations together', async () => {
    one.advance(tenMinutes)
    other.advance(tenMinutes)
    const replies = []
    for (let count = 0; count < 12; count += 1) {
      const visitor = await someone(undefined, undefined, servers()[count % 2])
      const body = registration(`person-${count}`, 'a-password-of-somebody')
      replies.push(await visitor.post(register, body))
    }
    expect(replies.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 10 }, () => 201),
      ...[429, 429],
    ])
    for (const wait of waits(replies)) expect(wait).toBeGreaterThan(500)
    // Validating is not registering.
    const filling = await (await someone()).patch(register, registration('late', 'a-password'))
    expect(filling.status).toBe(200)
  })

  test('count requests for mail together, for one account and from one address', async () => {
    for (const path of ['/password/reset/request/', '/resend-verify-email/']) {
      for (const server of servers()) server.advance(tenMinutes)
      const replies = []
      for (let count = 0; count < 7; count += 1) {
        const visitor = await someone(undefined, undefined, servers()[count % 2])
        replies.push(await visitor.get(`${path}person-1`))
      }
      expect(waits(replies)).toHaveLength(2)
      for (let count = 0; count < 17; count += 1) {
        replies.push(await (await someone()).get(`${path}nobody-${count}`))
      }
      expect(waits(replies)).toHaveLength(4)
      for (const wait of waits(replies)) expect(wait).toBeGreaterThan(500)
    }
    await expect.poll(() => mailTo('person-1@people.test')).toHaveLength(3)
  })

  test('count passwords together', async () => {
    for (const server of servers()) server.advance(tenMinutes)
    const replies = await Promise.all(
      Array.from({ length: 12 }, async (_, count) =>
        (await someone(undefined, undefined, servers()[count % 2])).signIn('person-1', 'wrong'),
      ),
    )
    expect(waits(replies)).toHaveLength(2)
    const right = await createHttpClient(other.url).signIn('person-1', 'a-password-of-somebody')
    expect(right.status).toBe(429)
  })
})
