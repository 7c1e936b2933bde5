import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import { writeRecording } from '../../charts/record/recording-file.ts'
import { createRecorder } from '../../charts/record/recorder.ts'
import { timer } from '../support/charts/recorded-machines.ts'

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

test.each([{ type: 'module' }, {}])(
  'knows a machine of a project that has its own XState, and %j in its package.json',
  { timeout: 60_000 },
  async (manifest) => {
    const project = await temporaryFolder()
    const xstate = join(import.meta.dirname, '../../node_modules/xstate')
    await mkdir(join(project, 'node_modules'))
    await cp(xstate, join(project, 'node_modules/xstate'), { recursive: true })
    await writeFile(join(project, 'package.json'), JSON.stringify(manifest))
    const machines = join(import.meta.dirname, '../support/charts/foreign-machines.ts')
    await cp(machines, join(project, 'machines.ts'))
    const machine = `${project}/machines.ts#trafficLight`
    const { stdout, stderr } = await run('paths', machine)
    expect(stdout).toContain('Transitions of light')
    expect(stderr).toBe('')
    expect(await run('--machine', machine, '--out', join(project, 'charts'))).toMatchObject({
      code: 0,
      stderr: '',
    })
    const written = await run('test', machine, '--out', join(project, 'light.test.ts'))
    expect(written).toMatchObject({ code: 0, stderr: '' })
    // In a project without "type": "module", the test has to be one.
    if (!('type' in manifest)) expect(written.stdout).toContain('--out light.test.mts')
    expect(await readFile(join(project, 'light.test.ts'), 'utf8')).toMatch(
      /from ["']\.\.\/.+\/charts\/paths\/paths\.ts["']/,
    )
    const other = await run('paths', `${project}/machines.ts#other`)
    expect(other).toMatchObject({ code: 1, stdout: '' })
    expect(other.stderr).toContain('exports no machine named other. Its machines are: ')
  },
)

test('exports a machine in the formats of others', { timeout: 60_000 }, async () => {
  const machine = 'tests/support/charts/foreign-machines.ts#trafficLight'
  const { stdout, ...result } = await run('export', machine)
  expect(result).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({ id: 'light', states: { green: {}, red: {} } })
  expect((await run('export', machine, '--format', 'json')).stdout).toContain('"hears"')
  const file = join(await temporaryFolder(), 'light.mmd')
  expect(await run('export', machine, '--format', 'mermaid', '--out', file)).toEqual({
    ...{ code: 0, stdout: '', stderr: '' },
  })
  expect(await readFile(file, 'utf8')).toMatch(/^stateDiagram-v2/)
  expect((await run('export', machine, '--format', 'svg')).stdout).toMatch(/^<svg/)
})

test.each([
  [['--machine', 'no-such-file.ts#machine'], 1, 'There is no file '],
  [['--machine', 'package.json#nothing'], 1, 'package.json exports no machine named nothing.'],
  [['diff', 'no-such-revision'], 1, 'no-such-revision'],
  [['bogus'], 2, 'There is no command named bogus.'],
  [['diff'], 2, 'diff needs a git revision.'],
  [['replay'], 2, 'replay needs the file of a recording.'],
  [['replay', 'no-such-file.json'], 1, 'There is no file no-such-file.json.'],
  [['fuzz', '--repeat', 'no-such-file.json'], 1, 'There is no file no-such-file.json.'],
  [['fuzz', '--repeat', 'package.json'], 1, 'This file is no recording.'],
  [['replay', 'README.md'], 1, 'This file is no recording: it is not JSON.'],
  [['replay', 'package.json'], 1, 'This file is no recording.'],
  [['check', 'more'], 2, 'check takes no "more".'],
  [['--machine', 'file.ts'], 2, '--machine needs a file and an export: path/to/file.ts#name'],
  [['check', '--seed', '2'], 2, 'check does not use --seed.'],
  [['--samples', 'a.ts'], 2, 'Drawing the machines does not use --samples.'],
  [
    ['export', 'auth', '--format', 'pdf'],
    2,
    'There is no format pdf. There are xstate, mermaid, json,',
  ],
  [['--wrong'], 2, "Unknown option '--wrong'"],
])('says what is wrong with %j', { timeout: 60_000 }, async (args, code, message) => {
  const { stderr, ...result } = await run(...args)
  expect(result.code).toBe(code)
  expect(stderr).toContain(message)
})

test(
  'replays a recording, and says where another machine parts from it',
  { timeout: 60_000 },
  async () => {
    const recorder = createRecorder()
    const clock = new SimulatedClock()
    createActor(timer, { inspect: recorder.inspect, clock }).start()
    for (let second = 0; second < 3; second += 1) clock.increment(1000)
    const file = join(await temporaryFolder(), 'timer.json')
    await writeFile(file, writeRecording(recorder.recording({ build: 'a build' })))
    const machines = 'tests/support/charts/recorded-machines.ts'
    const good = await run('replay', file, '--machine', `${machines}#timer`)
    expect(good).toMatchObject({ code: 0, stderr: '' })
    expect(good.stdout).toContain('build: a build')
    expect(good.stdout).toContain('Replayed 3 events, and reached the same state: ')
    const bad = await run('replay', file, '--machine', `${machines}#brokenTimer`)
    expect(bad).toMatchObject({ code: 1, stdout: '' })
    expect(bad.stderr).toContain(
      'The replay parts in timer, after event 2, xstate.after.1000.timer.ringing to timer.\n' +
        '  recorded: timer delays xstate.after.1000.timer.waiting\n' +
        '  replayed: timer goes to stopped by timer.ringing xstate.after.1000.timer.ringing',
    )
    const other = await run('replay', file, '--machine', `${machines}#lamp`)
    expect(other).toMatchObject({ code: 1 })
    expect(other.stderr).toContain('The recording is of the machine timer, which is not known.')
  },
)

test('shows its help', async () => {
  const { code, stdout } = await run('--help')
  expect(code).toBe(0)
  expect(stdout).toContain('diff <revision> [<revision>]')
})
