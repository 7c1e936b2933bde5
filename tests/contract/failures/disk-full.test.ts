import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPostgres } from '../../support/server/databases.ts'
import { type HttpClient, createHttpClient } from '../../support/server/in-process-server.ts'
import {
  type ServerProcess,
  requireBuild,
  startServerProcess,
} from '../../support/server/server-process.ts'

const past = '2026-01-05T09:00:00+00:00'
const ready = { ready: true, checks: { database: 'ok', disk: 'ok' } }
const full = { ready: false, checks: { database: 'ok', disk: 'full' } }

beforeAll(requireBuild, 120_000)

const post = (editor: HttpClient, length = 50_000) =>
  editor.post('/component/html_contents', {
    html: `<p>${randomBytes(length / 2).toString('hex')}</p>`,
    publishedAt: past,
  })

/** Writes until one is refused: free space within existing files is used first. */
const postUntilRefused = async (editor: HttpClient) => {
  let reply = await post(editor)
  for (let at = 0; at < 400 && reply.status === 201; at += 1) reply = await post(editor)
  return reply
}

/** Returns an image that does not compress, so that it takes this much space. */
const noise = async (side: number) => {
  const input = randomBytes(side * side * 3)
  const picture = sharp(input, { raw: { width: side, height: side, channels: 3 } })
  return new Blob([new Uint8Array(await picture.png({ compressionLevel: 0 }).toBuffer())])
}

const upload = async (site: ServerProcess, editor: HttpClient) => {
  const form = new FormData()
  form.append('file', await noise(1_000), 'noise.png')
  const answer = await fetch(`${site.url}/_api/component/images/upload`, {
    method: 'POST',
    headers: { cookie: editor.cookieFor('/_api') },
    body: form,
  })
  return { status: answer.status, text: await answer.text() }
}

const filesIn = async (dataDir: string) =>
  (await readdir(join(dataDir, 'files')).catch(() => [])).toSorted()

const expectFull = async (site: ServerProcess, editor: HttpClient, dataDir: string) => {
  const before = await filesIn(dataDir)
  const refused = await postUntilRefused(editor)
  expect([refused.status, refused.text]).toEqual([507, expect.stringContaining('no space left')])
  expect(refused.json).toMatchObject({ '@type': 'Error', status: 507 })
  expect((await upload(site, editor)).status).toBe(507)
  expect(await filesIn(dataDir)).toEqual(before)

  const visitor = createHttpClient(site.url)
  expect(await visitor.request('/readyz')).toMatchObject({ status: 503, json: full })
  // A mutation that is refused writes nothing, so it does not show that there is space again.
  const denied = await visitor.post('/component/titles', { title: 'Hello' })
  expect(denied.status).toBe(401)
  expect(await visitor.request('/readyz')).toMatchObject({ status: 503, json: full })
  // Reading still works.
  expect((await visitor.request('/healthz')).status).toBe(200)
  expect((await visitor.request('/')).status).toBe(200)
  expect((await editor.get('/component/titles')).status).toBe(200)
}

/** True where a file system may be mounted; elsewhere only the kernel's file size limit is tested. */
const canMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    rmdirSync(folder)
  }
})()

describe('a full disk', () => {
  let site: ServerProcess
  let editor: HttpClient
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'troupe-full-'))
  })
  afterEach(async () => {
    await site.dispose()
    await rm(folder, { recursive: true, force: true })
  })

  /** The kernel refuses to grow any file beyond a limit, like a full disk for one process. */
  test('simulated by a file size limit: returns 507, leaves nothing behind, and recovers', async () => {
    site = await startServerProcess()
    editor = createHttpClient(site.url)
    await editor.signIn()
    await site.kill('SIGTERM')
    // In blocks of 512 bytes: a little more than the current size.
    await site.start(['sh', '-c', 'ulimit -f 3000; exec "$@"', 'sh'])
    await expectFull(site, editor, site.dataDir)
    await site.kill('SIGTERM')
    await site.start()
    expect((await post(editor)).status).toBe(201)
    expect((await upload(site, editor)).status).toBe(201)
    expect(await createHttpClient(site.url).request('/readyz')).toMatchObject({
      status: 200,
      json: ready,
    })
  }, 120_000)

  test('of PostgreSQL: returns 507 and recovers', async () => {
    const url = await createPostgres()
    site = await startServerProcess({ DATABASE_URL: url })
    editor = createHttpClient(site.url)
    await editor.signIn()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    // The error PostgreSQL raises when it cannot extend a file:
    // https://www.postgresql.org/docs/current/errcodes-appendix.html
    await client.query(`
      create function no_space() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
      create trigger no_space before insert on resource execute function no_space()`)
    await expectFull(site, editor, site.dataDir)
    await client.query('drop trigger no_space on resource')
    await client.end()
    expect((await post(editor)).status).toBe(201)
    expect(await createHttpClient(site.url).request('/readyz')).toMatchObject({
      status: 200,
      json: ready,
    })
  }, 60_000)

  test.runIf(canMount)(
    'without a free block returns 507 and recovers (where a file system may be mounted)',
    async () => {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder])
      try {
        const dataDir = join(folder, 'data')
        site = await startServerProcess({ DATA_DIR: dataDir })
        editor = createHttpClient(site.url)
        await editor.signIn()
        const { bavail, bsize } = await statfs(folder)
        await writeFile(join(folder, 'filler'), Buffer.alloc(bavail * bsize - 64 * 1024))
        await expectFull(site, editor, dataDir)
        await rm(join(folder, 'filler'))
        expect((await post(editor)).status).toBe(201)
        expect((await upload(site, editor)).status).toBe(201)
        const after = await createHttpClient(site.url).request('/readyz')
        expect(after).toMatchObject({ status: 200, json: ready })
      } finally {
        await site.dispose()
        execFileSync('umount', [folder])
      }
    },
    120_000,
  )
})
