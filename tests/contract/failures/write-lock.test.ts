import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPostgres } from '../../support/server/databases.ts'
import { holdWriteLock } from '../../support/server/lock-holder.ts'
import {
  type HttpClient,
  type HttpResponse,
  createHttpClient,
} from '../../support/server/in-process-server.ts'
import {
  type ServerProcess,
  requireBuild,
  startServerProcess,
} from '../../support/server/server-process.ts'

const past = '2026-01-05T09:00:00+00:00'
const ready = { ready: true, checks: { database: 'ok', disk: 'ok' } }

beforeAll(requireBuild, 120_000)

let count = 0
const next = () => (count += 1)

/**
 * Performs one write of every kind: content, settings, accounts, sign-ins with their rate limits, sessions.
 */
const writeEverything = async (site: ServerProcess, editor: HttpClient, leaver: HttpClient) => {
  const writes: Record<string, () => Promise<HttpResponse>> = {
    content: () =>
      editor.post('/component/titles', { title: `Title ${next()}`, publishedAt: past }),
    setting: () => editor.post('/_/site_config_parameters', { key: `key${next()}`, value: 'x' }),
    account: () => {
      const username = `user${next()}`
      const emailAddress = `${username}@people.test`
      return editor.post('/users', { username, emailAddress, plainPassword: 'a-long-password' })
    },
    signIn: () => createHttpClient(site.url).signIn(),
    failedSignIn: () => createHttpClient(site.url).signIn('nobody', 'a-wrong-password'),
    signOut: () => leaver.request('/_api/logout', { method: 'POST' }),
  }
  const replies = await Promise.all(
    Object.entries(writes).map(async ([name, write]) => [name, await write()] as const),
  )
  return Object.fromEntries(replies)
}

const statusesOf = (replies: Record<string, HttpResponse>) =>
  Object.fromEntries(Object.entries(replies).map(([name, { status }]) => [name, status]))

const done = {
  content: 201,
  setting: 201,
  account: 201,
  signIn: 204,
  failedSignIn: 401,
  signOut: 200,
}

const signedIn = async (site: ServerProcess) => {
  const person = createHttpClient(site.url)
  expect((await person.signIn()).status).toBe(204)
  return person
}

interface Holder {
  release: () => Promise<void>
  kill: () => Promise<void>
}

/** Takes the lock that another process of this server takes before it writes. */
const holdAdvisoryLock = async (connectionString: string): Promise<Holder> => {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock(7261)')
  const release = () => client.end()
  return { release, kill: release }
}

describe.each(['libsql', 'PostgreSQL'])('a write lock held by another process, on %s', (name) => {
  let site: ServerProcess
  let editor: HttpClient
  let hold: () => Promise<Holder>
  beforeAll(async () => {
    const url = name === 'PostgreSQL' ? await createPostgres() : null
    site = await startServerProcess(url ? { DATABASE_URL: url } : {})
    hold = () => (url ? holdAdvisoryLock(url) : holdWriteLock(site.dataDir))
    editor = await signedIn(site)
  }, 60_000)
  afterAll(() => site.dispose())

  test('for a moment makes writes wait, but not reads', async () => {
    const leaver = await signedIn(site)
    const holder = await hold()
    const order: string[] = []
    const writing = writeEverything(site, editor, leaver).then((replies) => {
      order.push('written')
      return replies
    })
    for (let at = 0; at < 5; at += 1) {
      // A new query, so that no cache has the response.
      const { status } = await editor.get(`/component/titles?perPage=5&page=1&asked=${next()}`)
      expect(status).toBe(200)
      order.push('read')
    }
    await holder.release()
    expect(statusesOf(await writing)).toEqual(done)
    expect(order).toEqual([...Array.from({ length: 5 }, () => 'read'), 'written'])
    expect(statusesOf(await writeEverything(site, editor, await signedIn(site)))).toEqual(done)
  }, 60_000)

  test('for long refuses writes with Retry-After and shows at /readyz, until it is released', async () => {
    const leaver = await signedIn(site)
    const holder = await hold()
    const refused = await writeEverything(site, editor, leaver)
    for (const [kind, { status, headers }] of Object.entries(refused)) {
      // On PostgreSQL deleting a session needs no lock.
      if (status === 200 && kind === 'signOut') continue
      expect([kind, status]).toEqual([kind, 503])
      expect(Number(headers.get('retry-after')), kind).toBeGreaterThan(0)
    }
    const busy = await createHttpClient(site.url).request('/readyz')
    expect(busy).toMatchObject({ status: 503, json: { checks: { database: 'busy' } } })
    expect((await createHttpClient(site.url).request('/healthz')).status).toBe(200)
    expect((await editor.get('/component/titles')).status).toBe(200)
    // A visitor may not write at all, so nothing waits for the lock.
    const visitor = createHttpClient(site.url)
    expect((await visitor.post('/component/titles', { title: 'Hello' })).status).toBe(401)

    await holder.release()
    expect(statusesOf(await writeEverything(site, editor, await signedIn(site)))).toEqual(done)
    const after = await createHttpClient(site.url).request('/readyz')
    expect(after).toMatchObject({ status: 200, json: ready })
  }, 60_000)

  test('is released when that process is killed', async () => {
    const leaver = await signedIn(site)
    const holder = await hold()
    const writing = writeEverything(site, editor, leaver)
    await editor.get('/component/titles')
    await holder.kill()
    expect(statusesOf(await writing)).toEqual(done)
  }, 60_000)
})
