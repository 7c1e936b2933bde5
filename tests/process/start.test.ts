import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHttpClient } from '../support/server/in-process-server.ts'
import {
  type ServerProcess,
  runUntilExit,
  requireBuild,
  startServerProcess,
} from '../support/server/server-process.ts'

let folder: string
const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
let site: ServerProcess | undefined

beforeAll(requireBuild, 120_000)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'troupe-'))
})

afterEach(async () => {
  await site?.dispose()
  site = undefined
  await rm(folder, { recursive: true, force: true })
})

const refused = async (env: Record<string, string>) => {
  const { code, output } = await runUntilExit({ DATA_DIR: folder, PORT: '0', ...env })
  expect(code).toBe(1)
  const lines = output.trim().split('\n')
  expect(lines, output).toHaveLength(1)
  return lines[0]
}

test('exits with one line when the data folder is not writable', async () => {
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  expect(await refused({ DATA_DIR: join(file, 'data') })).toContain('DATA_DIR')
})

test('does not retry forever when the data folder cannot be created', async () => {
  expect(await refused({ DATA_DIR: '/proc/nowhere/data' })).toContain('DATA_DIR')
})

test('exits with one line that names a port in use', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  expect(await refused({ PORT: String(port) })).toContain(String(port))
  other.close()
  // Only the first successful start creates the account and its password.
  expect(await readdir(folder)).toEqual([])
})

test('makes the data folder readable by its owner only', async () => {
  const data = join(folder, 'data')
  await mkdir(data, { mode: 0o755 })
  site = await startServerProcess({ DATA_DIR: data })
  const person = createHttpClient(site.url)
  await person.signIn()
  const file = `data:image/png;base64,${onePixel}`
  expect((await person.post('/component/images', { file })).status).toBe(201)
  const modesIn = async (at: string): Promise<[string, string][]> => {
    const entries = await readdir(at, { withFileTypes: true })
    const found = entries.map(async (entry): Promise<[string, string][]> => {
      const path = join(at, entry.name)
      const mode = ((await stat(path)).mode & 0o777).toString(8)
      return [[path.slice(data.length), mode], ...(entry.isDirectory() ? await modesIn(path) : [])]
    })
    return (await Promise.all(found)).flat()
  }
  expect(((await stat(data)).mode & 0o777).toString(8)).toBe('700')
  const modes = await modesIn(data)
  expect(modes.map(([path]) => path)).toEqual(
    expect.arrayContaining(['/troupe.db', '/troupe.db-wal', '/troupe.db-shm', '/files']),
  )
  expect(modes.filter(([, mode]) => !['600', '700'].includes(mode))).toEqual([])
})

test('exits with one line without the password when the database does not respond', async () => {
  const line = await refused({ DATABASE_URL: 'postgres://someone:secret@127.0.0.1:1/nowhere' })
  expect(line).toContain('DATABASE_URL')
  expect(line).not.toContain('secret')
})

test.each([
  ['PORT', 'many'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://127.0.0.1/troupe'],
  ['API_URL', 'not an address'],
  ['SITE_URL', 'javascript:alert(1)'],
])('exits with one line that names the variable for %s=%s', async (name, value) => {
  expect(await refused({ [name]: value })).toContain(name)
})

test('stops on SIGTERM with open streams and exit code 0', async () => {
  site = await startServerProcess()
  const stream = await fetch(`${site.url}/.well-known/mercure?topic=*`)
  expect(stream.status).toBe(200)
  await site.kill('SIGTERM')
  expect(site.exitCode()).toBe(0)
  await stream.body?.cancel().catch(() => undefined)
})

test('warns of a secret key that others can read', async () => {
  site = await startServerProcess()
  expect(site.output()).not.toContain('chmod')
  await site.kill('SIGTERM')
  await chmod(join(site.dataDir, 'secret.key'), 0o644)
  await site.start()
  await expect.poll(() => site!.output()).toContain('chmod 600 secret.key')
})

test('prints the address at which a new site is set up, once, and never logs it', async () => {
  site = await startServerProcess({ ADMIN_PASSWORD: '' })
  const [address = '', path = ''] =
    /https?:\/\/[^/\s]+(\/set-up-site\/\S+)/.exec(site.output()) ?? []
  expect(address.startsWith(site.url)).toBe(true)
  expect((await fetch(address)).status).toBe(200)
  expect((await fetch(`${site.url}/_api${path}`)).status).toBe(200)
  await site.kill('SIGTERM')
  expect(site.output().split(path)).toHaveLength(2)
  await site.start()
  expect(site.output()).not.toContain('set-up-site')
})

test('prints the generated first password once', async () => {
  site = await startServerProcess({ ADMIN_PASSWORD: '' })
  const [, password = ''] = /password\W+(\S+)/i.exec(site.output()) ?? []
  expect(password.length).toBeGreaterThanOrEqual(12)
  const signIn = () =>
    fetch(`${site!.url}/_api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site!.url },
      body: JSON.stringify({ username: 'admin', password }),
    })
  expect((await signIn()).ok).toBe(true)

  await site.kill()
  await site.start()
  expect(site.output()).not.toContain(password)
  expect((await signIn()).ok).toBe(true)
})
