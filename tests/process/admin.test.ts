import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireBuild } from '../support/site.ts'

const script = fileURLToPath(new URL('../../scripts/admin.mjs', import.meta.url))
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'troupe-'))
  await requireBuild()
}, 120_000)
afterAll(() => rm(folder, { recursive: true }))

const admin = async (args: readonly string[], typed = '') => {
  const running = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder },
  })
  let out = ''
  let err = ''
  running.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  running.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  running.stdin.end(typed)
  const [code] = (await once(running, 'close')) as [number]
  return { code, out, err }
}

test('a site is looked after from a shell, and each command ends with its code', async () => {
  expect(await admin(['user:create', 'Ada', 'ada@people.test'], 'lovelace\n')).toEqual({
    code: 0,
    out: '',
    err: 'Ada can sign in.\n',
  })
  const { code, out } = await admin(['export', '-'])
  expect(code).toBe(0)
  expect(out).toContain('"username":"Ada"')
  expect(await admin(['import', '-'], out)).toMatchObject({ code: 1 })
  expect(await admin(['import', '-', '--replace'], out)).toMatchObject({ code: 0 })
  expect((await admin(['export', '-'])).out).toBe(out)
  expect(await admin(['fly'])).toMatchObject({ code: 2, out: '' })
})
