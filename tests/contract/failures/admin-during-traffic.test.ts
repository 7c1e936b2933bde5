import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAdminCommand } from '../../support/server/admin-command.ts'
import { createPostgres } from '../../support/server/databases.ts'
import { type HubSubscriber, subscribeToHub } from '../../support/http/hub-subscriber.ts'
import { type HttpClient, createHttpClient } from '../../support/server/in-process-server.ts'
import {
  type ServerProcess,
  requireBuild,
  startServerProcess,
} from '../../support/server/server-process.ts'
import { startSteadyLoad } from '../../support/http/steady-load.ts'

const past = '2026-01-05T09:00:00+00:00'

beforeAll(requireBuild, 120_000)

/** Reads events until one about each of these resources has arrived, and returns those. */
const receivedAbout = async (listener: HubSubscriber, iris: readonly string[]) => {
  const received = new Map<string, Record<string, unknown>>()
  while (iris.some((iri) => !received.has(iri))) {
    const frame = await listener.nextFrame()
    if (!frame) throw new Error('The stream ended.')
    received.set(frame.data['@id'], frame.data)
  }
  return iris.map((iri) => received.get(iri))
}

describe.each(['libsql', 'PostgreSQL'])('npm run admin during traffic, on %s', (name) => {
  let site: ServerProcess
  let env: Record<string, string>
  let editor: HttpClient
  let visitor: HttpClient
  beforeAll(async () => {
    const database: Record<string, string> =
      name === 'PostgreSQL' ? { DATABASE_URL: await createPostgres() } : {}
    site = await startServerProcess(database)
    env = { DATA_DIR: site.dataDir, ...database }
    editor = createHttpClient(site.url)
    visitor = createHttpClient(site.url)
    expect((await editor.signIn()).status).toBe(204)
  }, 60_000)
  afterAll(() => site.dispose())

  const create = async (iri: string, body: unknown) => {
    const { status, json, text } = await editor.post(iri, body)
    expect([status, text]).toEqual([201, text])
    return json as Record<string, unknown> & { '@id': string }
  }

  test('creates an account, exports and migrates while editors write continuously', async () => {
    const load = await startSteadyLoad({ url: site.url, editor })
    await load.waitForAcknowledged(5)
    const made = await runAdminCommand(
      ['user:create', 'Ada', 'ada@people.test'],
      env,
      'lovelace-1815\n',
    )
    expect(made).toMatchObject({ code: 0, err: 'Ada can sign in.\n' })
    expect((await createHttpClient(site.url).signIn('Ada', 'lovelace-1815')).status).toBe(204)
    const { code, out } = await runAdminCommand(['export', '-'], env)
    expect(code).toBe(0)
    expect(out.split('\n').length).toBeGreaterThan(50)
    expect(await runAdminCommand(['migrate'], env)).toMatchObject({ code: 0 })
    await load.waitForAcknowledged(5)
    await load.finish()
    expect([...load.statuses.keys()].toSorted()).toEqual([200, 201, 404])
  }, 120_000)

  test('imports content, which pages, responses and streams show without a restart', async () => {
    const title = await create('/component/titles', { title: 'As exported', publishedAt: past })
    const { member } = (await editor.get('/_/layouts')).json as { member: { '@id': string }[] }
    const page = await create('/_/pages', {
      reference: 'imported',
      title: 'As exported',
      layout: member[0]!['@id'],
      isTemplate: false,
      uiComponent: 'PrimaryPageTemplate',
    })
    await create('/_/routes', { path: '/imported', name: 'imported', page: page['@id'] })
    const { out } = await runAdminCommand(['export', '-'], env)

    const listener = await subscribeToHub(site.url)
    await listener.nextBlock()
    await editor.patch(`${title['@id']}?published=true`, { title: 'Changed since' })
    await editor.patch(page['@id'], { title: 'Changed since' })
    const extra = await create('/component/titles', { title: 'Made since', publishedAt: past })
    // Every event from here on is the import's.
    await receivedAbout(listener, [extra['@id']])
    // Cached from here on, in the page cache and the response cache.
    expect((await visitor.request('/imported')).text).toContain('Changed since')
    expect((await visitor.request('/imported')).text).toContain('Changed since')
    expect((await visitor.get(title['@id'])).json['title']).toBe('Changed since')
    expect((await visitor.get(title['@id'])).json['title']).toBe('Changed since')

    const imported = await runAdminCommand(['import', '-', '--replace'], env, out)
    expect(imported).toMatchObject({ code: 0 })
    const [asBefore, gone] = await receivedAbout(listener, [title['@id'], extra['@id']])
    expect(asBefore).toMatchObject({ title: 'As exported' })
    expect(gone).toEqual({ '@id': extra['@id'] })
    expect((await visitor.get(title['@id'])).json['title']).toBe('As exported')
    expect((await visitor.get(extra['@id'])).status).toBe(404)
    const shown = await visitor.request('/imported')
    expect(shown.text).toContain('As exported')
    expect(shown.text).not.toContain('Changed since')
    listener.close()
    // Sessions are not part of an export.
    expect((await editor.get('/me')).status).toBe(401)
    expect((await editor.signIn()).status).toBe(204)
  }, 120_000)

  test('resets the demo and publishes the deletions', async () => {
    const listener = await subscribeToHub(site.url)
    await listener.nextBlock()
    const extra = await create('/component/titles', { title: 'Not in the demo', publishedAt: past })
    await receivedAbout(listener, [extra['@id']])
    await editor.patch('/_/site_config_parameters/siteName', { value: 'Not the demo' })
    expect((await visitor.request('/')).text).toContain('Not the demo')
    expect(await runAdminCommand(['reset-demo', '--yes'], env)).toMatchObject({ code: 0 })
    const [gone] = await receivedAbout(listener, [extra['@id']])
    expect(gone).toEqual({ '@id': extra['@id'] })
    expect((await visitor.get(extra['@id'])).status).toBe(404)
    expect((await visitor.request('/')).text).not.toContain('Not the demo')
    listener.close()
  }, 120_000)
})

test('a form changed by another process is not served from the cache', async () => {
  const DATABASE_URL = await createPostgres()
  const [one, other] = [
    await startServerProcess({ DATABASE_URL }),
    await startServerProcess({ DATABASE_URL }),
  ]
  try {
    const editor = createHttpClient(one.url)
    await editor.signIn()
    const { json } = await editor.get('/component/forms')
    const [form] = json['member'] as { '@id': string }[]
    const visitor = createHttpClient(other.url)
    expect((await visitor.request('/form')).text).toContain('<form')
    const changed = await editor.patch(form!['@id'], { uiClassNames: ['changed-by-one'] })
    expect(changed.status).toBe(200)
    // Forms have no live updates for browsers; events arrive in order, so a later one shows that this
    // server has caught up.
    const listener = await subscribeToHub(other.url)
    await listener.nextBlock()
    const { json: last } = await editor.post('/component/titles', {
      title: 'Last',
      publishedAt: past,
    })
    await receivedAbout(listener, [String(last['@id'])])
    expect((await visitor.request('/form')).text).toContain('changed-by-one')
    listener.close()
  } finally {
    await one.dispose()
    await other.dispose()
  }
}, 60_000)
