/** `npm run charts`: draws the machines, checks that their drawings are up to date, and compares them with other revisions. */
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
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
  prove                        proves that nothing is lost without a question, and writes
                               docs/charts/guards.md; says by which path a statement fails
  mutate [<machine> ...]       changes each guard, transition and action, one at a time, and
                               says which change no test of the machine notices
  fuzz                         runs the whole app with random events, and checks that
                               nothing is lost; the shortest run that breaks a rule is saved

  --machine <file.ts#export>   draws this machine of any module, in place of ours
  --out <folder>               writes the files there
  --events <number>            the number of events of fuzz; a million without
  --seed <number>              other events for another number; 1 without
  --replay <file>              runs what fuzz has saved once more
  --help                       shows this help

Exit codes: 0 if all is well, 1 if files are not up to date or something went wrong,
2 if the command or an option is wrong.`

const args = readArgs()
register()
const { loadExport, loadFolder } = await import('../charts/command/load-machines.ts')
const { chartFiles, staleFiles, systemFiles, writeFiles } =
  await import('../charts/command/write-charts.ts')

const groupsIn = (checkout) => loadFolder(join(checkout, 'machines'))
const machinesIn = async (checkout) =>
  args.machine
    ? [await loadExport(join(checkout, args.machine))]
    : [...(await groupsIn(checkout)).values()].flat()
const files = async () =>
  args.machine ? chartFiles(await machinesIn(root)) : systemFiles(await groupsIn(root), hearsBy)
const docs = join(root, 'docs', 'charts')

try {
  process.exitCode = await { write, check, diff, prove, mutate, fuzz }[args.command]()
} catch (error) {
  console.error(error.stderr?.toString().trim() || error.message)
  process.exitCode = 1
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
  const [older, newer] = args.revisions
  const before = await machinesAt(older, root, machinesIn)
  const after = newer ? await machinesAt(newer, root, machinesIn) : await machinesIn(root)
  const text = await diffMachines(before, after, args.out ?? join(root, '.cache', 'charts'))
  console.log(text ?? 'No chart has changed.')
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
  return mutateSite(args.revisions)
}

/** Returns the command and its options. Ends the process where they are wrong, or only the help is asked for. */
function readArgs() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        machine: { type: 'string' },
        out: { type: 'string' },
        ...fuzzOptions,
      },
    })
    if (values.help) {
      console.log(usage)
      process.exit(0)
    }
    const [command = 'write', ...revisions] = positionals
    requireCommand(command, revisions, values.machine)
    requireNumbers(values)
    return { ...values, command, revisions }
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`)
    process.exit(2)
  }
}

function requireCommand(command, revisions, machine) {
  const counts = {
    write: [0, 0],
    check: [0, 0],
    diff: [1, 2],
    prove: [0, 0],
    mutate: [0, Infinity],
    fuzz: [0, 0],
  }
  if (!(command in counts)) throw new Error(`There is no command named ${command}.`)
  const [least, most] = counts[command]
  if (revisions.length < least) throw new Error(`${command} needs a git revision.`)
  if (revisions.length > most) throw new Error(`${command} takes no "${revisions.at(-1)}".`)
  if (machine !== undefined && !/^.+#.+$/.test(machine))
    throw new Error(`--machine needs a file and an export: path/to/file.ts#name`)
}
