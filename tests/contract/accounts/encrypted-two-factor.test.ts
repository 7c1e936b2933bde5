import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { unreadableSecret, wrongCode } from '#content/account/two-factor.ts'
import { type SiteHealth, healthChecksOf } from '#content/admin/site-health.ts'
import {
  type SecretKeys,
  createSecretEncryption,
} from '#server/auth/two-factor/secret-encryption.ts'
import { encryptStoredSecrets } from '#server/auth/two-factor/stored-secrets.ts'
import type { Database } from '#server/store/db/schema.ts'
import { type StorageEnv, createPostgres, eachDatabase } from '../../support/server/databases.ts'
import { createHttpClient, password, startServer } from '../../support/server/in-process-server.ts'
import { type FullApi, createFullApi } from '../support/full-api.ts'

const json = { 'Content-Type': 'application/json' }
const minute = 60 * 1_000
const codeAt = (secret: string, timestamp: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })

eachDatabase('the stored keys of authenticator apps', (open) => {
  const opened: FullApi[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((whole) => whole.close()))
  })

  /** Starts a server with these keys on a database. */
  const serve = async (db: Database, ...secretKeys: SecretKeys) => {
    await encryptStoredSecrets(db, createSecretEncryption(secretKeys))
    const whole = await createFullApi(db, { secretKeys })
    opened.push(whole)
    // Each server tells codes of another time.
    whole.advanceClock(opened.length * minute)
    return whole
  }
  type Browser = Awaited<ReturnType<FullApi['as']>>

  const turnOn = async (whole: FullApi, browser: Browser) => {
    const { body } = await browser.post(`${browser.iri}/two-factor`, {})
    const secret = String(body['secret'])
    const code = codeAt(secret, whole.now())
    const confirmed = await browser.post(`${browser.iri}/two-factor/confirmation`, { code })
    whole.advanceClock(minute)
    return { secret, recoveryCodes: confirmed.body['recoveryCodes'] as string[] }
  }
  const start = async () => {
    const db = await open()
    const whole = await serve(db, 'the first key')
    const ada = await whole.as('ada', ['ROLE_ADMIN'])
    return { db, whole, ada, ...(await turnOn(whole, ada)) }
  }
  /** Signs in with the password, and then sends these codes. */
  const signIn = async (whole: FullApi, ...codes: string[]) => {
    const browser = whole.browser()
    const { body } = await browser.signIn('ada', 'password')
    const send = (code: string) => {
      const sent = { twoFactorToken: String(body['twoFactorToken']), code }
      return browser.ask('POST', '/login', { body: sent, headers: json })
    }
    let reply = await send(codes[0]!)
    for (const code of codes.slice(1)) reply = await send(code)
    return { ...reply, browser }
  }
  const storedIn = async (db: Database) =>
    (await db.selectFrom('two_factor').select('secret').execute()).map(({ secret }) => secret)

  test('are encrypted, and not valid in the row of another account', async () => {
    const { db, whole, ada, secret } = await start()
    const [stored = ''] = await storedIn(db)
    expect(stored).toMatch(/^v1\./)
    expect(stored).not.toContain(secret)
    const grace = await whole.as('grace', ['ROLE_ADMIN'])
    await turnOn(whole, grace)
    const id = (iri: string) => iri.replace('/users/', '')
    await db
      .updateTable('two_factor')
      .set(({ selectFrom }) => ({
        secret: selectFrom('two_factor').select('secret').where('account_id', '=', id(grace.iri)),
      }))
      .where('account_id', '=', id(ada.iri))
      .execute()
    expect((await signIn(whole, codeAt(secret, whole.now()))).status).toBe(422)
  })

  test('of an older version are encrypted at the next start, and by a new key after that', async () => {
    const { db, secret } = await start()
    await db.updateTable('two_factor').set({ secret }).execute()
    const upgraded = await serve(db, 'the first key')
    const [encrypted] = await storedIn(db)
    expect(encrypted).toMatch(/^v1\./)
    expect((await signIn(upgraded, codeAt(secret, upgraded.now()))).status).toBe(204)

    const rotated = await serve(db, 'a new key', 'the first key')
    const [rewritten] = await storedIn(db)
    expect(rewritten).not.toBe(encrypted)
    expect((await signIn(rotated, codeAt(secret, rotated.now()))).status).toBe(204)
    // The old one is not needed any more.
    const later = await serve(db, 'a new key')
    expect(await storedIn(db)).toEqual([rewritten])
    expect((await signIn(later, codeAt(secret, later.now()))).status).toBe(204)
  })

  test('of another key leave the recovery codes, and the refusal says why', async () => {
    const { db, ada, secret, recoveryCodes } = await start()
    const before = await storedIn(db)
    const whole = await serve(db, 'a wrong key')
    expect(await storedIn(db)).toEqual(before)
    // None of these attempts is counted against the recovery code.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const code = codeAt(secret, whole.now())
      const refused = await signIn(whole, code, code, code, code)
      expect([refused.status, refused.body['detail']]).toEqual([422, unreadableSecret])
    }
    const wrong = await signIn(whole, 'not-a-recovery-code')
    expect([wrong.status, wrong.body['detail']]).toEqual([422, wrongCode])
    const { status, browser } = await signIn(whole, recoveryCodes[0]!)
    expect(status).toBe(204)

    const root = await whole.as('root', ['ROLE_SUPER_ADMIN'])
    const { body } = await root.get('/_/health')
    expect(body['unreadableSecrets']).toBe(1)
    expect(healthChecksOf(body as unknown as SiteHealth)).toContainEqual(
      expect.objectContaining({ name: 'Two-factor keys', state: 'bad' }),
    )

    const proof = { currentPassword: 'password', code: codeAt(secret, whole.now()) }
    const path = `${ada.iri}/two-factor/removal`
    const stuck = await browser.post(path, proof)
    expect([stuck.status, stuck.body['violations']]).toMatchObject([
      422,
      [{ propertyPath: 'code', message: unreadableSecret }],
    ])
    expect((await browser.post(path, { ...proof, code: recoveryCodes[1] })).status).toBe(204)
    const fresh = await turnOn(whole, { ...browser, iri: ada.iri })
    expect((await signIn(whole, codeAt(fresh.secret, whole.now()))).status).toBe(204)
    expect((await root.get('/_/health')).body['unreadableSecrets']).toBe(0)
  })

  test('work again once the server has their key', async () => {
    const { db, secret } = await start()
    const wrong = await serve(db, 'a wrong key')
    expect((await signIn(wrong, codeAt(secret, wrong.now()))).status).toBe(422)
    const right = await serve(db, 'a wrong key', 'the first key')
    expect((await signIn(right, codeAt(secret, right.now()))).status).toBe(204)
  })
})

describe.each([
  ['libsql', 'PostgreSQL'],
  ['PostgreSQL', 'libsql'],
] as const)('a backup with an authenticator app, from %s to %s', (from, to) => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'troupe-keys-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const storage = async (database: string): Promise<StorageEnv> => ({
    DATA_DIR: await mkdtemp(join(folder, 'site-')),
    ...(database === 'PostgreSQL' && { DATABASE_URL: await createPostgres() }),
  })
  const keyOfSource = 'a secret key that is long enough'

  const makeBackup = async () => {
    const server = await startServer(await storage(from), { SECRET_KEY: keyOfSource })
    const owner = createHttpClient(server.url)
    await owner.signIn()
    const iri = `${String((await owner.get('/me')).json['@id'])}/two-factor`
    const secret = String((await owner.post(iri, {})).json['secret'])
    const code = codeAt(secret, Date.now())
    const { json: confirmed } = await owner.post(`${iri}/confirmation`, { code })
    const backup = await owner.post('/_/backups', { currentPassword: password })
    await server.stop()
    const [recoveryCode = ''] = confirmed['recoveryCodes'] as string[]
    return { secret, recoveryCode, backup: backup.text }
  }

  /** Restores it by the screen on a new site, and returns what was said before, and the status of signing in with each code. */
  const restoreWith = async (
    key: string,
    { secret, recoveryCode, backup }: Awaited<ReturnType<typeof makeBackup>>,
  ) => {
    const server = await startServer(await storage(to), { SECRET_KEY: key })
    const owner = createHttpClient(server.url)
    await owner.signIn()
    const { json: upload } = await owner.post('/_/restorations', {
      size: Buffer.byteLength(backup),
    })
    const path = `/_/restorations/${String(upload['id'])}`
    await owner.request(`/_api${path}?offset=0`, { method: 'PUT', body: Buffer.from(backup) })
    const check = (await owner.get(path)).text.trim().split('\n').at(-1) ?? ''
    await owner.post(path, { currentPassword: password, siteName: 'The Lantern Players' })
    const statusWith = async (code: string) => {
      const person = createHttpClient(server.url)
      const { json: asked } = await person.signIn()
      const sent = { twoFactorToken: asked['twoFactorToken'], code }
      const headers = { 'content-type': 'application/json' }
      const options = { method: 'POST', body: sent, headers }
      return (await person.request('/_api/login', options)).status
    }
    const statuses = [
      await statusWith(codeAt(secret, Date.now() + 30_000)),
      await statusWith(recoveryCode),
    ]
    await server.stop()
    return { check, statuses }
  }

  let made: Awaited<ReturnType<typeof makeBackup>>
  beforeAll(async () => {
    made = await makeBackup()
  })

  test('goes on with the same key', async () => {
    expect(made.backup).toContain('"two_factor"')
    expect(made.backup).not.toContain(made.secret)
    const { check, statuses } = await restoreWith(keyOfSource, made)
    expect(check).toContain('"unreadableSecrets":0')
    expect(statuses).toEqual([204, 204])
  }, 60_000)

  test('accepts recovery codes alone with another key, which is said before', async () => {
    const { check, statuses } = await restoreWith('another secret key that is long enough', made)
    expect(check).toContain('"unreadableSecrets":1')
    expect(statuses).toEqual([422, 204])
  }, 60_000)

  test('of an older version, which has the key readable, is restored encrypted', async () => {
    const lines = made.backup.trimEnd().split('\n').slice(0, -1)
    const older = lines.map((line) =>
      line.startsWith('{"two_factor"')
        ? line.replace(/"secret":"[^"]+"/, `"secret":"${made.secret}"`)
        : line,
    )
    const backup = withEnd(older)
    const { check, statuses } = await restoreWith('another secret key that is long enough', {
      ...made,
      backup,
    })
    expect(check).toContain('"unreadableSecrets":0')
    expect(statuses).toEqual([204, 204])
  }, 60_000)
})

/** Returns the lines with a last one that fits them. */
const withEnd = (lines: readonly string[]) => {
  const body = lines.map((line) => `${line}\n`).join('')
  const sha256 = createHash('sha256').update(body).digest('hex')
  return `${body}${JSON.stringify({ end: { lines: lines.length, sha256 } })}\n`
}
