import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type RestorationMessage, uploadPartSize } from '#content/admin/site-backup.ts'
import { type StorageEnv, createPostgres, eachDatabase } from '../../support/server/databases.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  password,
  startServer,
} from '../../support/server/in-process-server.ts'
import { subscribeToHub } from '../../support/http/hub-subscriber.ts'
import { type FullApi, createFullApi } from '../support/full-api.ts'

const backups = '/_/backups'
const restorations = '/_/restorations'
const own = { currentPassword: password }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'troupe-backups-'))
})
afterAll(() => rm(folder, { recursive: true }))

const storages = {
  libsql: async (): Promise<StorageEnv> => ({ DATA_DIR: await mkdtemp(join(folder, 'site-')) }),
  PostgreSQL: async (): Promise<StorageEnv> => ({
    DATA_DIR: await mkdtemp(join(folder, 'site-')),
    DATABASE_URL: await createPostgres(),
  }),
}

const messagesIn = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RestorationMessage)

/** Returns the last message, which is the outcome. */
const outcomeIn = (text: string) => messagesIn(text).at(-1)!

/** Uploads a file in parts, and returns the address of the upload. */
const upload = async (owner: HttpClient, bytes: Buffer, partSize = uploadPartSize) => {
  const { json, status } = await owner.post(restorations, { size: bytes.length })
  expect(status).toBe(201)
  const path = `${restorations}/${String(json['id'])}`
  for (let offset = 0; offset < bytes.length; offset += partSize) {
    const part = await owner.request(`/_api${path}?offset=${offset}`, {
      method: 'PUT',
      body: bytes.subarray(offset, offset + partSize),
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect([part.status, part.json]).toEqual([
      200,
      { size: Math.min(bytes.length, offset + partSize) },
    ])
  }
  return path
}

/** Returns the lines with a last one that fits them. */
const whole = (lines: readonly string[]) => {
  const body = lines.map((line) => `${line}\n`).join('')
  const sha256 = createHash('sha256').update(body).digest('hex')
  return Buffer.from(`${body}${JSON.stringify({ end: { lines: lines.length, sha256 } })}\n`)
}

describe.each([
  ['libsql', 'PostgreSQL'],
  ['PostgreSQL', 'libsql'],
] as const)('a backup from the screen, from %s to %s', (from, to) => {
  let source: TestServer
  let target: TestServer
  let backup: Buffer
  let owner: HttpClient
  let targetEnv: StorageEnv
  beforeAll(async () => {
    source = await startServer(await storages[from]())
    owner = createHttpClient(source.url)
    await owner.signIn()
    await owner.patch('/_/site_config_parameters/siteName', { value: 'The Harbour' })
    targetEnv = await storages[to]()
    target = await startServer(targetEnv)
  })
  afterAll(async () => {
    await source.stop()
    await target.stop()
  })

  test('is downloaded with the current password only, is not stored by caches, and is logged', async () => {
    const path = `/_api${backups}`
    const headers = { 'content-type': 'application/ld+json' }
    for (const body of [{}, { currentPassword: 'a guess' }]) {
      const refused = await owner.request(path, { method: 'POST', body, headers })
      expect([refused.status, refused.json['violations']]).toMatchObject([
        422,
        [{ propertyPath: 'currentPassword' }],
      ])
    }
    const answer = await owner.request(path, { method: 'POST', body: own, headers })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="backup-\d{4}-\d{2}-\d{2}-\d{4}\.jsonl"$/,
    )
    backup = Buffer.from(answer.text)
    expect(answer.text.split('\n').at(-2)).toMatch(/^\{"end":/)
    const { json: health } = await owner.get('/_/health')
    expect(health['lastBackup']).toEqual({
      at: expect.any(String) as string,
      bytes: backup.length,
    })
    const { json: log } = await owner.get('/_/audit_entries?action=exported')
    expect(log['member']).toMatchObject([{ action: 'exported', username: 'admin' }])
  })

  test('is checked before it replaces the site, and says so to everyone who is told of changes', async () => {
    const person = createHttpClient(target.url)
    await person.signIn()
    const visitor = createHttpClient(target.url)
    expect((await visitor.request('/')).text).toContain('The Lantern Players')
    const path = await upload(person, backup, 300_000)
    const checked = await person.get(path)
    expect(checked.headers.get('cache-control')).toBe('private, no-store')
    const outcome = outcomeIn(checked.text)
    expect(outcome).toMatchObject({
      type: 'checked',
      check: {
        siteName: 'The Lantern Players',
        backupName: 'The Harbour',
        current: { accounts: 1, files: 5 },
        backup: { accounts: 1, files: 5 },
        // The first account of another site has another id.
        staysSignedIn: false,
      },
    })
    const wrong = await person.post(path, { ...own, siteName: 'The Harbour' })
    expect([wrong.status, wrong.json['violations']]).toMatchObject([
      422,
      [{ propertyPath: 'siteName' }],
    ])
    const unsure = await person.post(path, { siteName: 'The Lantern Players' })
    expect(unsure.json['violations']).toMatchObject([{ propertyPath: 'currentPassword' }])
    expect((await visitor.request('/')).text).toContain('The Lantern Players')
    const listener = await subscribeToHub(target.url)
    const restored = await person.post(path, { ...own, siteName: ' The Lantern Players ' })
    expect(outcomeIn(restored.text)).toEqual({ type: 'restored', isSignedIn: false })
    expect((await listener.nextFrame())!.data['@id']).toMatch(/^\//)
    listener.close()
    expect((await visitor.request('/')).text).toContain('The Harbour')
    expect((await person.get('/_/health')).status).toBe(401)
    expect(await readdir(join(targetEnv.DATA_DIR, 'restorations'))).toEqual([])
    const again = createHttpClient(target.url)
    expect((await again.signIn()).status).toBe(204)
    const { json: log } = await again.get('/_/audit_entries?action=imported')
    expect(log['member']).toMatchObject([{ action: 'imported', username: 'admin' }])
  })

  test('leaves the person signed in whose account it has, and nobody else', async () => {
    const other = createHttpClient(source.url)
    await other.signIn()
    await owner.patch('/_/site_config_parameters/siteName', { value: 'Changed since' })
    const path = await upload(owner, backup)
    expect(outcomeIn((await owner.get(path)).text)).toMatchObject({
      check: { siteName: 'Changed since', staysSignedIn: true },
    })
    const restored = await owner.post(path, { ...own, siteName: 'Changed since' })
    const outcomes = messagesIn(restored.text)
    expect(outcomes.at(-1)).toEqual({ type: 'restored', isSignedIn: true })
    expect(outcomes[0]).toEqual({ type: 'progress', done: expect.any(Number) as number })
    expect((await owner.get('/_/site_config_parameters/siteName')).json['value']).toBe(
      'The Harbour',
    )
    expect((await other.get('/me')).status).toBe(401)
  })
})

eachDatabase('the endpoints of backups', (open) => {
  let whole_: FullApi
  afterEach(() => whole_.close())

  const start = async () => {
    whole_ = await createFullApi(await open())
    const owner = await whole_.as('owner', ['ROLE_SUPER_ADMIN'])
    const text = (await owner.post(backups, { currentPassword: 'password' })).text
    return { owner, lines: text.trimEnd().split('\n').slice(0, -1) }
  }
  type Owner = Awaited<ReturnType<typeof start>>['owner']

  const send = async (owner: Owner, bytes: Buffer) => {
    const { body } = await owner.post(restorations, { size: bytes.length })
    const path = `${restorations}/${String(body['id'])}`
    await owner.ask('PUT', `${path}?offset=0`, { body: bytes.toString() })
    return path
  }
  const checkOf = async (owner: Owner, bytes: Buffer) => {
    const path = await send(owner, bytes)
    const outcome = outcomeIn((await owner.get(path)).text)
    return { path, outcome }
  }

  test('are for super admins only', async () => {
    whole_ = await createFullApi(await open())
    for (const [browser, status] of [
      [whole_.browser(), 401],
      [await whole_.as('editor', ['ROLE_ADMIN']), 403],
    ] as const) {
      expect((await browser.post(backups, { currentPassword: 'password' })).status).toBe(status)
      expect((await browser.post(restorations, { size: 1 })).status).toBe(status)
      for (const method of ['GET', 'PUT', 'POST', 'DELETE'])
        expect((await browser.ask(method, `${restorations}/x`)).status).toBe(status)
    }
  })

  test('refuse what is no backup, and delete it', async () => {
    const { owner, lines } = await start()
    const account = lines.find((line) => line.startsWith('{"account"'))!
    const others = lines.filter((line) => line !== account)
    const changed = (one: string, other: string) => whole([...others, account.replace(one, other)])
    const deep = `{"resource":${'{"data":'.repeat(50)}1${'}'.repeat(50)}}`
    const refused: [Buffer, string][] = [
      [Buffer.from('<!doctype html>\n'), 'This is not a backup of a site.'],
      [whole(['{"site":"troupe","format":2}']), 'newer version'],
      [whole(lines.slice(0, -1)).subarray(0, -20), 'damaged'],
      [Buffer.from(`${lines.join('\n')}\n`), 'incomplete'],
      [whole([...others, account]).subarray(1), 'This is not a backup of a site.'],
      [whole([...lines, deep]), 'damaged'],
      [whole([...lines, '{"session":{}}']), 'damaged'],
      [whole([...lines, '{"file":{"name":"../outside.png","bytes":""}}']), 'damaged'],
      // A hash of such a cost would stop the server at the next sign-in.
      [changed('scrypt$16384$', 'scrypt$999999$'), 'damaged'],
      [changed('owner', 'own\\u0000er'), 'damaged'],
      [changed('"enabled":1', '"enabled":0'), 'Nobody could sign in'],
      [whole(others), 'Nobody could sign in'],
    ]
    for (const [bytes, message] of refused) {
      const { path, outcome } = await checkOf(owner, bytes)
      expect(outcome).toEqual({
        type: 'failed',
        message: expect.stringContaining(message) as string,
      })
      expect((await owner.get(path)).status).toBe(404)
    }
    const { outcome } = await checkOf(owner, whole(lines))
    expect(outcome).toMatchObject({ type: 'checked', check: { staysSignedIn: true } })
  })

  test('change nothing when the restoration fails in the middle', async () => {
    const { owner, lines } = await start()
    const { outcome, path } = await checkOf(owner, whole([...lines, lines.at(-1)!]))
    expect(outcome.type).toBe('checked')
    const answer = await owner.post(path, {
      currentPassword: 'password',
      siteName: 'The Harbour',
    })
    expect(outcomeIn(answer.text)).toEqual({
      type: 'failed',
      message: 'Something went wrong on the server. Nothing was changed.',
    })
    expect((await owner.get('/me')).status).toBe(200)
  })

  test('accept only parts that follow each other, of a file that has space', async () => {
    const { owner } = await start()
    expect((await owner.post(restorations, { size: 'much' })).status).toBe(422)
    const large = await owner.post(restorations, { size: 2 ** 50 })
    expect([large.status, large.body.violations]).toMatchObject([422, [{ propertyPath: 'file' }]])
    const path = await send(owner, Buffer.from('first'))
    expect((await owner.ask('PUT', `${path}?offset=4`, { body: 'x' })).status).toBe(409)
    expect((await owner.ask('PUT', `${path}?offset=-1`, { body: 'x' })).status).toBe(400)
    expect((await owner.ask('PUT', `${path}?offset=5`, { body: '"second"' })).status).toBe(200)
    expect((await owner.ask('DELETE', path)).status).toBe(204)
    expect((await owner.ask('DELETE', path)).status).toBe(404)
    expect((await owner.get(`${restorations}/..%2f..%2ftroupe`)).status).toBe(404)
  })
})
