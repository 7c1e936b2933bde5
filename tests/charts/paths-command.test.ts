import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Runs `npm run charts` with these arguments, and returns what it prints and its exit code. */
const run = (...args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'scripts/charts.mjs'), ...args],
      { cwd: root },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })

/** A folder of this project, whose modules are loaded as those of its tests are. */
const temporaryFolder = async () => {
  await mkdir(join(root, '.cache'), { recursive: true })
  const folder = await mkdtemp(join(root, '.cache/charts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const foreign = (name: string) => `tests/support/charts/foreign-machines.ts#${name}`

test('prints the paths of one of our machines, with the samples of its test', async () => {
  const { code, stdout } = await run('paths', 'progress')
  expect(stdout).toContain('visible | page.loaded → finishing')
  expect(stdout).toContain('takes progress.finishing xstate.after.finishDelay.progress.finishing')
  expect(stdout).not.toContain('need samples')
  expect(code).toBe(0)
}, 120_000)

test('prints the paths of any machine, and what nothing can reach', async () => {
  const { code, stdout } = await run('paths', foreign('wizard'))
  expect(stdout).toMatch(
    /Nothing can reach these, .+\s+wizard\.validity xstate\.done\.state\.wizard\.validity/,
  )
  expect(code).toBe(1)
}, 120_000)

test('takes samples from an export', async () => {
  const file = join(await temporaryFolder(), 'samples.ts')
  await writeFile(file, "export const samples = { input: undefined, events: [{ type: 'PED' }] }\n")
  const { code, stdout } = await run(
    'paths',
    foreign('trafficLight'),
    '--samples',
    `${file}#samples`,
  )
  expect(stdout).toMatch(/The samples do not reach .+\s+light POWER_OUTAGE\n\s+POWER_OUTAGE → dark/)
  expect(code).toBe(1)
}, 120_000)

test.each([
  [['paths'], 2, 'paths needs the name of a machine.'],
  [['paths', 'one', 'two'], 2, 'paths takes no "two".'],
  [['paths', 'progres'], 1, 'There is no machine named progres. Did you mean progress?'],
  [['paths', 'progress', '--samples', 'nowhere.ts'], 1, 'There is no file nowhere.ts.'],
  [['test', 'progress'], 1, 'tests/machines/page/progress.test.ts exists.'],
])(
  'says what is wrong with %j',
  async (args, code, message) => {
    const { stderr, ...result } = await run(...args)
    expect(stderr).toContain(message)
    expect(result.code).toBe(code)
  },
  120_000,
)

test('writes a test of a machine, with samples of its events', async () => {
  const file = join(await temporaryFolder(), 'counter.test.ts')
  const { code, stdout } = await run('test', foreign('counter'), '--out', file)
  expect(stdout).toMatch(
    /The samples do not reach .+\s+counter\.open added \[0\]\n\s+added \[isLarge\] → full/,
  )
  expect(code).toBe(0)
  expect((await readFile(file, 'utf8')).replaceAll(/from '\..*\/(?=tests\/)/g, "from '…/"))
    .toMatchInlineSnapshot(`
    "import { expect, test } from 'vitest'
    import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
    import { transitionTable } from '#charts/paths/transition-table.ts'
    import { unfilled } from '#charts/paths/unfilled.ts'
    import { counter } from '…/tests/support/charts/foreign-machines.ts'

    const paths = pathsOf(counter, {
      // A guess from the type: fill in what the machine starts with.
      input: { least: 1 },
      events: [
        { type: 'ended' },
        // Guesses from the types: fill in values that make the guards say yes and no.
        { type: 'added', unit: 'cent', by: 1, at: unfilled('Date') },
        { type: 'added', unit: 'euro', by: 1, at: unfilled('Date') },
      ],
    })

    // The first run writes the table. Read it before you commit it.
    test('has this transition table', () => {
      expect(transitionTable(paths)).toMatchInlineSnapshot()
    })

    test('reaches every state and takes every transition of counter', () => {
      expect(unreachableStates(counter, paths)).toEqual([])
      expect(untakenTransitions(counter, paths)).toEqual([])
    })
    "
  `)
}, 120_000)
