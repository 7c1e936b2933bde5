/** Writes a test that walks the paths of a machine. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { reachedPaths } from '../paths/reached-paths.ts'
import type { FoundMachine } from './machine-modules.ts'
import { loadSamples } from './load-samples.ts'
import { unreachedText } from './paths-command.ts'
import type { SampleCode } from './sample-code.ts'
import { type MachineSamples, readSampleCode } from './sample-types.ts'

/** Writes the test of a machine into a file, and returns in words what is left to do. */
export async function writeTest(found: FoundMachine, file: string, root: string): Promise<string> {
  const path = relative(process.cwd(), file)
  if (existsSync(file)) throw new Error(`${path} exists. Name another file: --out <file>`)
  const samples = readSampleCode(found, root)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, await formatted(testCode(found, samples, specifiersIn(file, root)), file))
  return [
    `Wrote ${path}.`,
    ...(await leftToDo(found, file)),
    `Run it: npx vitest run ${path}`,
  ].join('\n\n')
}

async function leftToDo({ machine }: FoundMachine, file: string): Promise<string[]> {
  try {
    const reached = reachedPaths(machine, await loadSamples(machine, file))
    const left = unreachedText(reached, true)
    return left.length > 0 ? [...left, hint] : ['Its samples take every transition.']
  } catch (error) {
    const reached = reachedPaths(machine, [])
    return [reasonOf(error as Error, file), ...unreachedText(reached, false)]
  }
}

/** Returns why samples cannot be walked, and what to do about it. */
const reasonOf = ({ message }: Error, file: string) =>
  /Cannot find module 'vitest'|Vitest cannot be imported in a CommonJS/.test(message)
    ? `These samples cannot be walked: the package loads its modules by require(), and Vitest can only be imported.\nWrite the test as a module: --out ${basename(file).replace(/\.[jt]sx?$/, '.mts')}\nor give the package "type": "module".`
    : `These samples cannot be walked: ${message}\nFill them in first.`

const hint =
  'Fill in samples that make these guards say yes and no. Where a guard reads the context, name what it reads:\n  distinguishBy: (context) => context.property'

const testCode = (
  found: FoundMachine,
  samples: MachineSamples,
  specifierOf: (file: string) => string,
) =>
  [importsCode(found, samples, specifierOf), pathsCode(found, samples), testsCode(found)].join(
    '\n\n',
  )

function importsCode(
  { file, exportName }: FoundMachine,
  { input, events }: MachineSamples,
  specifierOf: (file: string) => string,
) {
  const charts = (name: string) => specifierOf(join(import.meta.dirname, '..', 'paths', name))
  const needsUnfilled = [input, ...events].some(({ values }) => values.join().includes('unfilled('))
  return [
    "import { expect, test } from 'vitest'",
    `import { pathsOf, unreachableStates, untakenTransitions } from '${charts('paths.ts')}'`,
    `import { transitionTable } from '${charts('transition-table.ts')}'`,
    ...(needsUnfilled ? [`import { unfilled } from '${charts('unfilled.ts')}'`] : []),
    `import { ${exportName} } from '${specifierOf(file)}'`,
  ].join('\n')
}

function pathsCode({ exportName }: FoundMachine, { input, events }: MachineSamples) {
  const guessed = events.filter(({ isGuess }) => isGuess)
  return [
    `const paths = pathsOf(${exportName}, {`,
    ...(input.isGuess ? ['// A guess from the type: fill in what the machine starts with.'] : []),
    `input: ${input.values[0]},`,
    'events: [',
    ...linesOf(events.filter(({ isGuess }) => !isGuess)),
    ...(guessed.length > 0
      ? ['// Guesses from the types: fill in values that make the guards say yes and no.']
      : []),
    ...linesOf(guessed),
    '],',
    '})',
  ].join('\n')
}

const testsCode = ({ machine, exportName }: FoundMachine) => `\
// The first run writes the table. Read it before you commit it.
test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot()
})

test('reaches every state and takes every transition of ${machine.id}', () => {
  expect(unreachableStates(${exportName}, paths)).toEqual([])
  expect(untakenTransitions(${exportName}, paths)).toEqual([])
})
`

const linesOf = (codes: readonly SampleCode[]) =>
  codes.flatMap(({ values }) => values.map((value) => `${value},`))

/** Returns how a file imports others: by an alias of the package, if one fits, or by their place. */
function specifiersIn(from: string, root: string) {
  const { imports = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    imports?: Record<string, string>
  }
  // Other packages do not know the aliases of this one.
  const isInside = !relative(root, from).startsWith('..')
  return (file: string) => {
    const path = relative(root, file).split(sep).join('/')
    for (const [alias, target] of isInside ? Object.entries(imports) : []) {
      const folder = /^\.\/(.+\/)\*$/.exec(target)?.[1]
      if (folder && path.startsWith(folder) && alias.endsWith('/*'))
        return alias.slice(0, -1) + path.slice(folder.length)
    }
    const place = relative(dirname(from), file).split(sep).join('/')
    return place.startsWith('.') ? place : `./${place}`
  }
}

/** Formats code as the project is formatted, if it has a formatter. */
async function formatted(code: string, file: string) {
  try {
    const { format, resolveConfig } = await import('prettier')
    return await format(code, { ...(await resolveConfig(file)), parser: 'typescript' })
  } catch {
    return code
  }
}
