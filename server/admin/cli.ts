/**
 * Runs one command of `npm run admin`. The exit code is 0 when it is done, 1 when it failed, 2 when the command line is
 * wrong. The options are read by `parseArgs` of Node, which throws an error of its own for a wrong option; there are
 * too few of them for a library such as citty.
 */
import { parseArgs } from 'node:util'
import { DomainError } from '../domain-errors.ts'
import { describeError } from '../store/db/database-client.ts'
import { type Command, type Terminal, type CommandArgs, UsageError, printLine } from './command.ts'
import { exportSite } from './export-site.ts'
import { importSite } from './import-site.ts'
import { migrate } from './migrate.ts'
import { resetDemo } from './reset-demo.ts'
import { userRemoveTwoFactor } from './user-remove-two-factor.ts'
import { userCreate } from './user-create.ts'

const commands = new Map<string, Command>([
  ['user:create', userCreate],
  ['user:remove-two-factor', userRemoveTwoFactor],
  ['export', exportSite],
  ['import', importSite],
  ['migrate', migrate],
  ['reset-demo', resetDemo],
])

export type ExitCode = 0 | 1 | 2

/**
 * Runs a command. Never throws: an error is printed in one line. The exit code is 2 for wrong usage, and 1 for other
 * errors.
 */
export const runAdmin = async (args: readonly string[], terminal: Terminal): Promise<ExitCode> => {
  try {
    await runCommand(args, terminal)
    return 0
  } catch (thrown) {
    printLine(terminal, messageOf(thrown))
    return thrown instanceof UsageError ? 2 : 1
  }
}

const runCommand = async ([name, ...rest]: readonly string[], terminal: Terminal) => {
  if (name === undefined || isHelp(name)) {
    if (name === undefined) throw new UsageError(listCommands())
    terminal.stdout.write(`${listCommands()}\n`)
    return
  }
  const command = commands.get(name)
  if (!command) throw new UsageError(`Unknown command ${name}: see --help.`)
  const args = parseArguments(name, command, rest)
  if (args.hasFlag('help')) return void terminal.stdout.write(`${helpOf(name, command)}\n`)
  const argumentCount = command.usage.match(/<[^>]+>/g)?.length ?? 0
  if (args.positionals.length !== argumentCount) {
    throw new UsageError(`Usage: npm run admin -- ${name} ${command.usage}`.trimEnd())
  }
  await command.run(args, terminal)
}

const isHelp = (word: string) => word === '--help' || word === '-h' || word === 'help'

const parseArguments = (name: string, { options }: Command, args: string[]): CommandArgs => {
  try {
    const parsed = parseArgs({
      args,
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    })
    const values: Record<string, unknown> = parsed.values
    return {
      positionals: parsed.positionals,
      getOption: (option) => {
        const value = values[option]
        return typeof value === 'string' ? value : undefined
      },
      hasFlag: (option) => values[option] === true,
    }
  } catch (thrown) {
    const [reason = ''] = describeError(thrown).split('. To ', 1)
    throw new UsageError(`${name}: ${reason}.`.replace('..', '.'))
  }
}

const helpOf = (name: string, { summary, usage, help }: Command) =>
  [
    `npm run admin -- ${`${name} ${usage}`.trimEnd()}`,
    summary,
    help.replace(/^\n/, '').trimEnd(),
  ].join('\n\n')

const listCommands = () => {
  const wide = Math.max(...[...commands.keys()].map((name) => name.length))
  return [
    'npm run admin -- <command> [--help]',
    '',
    ...[...commands].map(([name, { summary }]) => `  ${name.padEnd(wide)}  ${summary}`),
    '',
    'Reads the same environment as npm start. The exit code is 0 when the',
    'command is done, 1 when it failed, 2 when the command line is wrong.',
  ].join('\n')
}

const messageOf = (thrown: unknown) => {
  if (thrown instanceof UsageError) return thrown.message
  if (thrown instanceof DomainError) return thrown.message.replaceAll('\n', ' ')
  return describeError(thrown)
}
