/** Runs the tests of machines of this site against their mutants. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { AnyStateMachine } from 'xstate'
import { isMachine } from '../../charts/model/is-machine.ts'
import { type MutantOutcome, mutationReport } from '../../charts/mutate/outcome.ts'
import { acceptedMutants } from './accepted-mutants.ts'
import { root } from './root.mjs'
import { tool } from './run.mjs'

interface Target {
  id: string
  machine: AnyStateMachine
  /** The module of the machine, and the name of its export. */
  module: string
  name: string
  /** The tests that are run first, and those through the interface, for what the first let pass. */
  tests: readonly string[]
  interfaceTests: readonly string[]
}

const filesBelow = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .toSorted()
    .map((file) => join(folder, file))

/** Returns the machines that have tests of their own, in the order of their files. */
export async function mutationTargets(): Promise<Target[]> {
  const [tests, interfaceTests] = ['tests/machines', 'tests/components'].map(filesBelow)
  const targets: Target[] = []
  for (const module of filesBelow('machines')) {
    const own = (file: string) => basename(file).startsWith(`${basename(module, '.ts')}.test.`)
    const exported = (await import(join(root, module))) as Record<string, unknown>
    for (const [name, machine] of Object.entries(exported))
      if (isMachine(machine) && tests!.some(own) && !targets.some(({ id }) => id === machine.id))
        targets.push({
          id: machine.id,
          machine,
          module,
          name,
          tests: tests!.filter(own),
          interfaceTests: interfaceTests!.filter(own),
        })
  }
  return targets
}

/** Two runs at once do not see each other's files. */
const folder = join(root, '.cache', 'mutants', `${process.pid}`)
const outcomeFile = (id: string) => join(folder, `${id}.json`)

/** Returns the outcomes of all mutants of machines; null for a machine whose tests did not end. */
export async function runMutants(targets: readonly Target[]) {
  const first = await runTests(
    targets.map((target) => ({ ...target, only: null })),
    'node',
  )
  const rest = targets.flatMap((target) => {
    const only = first.get(target.id)?.survivors ?? []
    return only.length > 0 && target.interfaceTests.length > 0
      ? [{ ...target, tests: target.interfaceTests, only }]
      : []
  })
  const second = rest.length > 0 ? await runTests(rest, 'happy-dom') : new Map<string, null>()
  return new Map(
    targets.map(({ id }) => [id, combined(first.get(id) ?? null, second.get(id) ?? null)]),
  )
}

/** Leaves out the survivors that the tests through the interface notice. */
const combined = (first: MutantOutcome | null, second: MutantOutcome | null) =>
  first === null || second === null || second.isBroken
    ? first
    : { ...first, noticed: [...first.noticed, ...second.noticed], survivors: second.survivors }

type Run = Pick<Target, 'id' | 'module' | 'name' | 'tests'> & { only: readonly string[] | null }

async function runTests(runs: readonly Run[], environment: string) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const run of runs) writeFileSync(join(folder, `${run.id}.test.ts`), testFileOf(run))
  await vitest(environment)
  return new Map(
    runs.map(({ id }) => [
      id,
      existsSync(outcomeFile(id))
        ? (JSON.parse(readFileSync(outcomeFile(id), 'utf8')) as MutantOutcome)
        : null,
    ]),
  )
}

const testFileOf = ({ id, module, name, tests, only }: Run) => {
  const imports = tests.map(
    (file) => `import(/* @vite-ignore */ \`${join(root, file)}?run=\${run}\`)`,
  )
  return [
    `import { ${name} } from '${join(root, module)}'`,
    `import { runMutants } from '${join(root, 'tests/support/machines/run-mutants.ts')}'`,
    `const load = (run: number) => Promise.all([${imports.join(', ')}])`,
    `runMutants({ machine: ${name}, load, only: ${JSON.stringify(only)}, file: ${JSON.stringify(outcomeFile(id))} })`,
    '',
  ].join('\n')
}

/** Runs the tests. They fail, as they should, so that the exit code says nothing. */
const vitest = (environment: string) =>
  new Promise<void>((resolve) => {
    const config = join(root, 'scripts', 'support', 'mutants.config.ts')
    const [program, ...args] = [...tool('vitest/vitest.mjs'), 'run', '--config', config]
    // Snapshots are compared, and never written.
    const env = {
      ...process.env,
      CI: '1',
      MUTANTS_ENVIRONMENT: environment,
      MUTANTS_FOLDER: folder,
      VITEST: undefined,
    }
    execFile(program!, args, { cwd: root, env, maxBuffer: 2 ** 30, timeout: 3_600_000 }, () =>
      resolve(),
    )
  })

/** Prints the score of machines of ours, or of all, and which mutants survive. Returns an exit code. */
export async function mutateSite(machines: readonly AnyStateMachine[]): Promise<number> {
  const all = await mutationTargets()
  const untested = machines.find((machine) => !all.some((target) => target.machine === machine))
  if (untested) throw new Error(`${untested.id} has no test of its own in tests/machines/.`)
  const targets = all.filter(({ machine }) => machines.length === 0 || machines.includes(machine))
  const { lines, isGood } = mutationReport(await runMutants(targets), acceptedMutants)
  console.log(lines.join('\n'))
  return isGood ? 0 : 1
}
