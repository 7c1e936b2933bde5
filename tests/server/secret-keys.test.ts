import { chmod, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isSecretKeyExposed, loadSecretKeys, secretKeyFile } from '#server/startup/secret-keys.ts'
import { StartupError } from '#server/startup/startup-error.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'troupe-keys-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const load = (secretKey: string | null = null, previousSecretKeys: string[] = []) =>
  loadSecretKeys({ dataDir, secretKey, previousSecretKeys })

test('makes one key for all that start at the same time, which only its owner reads', async () => {
  const loaded = await Promise.all([load(), load(), load()])
  const [key] = loaded[0]
  expect(key).toMatch(/^[\w-]{43}$/)
  for (const keys of [...loaded, await load()]) expect(keys).toEqual([key])
  expect((await stat(join(dataDir, secretKeyFile))).mode & 0o777).toBe(0o600)
  expect(await readdir(dataDir)).toEqual([secretKeyFile])
})

test('makes none where the environment has one', async () => {
  expect(await load('from outside', ['before'])).toEqual(['from outside', 'before'])
  expect(await readdir(dataDir)).toEqual([])
})

test('keeps that of the file valid when the environment gets one', async () => {
  const [key] = await load()
  expect(await load('from outside')).toEqual(['from outside', key])
  expect(await load(null, ['before'])).toEqual([key, 'before'])
})

test('tells whether others than the owner may read or change the file', async () => {
  expect(await isSecretKeyExposed(dataDir)).toBe(false)
  await load()
  for (const [mode, isExposed] of [
    [0o600, false],
    [0o400, false],
    [0o640, true],
    [0o604, true],
    [0o620, true],
  ] as const) {
    await chmod(join(dataDir, secretKeyFile), mode)
    expect([mode, await isSecretKeyExposed(dataDir)]).toEqual([mode, isExposed])
  }
})

test('refuses a damaged file without showing it', async () => {
  await writeFile(join(dataDir, secretKeyFile), 'half a key')
  const refused = await load().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StartupError)
  expect(String(refused)).toContain('damaged')
  expect(String(refused)).not.toContain('half')
  expect(await readFile(join(dataDir, secretKeyFile), 'utf8')).toBe('half a key')
})
