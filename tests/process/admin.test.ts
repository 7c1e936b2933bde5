import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAdminCommand } from '../support/server/admin-command.ts'
import { requireBuild } from '../support/server/server-process.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'troupe-'))
  await requireBuild()
}, 120_000)
afterAll(() => rm(folder, { recursive: true }))

const admin = (args: readonly string[], typed = '') =>
  runAdminCommand(args, { DATA_DIR: folder }, typed)

test('runs the commands from a shell with their exit codes', async () => {
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
