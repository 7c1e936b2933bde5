import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noopLog } from '#server/log.ts'
import { type MailQueue, createMailQueue } from '#server/mail/mail-queue.ts'
import { openDatabase } from '#server/store/db/open-database.ts'
import { lockedTransaction } from '#server/store/db/locked-transaction.ts'
import { eachDatabase, eachStorage } from '../../support/server/databases.ts'
import { createHttpClient, startServer } from '../../support/server/in-process-server.ts'
import { startSmtp } from '../../support/server/smtp-server.ts'
import { type FullApi, createFullApi, hour, readMail } from '../support/full-api.ts'

const second = 1000
const minute = 60 * second
const content = { subject: 'Hello', text: 'Hello.', html: '<p>Hello.</p>' }

eachDatabase('mail that cannot be sent', (open) => {
  let whole: FullApi
  let visitor: ReturnType<FullApi['browser']>
  let smtp: Awaited<ReturnType<typeof startSmtp>>
  let logged: string[]
  beforeEach(async () => {
    smtp = await startSmtp(false)
    logged = []
    whole = await createFullApi(await open(), {
      smtpUrl: smtp.url,
      log: (problem) => logged.push(String(problem)),
    })
    visitor = whole.browser()
  })
  afterEach(async () => {
    await whole.close()
    await smtp.close()
  })

  const queued = () => whole.db.selectFrom('mail').selectAll().orderBy('created_at').execute()
  const received = () => smtp.received.map(readMail)
  const register = async () => {
    const editor = await whole.as('editor', ['ROLE_ADMIN'])
    const { body } = await editor.post('/component/forms', { formType: 'user_register' })
    return visitor.post(`${body['@id']}/submit`, {
      user_register: {
        username: 'grace',
        emailAddress: 'grace@people.test',
        plainPassword: { first: 'compiler', second: 'compiler' },
      },
    })
  }

  test('does not fail the change that caused it, and is sent later', async () => {
    expect((await register()).status).toBe(201)
    await whole.mailTried()
    expect(await queued()).toHaveLength(1)
    const [link = ''] = /\S+verify-email\S+/.exec((await queued())[0]!.text) ?? []
    expect(logged).toHaveLength(1)
    expect(logged[0]).toMatch(/could not be sent .*550.*attempt 1/)
    expect(logged.join()).not.toContain('grace')
    expect(logged.join()).not.toContain(link.split('/').at(-1))

    smtp.startAccepting()
    await whole.mailTried()
    expect(received(), 'not yet').toEqual([])
    whole.advanceClock(11 * second)
    await whole.mailTried()
    expect(received()).toMatchObject([{ to: 'grace@people.test' }])
    expect(await queued(), 'what opens an account is not kept').toEqual([])
    expect((await visitor.get(received()[0]!.link.pathname)).status).toBe(200)
    expect((await visitor.signIn('grace', 'compiler')).status).toBe(204)
  })

  test.each([
    ['a new address', { newEmailAddress: 'new@people.test' }, 2],
    ['a new password', { oldPassword: 'password', plainPassword: 'difference' }, 1],
  ])('that cannot be sent does not undo the change: %s', async (_, change, emails) => {
    const ada = await whole.as('ada', ['ROLE_USER'])
    expect((await ada.patch(ada.iri, change)).status).toBe(200)
    await whole.mailTried()
    expect(await queued()).toHaveLength(emails)
    for (const path of ['/password/reset/request/ada', '/resend-verify-new-email/ada']) {
      expect([200, 404]).toContain((await visitor.get(path)).status)
    }
  })

  test('is retried with growing delays, and given up when its token expires', async () => {
    await whole.as('ada', ['ROLE_USER'])
    expect((await visitor.get('/password/reset/request/ada')).status).toBe(200)
    const pauses: number[] = []
    for (;;) {
      await whole.mailTried()
      const [mail] = await queued()
      if (!mail) break
      const pause = Date.parse(mail.due_at) - whole.now()
      pauses.push(pause)
      whole.advanceClock(pause - 1)
      await whole.mailTried()
      expect((await queued())[0]!.attempts, 'not before').toBe(mail.attempts)
      whole.advanceClock(1)
    }
    expect(pauses).toEqual([10 * second, minute, 5 * minute, 30 * minute])
    expect(logged.at(-1)).toMatch(/attempt 5; giving up/)
    smtp.startAccepting()
    expect((await visitor.get('/password/reset/request/ada')).status).toBe(200)
    await whole.mailTried()
    expect(received(), 'asking again is no nuisance').toHaveLength(1)
  })

  test('is given up after three days if it has no token', async () => {
    const ada = await whole.as('ada', ['ROLE_USER'])
    await ada.patch(ada.iri, { oldPassword: 'password', plainPassword: 'difference' })
    const began = whole.now()
    await whole.mailTried()
    for (let [mail] = await queued(); mail; [mail] = await queued()) {
      whole.advanceClock(Date.parse(mail.due_at) - whole.now())
      await whole.mailTried()
    }
    expect(whole.now() - began).toBeGreaterThan(2 * 24 * hour)
    expect(whole.now() - began).toBeLessThanOrEqual(3 * 24 * hour)
  })

  test('is not sent with a token that was revoked meanwhile', async () => {
    const root = await whole.as('root', ['ROLE_SUPER_ADMIN'])
    const ada = await whole.as('ada', ['ROLE_USER'])
    await visitor.get('/password/reset/request/ada')
    await whole.mailTried()
    await root.patch(ada.iri, { roles: ['ROLE_ADMIN'] })
    smtp.startAccepting()
    whole.advanceClock(hour / 2)
    await whole.mailTried()
    expect(received()).toEqual([])
  })

  test('is not delayed by a clock that is set back', async () => {
    await whole.as('ada', ['ROLE_USER'])
    await visitor.get('/password/reset/request/ada')
    await whole.mailTried()
    smtp.startAccepting()
    whole.advanceClock(-365 * 24 * hour)
    await whole.mailTried()
    expect(received()).toHaveLength(1)
  })
})

eachDatabase('mail that is due', (open) => {
  const add = (queue: MailQueue, db: Awaited<ReturnType<typeof open>>, to: string) =>
    lockedTransaction(db, (tx) => queue.add(tx, { to, content, token: null }))
  /** Returns a mailer that records the addresses it sends to. */
  const recorder = (sent: string[]) => ({
    send: async (to: string) => {
      sent.push(to)
      return '250 Accepted'
    },
  })
  const addresses = (count: number) =>
    Array.from({ length: count }, (_, at) => `person-${at}@people.test`)

  test('is sent once by several processes', async () => {
    const db = await open()
    const sent: string[] = []
    const mailer = recorder(sent)
    const queues = [1, 2, 3].map(() => createMailQueue({ db, mailer, log: noopLog }))
    for (const to of addresses(20)) await add(queues[0]!, db, to)
    for (const queue of queues) queue.start()
    await Promise.all(queues.map(({ settled }) => settled()))
    expect(sent.toSorted()).toEqual(addresses(20).toSorted())
    await Promise.all(queues.map(({ stop }) => stop()))
  })

  test('is not sent when its transaction rolls back', async () => {
    const db = await open()
    const sent: string[] = []
    const mailer = recorder(sent)
    const queue = createMailQueue({ db, mailer, log: noopLog })
    queue.start()
    const failing = lockedTransaction(db, async (tx) => {
      await queue.add(tx, { to: 'nobody@people.test', content, token: null })
      throw new Error('The change was refused.')
    })
    await expect(failing).rejects.toThrow('refused')
    await queue.settled()
    expect(sent).toEqual([])
    await queue.stop()
  })

  test('is still sent when the server stops', async () => {
    const db = await open()
    const sent: string[] = []
    let go = () => {}
    const slow = new Promise<void>((resolve) => (go = resolve))
    const mailer = { send: (to: string) => slow.then(() => recorder(sent).send(to)) }
    const queue = createMailQueue({ db, mailer, log: noopLog })
    queue.start()
    for (const to of addresses(9)) await add(queue, db, to)
    queue.wake()
    const stopped = queue.stop()
    go()
    await stopped
    expect(sent.toSorted()).toEqual(addresses(9))
    expect(await db.selectFrom('mail').selectAll().execute()).toEqual([])
  })

  test('is sent by another process some time after its own has crashed', async () => {
    const db = await open()
    const crashedAt = Date.now()
    let now = crashedAt
    let hasBegun = () => {}
    const begun = new Promise<void>((resolve) => (hasBegun = resolve))
    const dying = createMailQueue({
      db,
      // Its time stands still: this queue is still running, and would otherwise see that the lease on its mail is over.
      clock: () => crashedAt,
      log: noopLog,
      mailer: {
        send: () => {
          hasBegun()
          return new Promise(() => {})
        },
      },
    })
    await add(dying, db, 'ada@people.test')
    dying.start()
    await begun
    const sent: string[] = []
    const other = createMailQueue({
      db,
      clock: () => now,
      log: noopLog,
      mailer: recorder(sent),
    })
    other.start()
    await other.settled()
    expect(sent).toEqual([])
    now += 5 * minute
    await other.settled()
    expect(sent).toEqual(['ada@people.test'])
    await other.stop()
  })
})

describe('mail that could not be sent', () => {
  eachStorage('before the server stopped', (newStorage) => {
    test('is sent after a restart', async () => {
      const storage = await newStorage()
      const dead = { SITE_URL: 'http://site.test', SMTP_URL: 'smtp://127.0.0.1:1' }
      const before = await startServer(storage, dead)
      const admin = createHttpClient(before.url)
      await admin.signIn()
      const answer = await admin.get('/password/reset/request/admin')
      expect(answer.status).toBe(200)
      await expect.poll(() => before.output()).toContain('could not be sent (E')
      expect(before.output()).not.toContain('site.invalid')
      await before.stop()

      const smtp = await startSmtp()
      const after = await startServer(storage, { ...dead, SMTP_URL: smtp.url })
      after.advance(minute)
      // Any new mail starts the queue.
      await createHttpClient(after.url).get('/password/reset/request/admin')
      await expect.poll(() => smtp.received.length).toBe(1)
      await after.stop()
      const [mail] = smtp.received.map(readMail)
      expect(mail!.link.pathname).toMatch(/^\/reset-password\/admin\//)
      await smtp.close()
      const opened = await openDatabase({
        dataDir: storage.DATA_DIR,
        databaseUrl: storage.DATABASE_URL ?? null,
      })
      expect(await opened.db.selectFrom('mail').selectAll().execute()).toEqual([])
      await opened.close()
      const key = mail!.link.pathname.split('/').at(-1)!
      const names = await readdir(storage.DATA_DIR)
      for (const name of names.filter((one) => one.startsWith('troupe.db'))) {
        const file = await readFile(join(storage.DATA_DIR, name))
        expect(file.includes(key), `${name} holds no key, not even in what was deleted`).toBe(false)
      }
    })
  })
})
