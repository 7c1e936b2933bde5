/** `npm run charts`: draws the machines, compares them with other revisions, walks, proves and mutates them, and replays. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { register as registerRequire } from 'tsx/cjs/api'
import { register } from 'tsx/esm/api'
import { fuzzOptions, requireNumbers } from './support/fuzz-options.mjs'
import { hearsBy } from './support/hears-by.mjs'
import { root } from './support/root.mjs'

const usage = `npm run charts -- [command] [options]

  (no command)                 draws the machines in machines/ into docs/charts/:
                               one SVG and one JSON file for each, and an overview of all
  check                        says which of these files are not up to date
  diff <revision> [<revision>] prints what changed in the charts since a git revision,
                               or between two, and draws it into .cache/charts/
  paths <machine>              prints its transitions and the shortest path to each
  test <machine>               writes a test of its paths, with a sample of every event
                               to fill in, and says what these samples do not reach
  export <machine>             prints it as JSON that XState and the editor of Stately read,
                               or in another format
  prove                        proves of our machines that nothing is lost without a question, and writes
                               docs/charts/guards.md; says by which path a statement fails
  mutate [<machine> ...]       changes each guard, transition and action of our machines, one
                               at a time, and says which change no test of the machine notices
  fuzz                         runs the whole app with random events, and checks that
                               nothing is lost; the shortest run that breaks a rule is saved
                               as a recording
  replay <file>                runs a recording again with the machines as they are now, and says
                               after which event, and in which machine, they do something else

  A machine is one of ours by its name or id, or path/to/file.ts#export of any module.

  --machine <file.ts#export>   draws this machine of any module, in place of ours
  --out <folder or file>       writes the files, the test or the export there
  --format <name>              xstate, mermaid, json (the model of the chart) or svg; xstate without
  --samples <file.ts[#export]> takes the input and the events for the paths from this
                               export ({ input, events }), or from what a test file gives
                               pathsOf(); by default from the test of the machine, if any
  --events <number>            the number of events of fuzz; a million without
  --seed <number>              other events for another number; 1 without
  --repeat <file>              runs once more what fuzz has saved
  --help                       shows this help

Exit codes: 0 if all is well, 1 if files are not up to date, paths do not reach everything,
a statement fails, a change is not noticed, a rule is broken, a replay parts or something went
wrong, 2 if the command or an option is wrong.`

/** The least and the largest number of operands of each command, and what they are. */
const commands = {
  write: [0, 0],
  check: [0, 0],
  diff: [1, 2, 'a git revision'],
  paths: [1, 1, 'the name of a machine'],
  test: [1, 1, 'the name of a machine'],
  export: [1, 1, 'the name of a machine'],
  prove: [0, 0],
  mutate: [0, Infinity],
  fuzz: [0, 0],
  replay: [1, 1, 'the file of a recording'],
}

/** The options that each command uses. */
const optionsOf = {
  write: ['machine', 'out'],
  check: ['machine', 'out'],
  diff: ['machine', 'out', 'samples'],
  paths: ['samples'],
  test: ['out'],
  export: ['format', 'out'],
  prove: [],
  mutate: [],
  fuzz: ['events', 'seed', 'repeat'],
  replay: ['machine'],
}

const args = readArgs()
// Modules of projects without "type": "module" are required.
registerRequire()
register()
const { loadFolder } = await import('../charts/command/load-machines.ts')
const { machineOfModule } = await import('../charts/command/machine-modules.ts')
const { chartFiles, staleFiles, systemFiles, writeFiles } =
  await import('../charts/command/write-charts.ts')

const groupsIn = (checkout) => loadFolder(join(checkout, 'machines'))
const machinesIn = async (checkout) =>
  args.machine
    ? [(await machineOfModule(resolve(checkout, relative(root, resolve(args.machine))))).machine]
    : [...(await groupsIn(checkout)).values()].flat()
const files = async () =>
  args.machine ? chartFiles(await machinesIn(root)) : systemFiles(await groupsIn(root), hearsBy)
const docs = join(root, 'docs', 'charts')

try {
  const run = { write, check, diff, paths, test, export: exportOne, prove, mutate, fuzz, replay }
  process.exitCode = await run[args.command]()
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}

/** Returns the words of git if there are some, or those for the error of the file system. */
function reasonOf({ stderr, code, path, message }) {
  if (code === 'ENOENT' && path) return `There is no file ${relative(process.cwd(), path)}.`
  return stderr?.toString().trim() || message
}

async function write() {
  const folder = args.out ?? docs
  const written = await files()
  writeFiles(folder, written, { removeOthers: args.machine === undefined })
  console.log(`Wrote ${written.size} files to ${relative(process.cwd(), folder) || '.'}.`)
  return 0
}

async function check() {
  const stale = staleFiles(args.out ?? docs, await files())
  if (stale.length === 0) console.log('The charts are up to date.')
  else console.error(`Not up to date: ${stale.join(', ')}\nRun \`npm run charts\` and commit them.`)
  return stale.length === 0 ? 0 : 1
}

async function diff() {
  const { diffMachines } = await import('../charts/command/diff-command.ts')
  const { machinesAt } = await import('../charts/command/machines-at.ts')
  const [older, newer] = args.operands
  const before = await machinesAt(older, root, machinesIn)
  const after = newer ? await machinesAt(newer, root, machinesIn) : await machinesIn(root)
  const folder = args.out ?? join(root, '.cache', 'charts')
  const text = await diffMachines(before, after, folder, newer ? undefined : pathsBySamples)
  console.log(text ?? 'No chart has changed.')
  return 0
}

/** Finds the paths of one of our machines by the samples of its test, if there are any. */
async function pathsBySamples(machine) {
  const { possiblePathsOver, sampledPathsOver } = await import('../charts/diff/affected-paths.ts')
  const { reachedPaths } = await import('../charts/paths/reached-paths.ts')
  const samples = args.machine ? [] : await samplesFor(await machineNamed(machine.id))
  return samples.length > 0
    ? sampledPathsOver(reachedPaths(machine, samples).paths)
    : possiblePathsOver(machine)
}

async function paths() {
  const { describePaths } = await import('../charts/command/paths-command.ts')
  const found = await machineNamed(args.operands[0])
  const { text, isComplete } = describePaths(found.machine, await samplesFor(found))
  console.log(text)
  return isComplete ? 0 : 1
}

async function test() {
  const { writeTest } = await import('../charts/command/test-command.ts')
  const found = await machineNamed(args.operands[0])
  const out = resolve(
    args.out ?? testOf(found.file) ?? found.file.replace(/\.[jt]sx?$/, '.test.ts'),
  )
  console.log(await writeTest(found, out, root))
  return 0
}

async function exportOne() {
  const { exportMachine } = await import('../charts/command/export-command.ts')
  const { machine } = await machineNamed(args.operands[0])
  const text = await exportMachine(machine, args.format ?? 'xstate')
  if (args.out) writeFileSync(args.out, text)
  else process.stdout.write(text)
  return 0
}

async function prove() {
  const { proveSite } = await import('./support/prove-site.ts')
  return proveSite(await machinesIn(root), { isWritten: true })
}

async function fuzz() {
  const { fuzzSite } = await import('./support/fuzz-site.ts')
  return fuzzSite(args)
}

async function mutate() {
  const { mutateSite } = await import('./support/mutate-site.ts')
  const machines = await Promise.all(args.operands.map(machineNamed))
  return mutateSite(machines.map(({ machine }) => machine))
}

async function replay() {
  const { readRecording } = await import('../charts/record/recording-file.ts')
  const { replayLines } = await import('../charts/command/replay-command.ts')
  const { replayOptionsFor } = await import('./support/replay-options.mjs')
  const recording = readRecording(readFileSync(args.operands[0], 'utf8'))
  const { chartsHash } = await import('./support/charts-hash.mjs')
  const options = { ...replayOptionsFor(await machinesIn(root)), charts: chartsHash() }
  const { lines, hasParted } = replayLines(recording, options)
  console[hasParted ? 'error' : 'log'](lines.join('\n'))
  return hasParted ? 1 : 0
}

async function machineNamed(name) {
  const { findMachine } = await import('../charts/command/find-machine.ts')
  return findMachine(name, join(root, 'machines'))
}

/** Returns the samples that an option names, or those of the test of one of our machines; none if there are none. */
async function samplesFor({ machine, file }) {
  const { loadSamples } = await import('../charts/command/load-samples.ts')
  const own = testOf(file)
  if (args.samples) return loadSamples(machine, args.samples)
  return own && existsSync(own) ? loadSamples(machine, own) : []
}

/** Returns where the test of one of our machines belongs; null for any other. */
function testOf(file) {
  const path = relative(root, file)
  return path.startsWith('machines') ? join(root, 'tests', path.replace(/\.ts$/, '.test.ts')) : null
}

/** Returns the command and its options. Ends the process where they are wrong, or only the help is asked for. */
function readArgs() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        format: { type: 'string' },
        machine: { type: 'string' },
        out: { type: 'string' },
        samples: { type: 'string' },
        ...fuzzOptions,
      },
    })
    if (values.help) {
      console.log(usage)
      process.exit(0)
    }
    requireNumbers(values)
    const [command = 'write', ...operands] = positionals
    requireCommand(command, operands, values.machine)
    requireOptions(command, Object.keys(values))
    requireFormat(values.format)
    return { ...values, command, operands }
  } catch (error) {
    // Node adds advice that does not fit here.
    console.error(`${error.message.split('. To ', 1)[0]}\n\n${usage}`)
    process.exit(2)
  }
}

function requireCommand(command, operands, machine) {
  if (!Object.hasOwn(commands, command)) throw new Error(`There is no command named ${command}.`)
  const [least, most, what] = commands[command]
  if (operands.length < least) throw new Error(`${command} needs ${what}.`)
  if (operands.length > most) throw new Error(`${command} takes no "${operands.at(-1)}".`)
  if (machine !== undefined && !/^.+#.+$/.test(machine))
    throw new Error(`--machine needs a file and an export: path/to/file.ts#name`)
}

function requireFormat(format) {
  const formats = ['xstate', 'mermaid', 'json', 'svg']
  if (format !== undefined && !formats.includes(format))
    throw new Error(`There is no format ${format}. There are ${formats.join(', ')}.`)
}

/** Refuses an option that the command does not use. */
function requireOptions(command, given) {
  const name = given.find((option) => !optionsOf[command].includes(option))
  if (name === undefined) return
  const where = command === 'write' ? 'Drawing the machines' : command
  throw new Error(`${where} does not use --${name}.`)
}
