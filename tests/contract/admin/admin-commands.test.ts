import { createHash } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAdmin } from '#server/admin/cli.ts'
import { exportTableNames, exportTables } from '#server/backup/backup-format.ts'
import {
  type StorageEnv,
  createPostgres,
  eachDatabase,
  eachStorage,
} from '../../support/server/databases.ts'
import {
  type HttpClient,
  createHttpClient,
  password,
  startServer,
} from '../../support/server/in-process-server.ts'
import type { Json } from '../support/content-api.ts'
import { filesOf, library, pathIn, pictureUri } from '../support/library-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'troupe-admin-'))
})
afterAll(() => rm(folder, { recursive: true }))

interface Input {
  env?: Record<string, string>
  typed?: string | Buffer | AsyncIterable<Buffer>
  /** The output is a terminal. */
  isTTY?: boolean
}

/** Runs a command and returns what it prints. */
const admin = async (
  args: readonly string[],
  { env = {}, typed = '', isTTY = false }: Input = {},
) => {
  const printed = { out: '', err: '' }
  const into = (where: 'out' | 'err') =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        printed[where] += chunk.toString()
        done()
      },
    })
  const code = await runAdmin(args, {
    env,
    stdin: Readable.from(typeof typed === 'string' ? [Buffer.from(typed)] : typed),
    stdout: into('out'),
    stderr: Object.assign(into('err'), { isTTY }),
  })
  return { code, ...printed }
}

const storages = {
  libsql: async (): Promise<StorageEnv> => ({ DATA_DIR: await mkdtemp(join(folder, 'site-')) }),
  PostgreSQL: async (): Promise<StorageEnv> => ({
    DATA_DIR: await mkdtemp(join(folder, 'site-')),
    DATABASE_URL: await createPostgres(),
  }),
}

const inText = 'In a text'

/** Publishes a text that shows a picture of the media library in two sizes. */
const addTextWithPicture = async (person: HttpClient) => {
  const { json } = await person.post(library, { file: await pictureUri(1000, 'stage.png') })
  const [original, , smaller] = filesOf(json as Json).map(({ contentUrl }) => pathIn(contentUrl))
  const html = `<p>${inText}</p><img src="/_api${original}" srcset="/_api${smaller} 480w" alt="Stage">`
  const text = { html, publishedAt: '2026-01-05T09:00:00+00:00' }
  expect((await person.post('/component/html_contents', text)).status).toBe(201)
}

/** A site with the demo and everything that editors create: drafts, redirects, a file, settings, an account. */
const makeSite = async (storage: StorageEnv) => {
  const server = await startServer(storage)
  const person = createHttpClient(server.url)
  expect((await person.signIn()).status).toBe(204)
  const made = async (iri: string, body: unknown) => {
    const answer = await person.post(iri, body)
    expect([iri, answer.status, answer.text]).toEqual([iri, 201, answer.text])
    return answer.json as Record<string, unknown> & { '@id': string }
  }
  const { member } = (await person.get('/component/titles')).json as {
    member: { '@id': string }[]
  }
  await person.patch(member[0]!['@id'], { title: 'A draft — “ünïcode” 🎭 \\ \u2028' })
  await made('/component/titles', { title: 'Scheduled', publishedAt: '2999-01-01T00:00:00+00:00' })
  const { json: home } = await person.get('/_/routes//about')
  await made('/_/routes', { path: '/old/about', name: 'old', redirect: home['@id'] })
  await person.patch('/_/site_config_parameters/siteName', { value: 'The Harbour' })
  const { json: groups } = await person.get('/_/component_groups')
  const [group] = groups['member'] as { '@id': string }[]
  await person.patch(group!['@id'], { label: 'The cast' })
  const form = await made('/component/forms', { formType: 'example' })
  await made(`${form['@id']}/test`, {})
  const account = { username: 'Ada', emailAddress: 'ada@people.test', plainPassword: 'lovelace' }
  await made('/users', { ...account, roles: ['ROLE_ADMIN'] })
  const picture = sharp({ create: { width: 700, height: 300, channels: 3, background: 'teal' } })
  const file = `data:image/png;base64,${(await picture.png().toBuffer()).toString('base64')}`
  await made('/component/images', { file, publishedAt: '2026-01-05T09:00:00+00:00' })
  await addTextWithPicture(person)
  await server.stop()
}

/** Returns what the audit log contains, the latest first. */
const audited = async (owner: HttpClient) => {
  const { json } = await owner.get('/_/audit_entries')
  const entries = json['member'] as { action: string; place: string }[]
  const commands = entries.filter(({ action }) => action !== 'signedIn')
  return commands.map(({ action, place }) => `${action} by ${place}`)
}

const exported = async (storage: StorageEnv) => {
  const file = join(await mkdtemp(join(folder, 'export-')), 'site.jsonl')
  const { code, err } = await admin(['export', file], { env: storage })
  expect([code, err]).toEqual([0, expect.stringMatching(/^Exported [\d,]+ lines?\.\n$/)])
  return readFile(file)
}

const imported = async (storage: StorageEnv, bytes: Buffer, ...options: string[]) => {
  const file = join(await mkdtemp(join(folder, 'import-')), 'site.jsonl')
  await writeFile(file, bytes)
  return admin(['import', file, ...options], { env: storage })
}

describe.each([
  ['libsql', 'PostgreSQL'],
  ['PostgreSQL', 'libsql'],
] as const)('a site from %s to %s', (from, to) => {
  let bytes: Buffer
  let other: StorageEnv

  beforeAll(async () => {
    const storage = await storages[from]()
    await makeSite(storage)
    bytes = await exported(storage)
    other = await storages[to]()
    expect(await imported(other, bytes)).toMatchObject({ code: 0, out: '' })
  })

  test('is identical to the byte when exported again', async () => {
    expect((await exported(other)).equals(bytes)).toBe(true)
  })

  test('contains everything except sessions, tokens and events', () => {
    const lines = bytes.toString().trimEnd().split('\n')
    const kinds = new Set(lines.map((line) => Object.keys(JSON.parse(line) as object)[0]))
    const tables = ['resource', 'relation', 'handle', 'media_object', 'form_submission', 'account']
    expect([...kinds]).toEqual(['site', ...tables, 'file', 'end'])
    expect(bytes.toString()).not.toContain(password)
  })

  test('is served as before: drafts, redirects, names, files, settings and accounts', async () => {
    const server = await startServer(other)
    const person = createHttpClient(server.url)
    expect((await person.signIn('ada', 'lovelace')).status).toBe(204)
    const owner = createHttpClient(server.url)
    await owner.signIn()
    expect(await audited(owner)).toEqual(['exported by command line', 'imported by command line'])
    const { json } = await person.get('/component/titles?perPage=100')
    const titles = (json['member'] as { title: string }[]).map(({ title }) => title)
    expect(titles).toContain('A draft — “ünïcode” 🎭 \\ \u2028')
    expect(titles).toContain('Scheduled')
    expect((await person.get('/_/routes//old/about')).json).toMatchObject({
      redirectPath: '/about',
    })
    expect((await person.get('/_/site_config_parameters/siteName')).json).toMatchObject({
      value: 'The Harbour',
    })
    const { json: found } = await person.get('/_/routes?path=ABOUT&order[path]=asc')
    const paths = (found['member'] as { path: string }[]).map(({ path }) => path)
    expect(paths).toEqual(['/about', '/old/about'])
    const { json: groups } = await person.get('/_/component_groups?perPage=100')
    const labels = (groups['member'] as { label?: string }[]).flatMap(({ label }) => label ?? [])
    expect(labels).toEqual(['The cast'])
    const { json: images } = await person.get('/component/images')
    const [image] = images['member'] as { '@id': string }[]
    const download = await person.get(`${image!['@id']}/download/file`)
    expect([download.status, download.headers.get('content-type')]).toEqual([200, 'image/png'])
    await server.stop()
  })

  test('shows visitors the pictures of its texts, which the library counts as uses', async () => {
    const server = await startServer(other)
    const owner = createHttpClient(server.url)
    await owner.signIn()
    const { json: texts } = await owner.get('/component/html_contents?perPage=100')
    const text = (texts['member'] as Json[]).find(({ html }) => String(html).includes(inText))!
    const paths = String(text['html']).match(/\/_api\/[^" ]+/g)!
    expect(paths).toHaveLength(2)
    const sizes = paths.map(async (path) => {
      const answer = await fetch(server.url + path)
      return (await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width
    })
    expect(await Promise.all(sizes)).toEqual([1000, 480])
    const { json: files } = await owner.get(`${library}?perPage=100`)
    const file = (files['member'] as Json[]).find((one) =>
      filesOf(one).some(({ contentUrl }) => contentUrl.endsWith(paths[0]!)),
    )!
    expect((await owner.get(file['@id'])).json).toMatchObject({
      useCount: 1,
      usedBy: [{ '@id': text['@id'], property: 'html', isPublished: true }],
    })
    expect((await owner.remove(file['@id'])).status).toBe(422)
    await server.stop()
  })
})

eachStorage('a file that is not whole', (newStorage) => {
  let storage: StorageEnv
  let bytes: Buffer
  let before: Buffer

  const whole = (lines: readonly string[]) => {
    const body = lines.map((line) => `${line}\n`).join('')
    const sha256 = createHash('sha256').update(body).digest('hex')
    return Buffer.from(`${body}${JSON.stringify({ end: { lines: lines.length, sha256 } })}\n`)
  }

  beforeAll(async () => {
    const source = await newStorage()
    await makeSite(source)
    bytes = await exported(source)
    storage = await newStorage()
    before = await exported(storage)
  })

  const refused = async (damaged: Buffer) => {
    const { code, err, out } = await imported(storage, damaged)
    expect([code, out]).toEqual([1, ''])
    expect(err.trimEnd().split('\n'), err).toHaveLength(1)
    expect((await exported(storage)).equals(before)).toBe(true)
    expect(await readdir(join(storage.DATA_DIR, 'files')).catch(() => [])).toEqual([])
    return err
  }

  test('is rejected without changes when it is cut off anywhere', async () => {
    for (const part of [0, 0.2, 0.5, 0.9, 0.999]) {
      await refused(bytes.subarray(0, Math.floor(bytes.length * part)))
    }
    const lines = bytes.toString().trimEnd().split('\n')
    expect(await refused(Buffer.from(`${lines.slice(0, -1).join('\n')}\n`))).toContain('incomplete')
  })

  test('is rejected when a line is changed, missing, repeated, foreign or after the end', async () => {
    const lines = bytes.toString().trimEnd().split('\n')
    const rest = lines.slice(0, -1)
    const changed = bytes.toString().replace('The Harbour', 'The Hartour')
    expect(await refused(Buffer.from(changed))).toContain('damaged')
    await refused(Buffer.from(`${[...lines.slice(0, 3), ...lines.slice(4)].join('\n')}\n`))
    await refused(whole([...rest, rest.at(2)!]))
    await refused(whole([...rest, '{"session":{"token_hash":"x"}}']))
    await refused(whole([...rest, '{"file":{"name":"../outside.png","bytes":""}}']))
    await refused(Buffer.concat([bytes, Buffer.from('{}\n')]))
    await refused(Buffer.from('<!doctype html>\n'))
    const foreign = rest[1]!.replaceAll(
      /"\/(_|component|page_data)\/[^"/]+/g,
      '"/component/unknowns',
    )
    expect(await refused(whole([rest[0]!, foreign]))).toContain('no component kind')
  })

  test('does not overwrite an existing site without --replace', async () => {
    const busy = await newStorage()
    expect((await imported(busy, bytes)).code).toBe(0)
    const { code, err } = await imported(busy, bytes)
    expect([code, err]).toEqual([1, expect.stringContaining('--replace')])
    expect((await imported(busy, bytes, '--replace')).code).toBe(0)
    expect((await exported(busy)).equals(bytes)).toBe(true)
  })

  test('works with standard output and input', async () => {
    const source = await newStorage()
    expect((await imported(source, bytes)).code).toBe(0)
    const { code, out } = await admin(['export', '-'], { env: source })
    expect([code, out]).toEqual([0, bytes.toString()])
    const target = await newStorage()
    expect(await admin(['import', '-'], { env: target, typed: out })).toMatchObject({ code: 0 })
    expect((await exported(target)).equals(bytes)).toBe(true)
  })
})

eachStorage('the commands', (newStorage) => {
  test('print progress to a terminal, and only the result to a log', async () => {
    const source = await newStorage()
    await makeSite(source)
    const bytes = await exported(source)
    const slowly = async function* () {
      yield bytes.subarray(0, bytes.length / 2)
      await wait(1_100)
      yield bytes.subarray(bytes.length / 2)
    }
    const logged = await admin(['import', '-'], { env: await newStorage(), typed: slowly() })
    expect(logged.err).toMatch(/^Imported [\d,]+ lines\.\n$/)
    const shown = await admin(['import', '-'], {
      env: await newStorage(),
      typed: slowly(),
      isTTY: true,
    })
    expect(shown.err).toMatch(/^([\d,]+ lines?\n)+Imported [\d,]+ lines\.\n$/)
  })

  test('creates an account with a password from standard input or the environment, never printed', async () => {
    const storage = await newStorage()
    const piped = await admin(['user:create', 'Grace', 'grace@people.test'], {
      env: storage,
      typed: 'a-piped-password\n',
    })
    const given = await admin(
      ['user:create', 'Root', 'root@people.test', '--role', 'ROLE_SUPER_ADMIN'],
      { env: { ...storage, USER_PASSWORD: 'a-given-password' } },
    )
    expect([piped, given]).toMatchObject([
      { code: 0, err: 'Grace can sign in.\n' },
      { code: 0, err: 'Root can sign in.\n' },
    ])
    const server = await startServer(storage)
    const grace = createHttpClient(server.url)
    expect((await grace.signIn('grace@people.test', 'a-piped-password')).status).toBe(204)
    expect((await grace.get('/me')).json['roles']).toEqual(['ROLE_USER', 'ROLE_ADMIN'])
    const root = createHttpClient(server.url)
    expect((await root.signIn('root', 'a-given-password')).status).toBe(204)
    expect((await root.get('/users')).status).toBe(200)
    expect(await audited(root)).toEqual(['created by command line', 'created by command line'])
    expect(server.output()).not.toMatch(/a-(piped|given)-password/)
    await server.stop()
  })

  test('rejects an invalid account in one line', async () => {
    const env = { ...(await newStorage()), USER_PASSWORD: 'long-enough' }
    expect((await admin(['user:create', 'Ada', 'ada@people.test'], { env })).code).toBe(0)
    for (const words of [
      ['Ada', 'other@people.test'],
      ['Other', 'no address'],
    ]) {
      const { code, err } = await admin(['user:create', ...words], { env })
      expect([code, err.trimEnd().split('\n').length]).toEqual([1, 1])
    }
    const short = { ...env, USER_PASSWORD: 'short' }
    expect(await admin(['user:create', 'Bob', 'bob@people.test'], { env: short })).toMatchObject({
      code: 1,
      err: expect.not.stringContaining('short\n') as string,
    })
    const { USER_PASSWORD: _, ...without } = env
    expect(await admin(['user:create', 'Bob', 'bob@people.test'], { env: without })).toMatchObject({
      code: 1,
      err: expect.stringContaining('No password') as string,
    })
  })

  test('creates the tables once', async () => {
    const { DATABASE_URL: _, ...storage } = await newStorage()
    const first = await admin(['migrate'], { env: storage })
    expect(first).toMatchObject({
      code: 0,
      err: expect.stringMatching(/0001-content\n.*migrations run/s) as string,
    })
    expect(await admin(['migrate'], { env: storage })).toMatchObject({
      code: 0,
      err: 'Up to date.\n',
    })
  })

  test('restores the demo after confirmation and keeps the accounts', async () => {
    const storage = await newStorage()
    await makeSite(storage)
    const before = await exported(storage)
    expect(await admin(['reset-demo'], { env: storage, typed: 'yes\n' })).toMatchObject({ code: 1 })
    expect((await exported(storage)).equals(before)).toBe(true)
    expect((await admin(['reset-demo', '--yes'], { env: storage })).code).toBe(0)
    const server = await startServer(storage)
    const ada = createHttpClient(server.url)
    expect((await ada.signIn('ADA', 'lovelace')).status).toBe(204)
    expect((await ada.get('/_/routes//old/about')).status).toBe(404)
    expect((await ada.get('/_/routes//')).status).toBe(200)
    const owner = createHttpClient(server.url)
    await owner.signIn()
    expect((await audited(owner))[0]).toBe('reset by command line')
    await server.stop()
  })
})

eachDatabase('an export', (open) => {
  test('contains every column of every table, with known exceptions', async () => {
    const db = await open()
    // Computed from other columns when a site is imported.
    const computed = [
      'username_key',
      'email_key',
      'search_text',
      'sort_key',
      'is_template',
      'indexed_text',
      'tags',
    ]
    const leftOut = [
      'attempt',
      'audit_entry',
      'backup',
      'event',
      'known_network',
      'mail',
      'presence',
      'restoration',
      'session',
      'sign_in_challenge',
      'token',
      'revision',
    ]
    const stored = (await db.introspection.getTables()).filter(
      ({ name, isView }) => !isView && !name.startsWith('sqlite_') && !leftOut.includes(name),
    )
    expect(
      Object.fromEntries(
        stored.map(({ name, columns }) => [
          name,
          columns
            .map((column) => column.name)
            .filter((column) => !computed.includes(column))
            .toSorted(),
        ]),
      ),
    ).toEqual(
      Object.fromEntries(
        exportTableNames.map((name) => [
          name,
          Object.keys(exportTables[name].row.entries).toSorted(),
        ]),
      ),
    )
  })
})

describe('the command line', () => {
  const names = [
    'user:create',
    'user:remove-two-factor',
    'export',
    'import',
    'migrate',
    'reset-demo',
  ]

  test.each(names)('%s --help describes the command and runs nothing', async (name) => {
    const { code, out, err } = await admin([name, '--help'], { env: { DATA_DIR: '/proc/none' } })
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(`npm run admin -- ${name}`)
    // The list of options is indented.
    expect(out).not.toMatch(/^--/m)
  })

  test('import --help says what becomes of writes meanwhile, as the README does', async () => {
    const { out } = await admin(['import', '--help'])
    const readme = await readFile('README.md', 'utf8')
    for (const text of [out, readme]) {
      const words = text.replaceAll(/\s+/g, ' ')
      expect(words).toContain('wait up to ten seconds')
      expect(words).toContain('refused with 503')
    }
    expect(out).not.toContain('rejects writes')
  })

  test('lists all commands', async () => {
    const { code, out } = await admin(['--help'])
    expect(code).toBe(0)
    for (const name of names) expect(out).toContain(name)
    expect((await admin([])).code).toBe(2)
  })

  test.each([
    [['constructor']],
    [['export']],
    [['export', 'a', 'b']],
    [['import', 'a', '--force']],
    [['migrate', 'now']],
    [['user:create', 'Ada']],
    [['user:create', 'Ada', 'ada@people.test', '--role', 'ROLE_KING']],
    [['user:create', 'Ada', 'ada@people.test', '--role']],
    [['reset-demo', '--yes=no']],
  ])('rejects %j with one line and exit code 2', async (args) => {
    const { code, out, err } = await admin(args, { env: { DATA_DIR: folder } })
    expect([code, out, err.trimEnd().split('\n').length]).toEqual([2, '', 1])
  })

  test.each([
    [['import', '/proc/none/site.jsonl'], {}],
    [['export', '/proc/none/site.jsonl'], {}],
    [['migrate'], { PORT: 'many' }],
    [['migrate'], { API_URL: 'https://api.example.com' }],
    [['migrate'], { DATABASE_URL: 'postgres://someone:secret@127.0.0.1:1/nowhere' }],
  ])('fails %j with %j in one line and exit code 1', async (args, env) => {
    const storage = await storages.libsql()
    const { code, out, err } = await admin(args, { env: { ...storage, ...env } })
    expect([code, out, err.trimEnd().split('\n').length]).toEqual([1, '', 1])
    expect(err).not.toContain('secret')
  })

  test('writes an export that only its owner may read', async () => {
    const storage = await storages.libsql()
    const file = join(storage.DATA_DIR, 'site.jsonl')
    expect((await admin(['export', file], { env: storage })).code).toBe(0)
    expect((await stat(file)).mode & 0o077).toBe(0)
    expect(await readdir(storage.DATA_DIR)).not.toContainEqual(expect.stringMatching(/\.tmp$/))
  })
})
