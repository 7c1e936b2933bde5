/** Reads the samples from which the tests of a machine generate its paths. */
import { register } from 'node:module'
import { resolve } from 'node:path'
import type { AnyStateMachine } from 'xstate'
import { type SampledMachine, type Samples, samplesOf } from '../paths/samples.ts'
import { importModule } from './machine-modules.ts'

/**
 * Returns the samples of a machine: those that a module exports (`path/to/file.ts#export`), or those from which a test file
 * generates paths (`path/to/file.test.ts`). The tests themselves do not run.
 */
export async function loadSamples(
  machine: AnyStateMachine,
  reference: string,
): Promise<SampledMachine[]> {
  const [path, exportName] = reference.split('#') as [string, string?]
  const file = resolve(path)
  ignoreTests()
  const module = await importModule(file)
  if (exportName === undefined) {
    const used = samplesOf(machine.id)
    if (used.length > 0) return used
    throw new Error(`${path} generates no paths of ${machine.id}. Name an export: ${path}#samples`)
  }
  const samples = module[exportName]
  if (isSamples(samples)) return [{ machine, samples }]
  throw new Error(`${path} exports no samples named ${exportName}: { input, events: […] }`)
}

const isSamples = (value: unknown): value is Samples =>
  typeof value === 'object' && value !== null && Array.isArray((value as Samples).events)

let isIgnoring = false

/** Makes modules that import a test runner get one that runs nothing. */
function ignoreTests() {
  if (isIgnoring) return
  isIgnoring = true
  const runner = `data:text/javascript,${encodeURIComponent(idleRunner)}`
  const hooks = `export const resolve = (specifier, context, next) =>
    specifier === 'vitest' ? { url: ${JSON.stringify(runner)}, shortCircuit: true } : next(specifier, context)`
  register(`data:text/javascript,${encodeURIComponent(hooks)}`)
}

/** A module that exports what test files import from Vitest. Groups of tests are entered, since they may generate paths. */
const idleRunner = `
const anything = new Proxy(function () {}, {
  get: (_, key) => key === 'then' ? undefined
    : key === Symbol.toPrimitive ? () => ''
    : key === Symbol.iterator ? () => [][Symbol.iterator]()
    : anything,
  apply: () => anything,
  construct: () => anything,
})
const describe = new Proxy(function () {}, {
  get: () => anything,
  apply: (_, self, args) => args.find((arg) => typeof arg === 'function')?.(),
})
export { describe, describe as suite, anything as default }
${[
  'test it bench expect vi assert inject expectTypeOf',
  'beforeAll beforeEach afterAll afterEach onTestFinished onTestFailed',
]
  .join(' ')
  .split(' ')
  .map((name) => `export const ${name} = anything`)
  .join('\n')}
`
