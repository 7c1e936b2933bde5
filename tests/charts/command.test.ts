import { execFile } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const script = join(import.meta.dirname, '../../scripts/charts.mjs')

/** Runs `npm run charts` with these arguments, and returns what it prints and its exit code. */
const run = (...args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [script, ...args], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })

const temporaryFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'charts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('draws a machine of any module', { timeout: 60_000 }, async () => {
  const out = await temporaryFolder()
  const machine = 'tests/support/charts/foreign-machines.ts#wizard'
  expect(await run('--machine', machine, '--out', out)).toMatchObject({ code: 0, stderr: '' })
  expect((await readdir(out)).toSorted()).toEqual(['wizard.json', 'wizard.svg'])
  expect(await readFile(join(out, 'wizard.svg'), 'utf8')).toContain('Statechart of wizard')
})

test.each([
  [['--machine', 'package.json#nothing'], 1, 'package.json exports no machine named nothing.'],
  [['diff', 'no-such-revision'], 1, 'no-such-revision'],
  [['bogus'], 2, 'There is no command named bogus.'],
  [['diff'], 2, 'diff needs a git revision.'],
  [['check', 'more'], 2, 'check takes no "more".'],
  [['--machine', 'file.ts'], 2, '--machine needs a file and an export: path/to/file.ts#name'],
  [['--wrong'], 2, "Unknown option '--wrong'"],
])('says what is wrong with %j', { timeout: 60_000 }, async (args, code, message) => {
  const { stderr, ...result } = await run(...args)
  expect(result.code).toBe(code)
  expect(stderr).toContain(message)
})

test('shows its help', async () => {
  const { code, stdout } = await run('--help')
  expect(code).toBe(0)
  expect(stdout).toContain('diff <revision> [<revision>]')
})
