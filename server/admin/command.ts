/** Types and helpers that all commands of `npm run admin` share. */
import type { Readable, Writable } from 'node:stream'
import type { ParseArgsConfig } from 'node:util'

/** The process's environment and streams, so that tests can replace them. */
export interface Terminal {
  env: Record<string, string | undefined>
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
  stderr: Writable & { isTTY?: boolean }
}

export interface Command {
  /** The line that describes the command in the list of commands. */
  summary: string
  /** The positional arguments and options, as the usage line shows them. */
  usage: string
  /** The text that `--help` prints below the summary. */
  help: string
  options: NonNullable<ParseArgsConfig['options']>
  run: (args: CommandArgs, terminal: Terminal) => Promise<void>
}

export interface CommandArgs {
  /** The positional arguments, as many as `usage` names. */
  positionals: readonly string[]
  getOption: (option: string) => string | undefined
  hasFlag: (option: string) => boolean
}

/** Thrown when the command line is wrong. The exit code is then 2. */
export class UsageError extends Error {}

/** Thrown when a command cannot do its work. The message is printed in one line, and the exit code is 1. */
export class CommandError extends Error {}

/** Prints a line to standard error, because standard output may be a pipe for data. */
export const printLine = ({ stderr }: Terminal, text: string) => void stderr.write(`${text}\n`)

const progressInterval = 1_000

/**
 * Returns a function that prints progress at most once a second, and only to a terminal: a log needs just the result.
 */
export const createProgress = (terminal: Terminal) => {
  let printedAt = performance.now()
  return (message: () => string) => {
    if (!terminal.stderr.isTTY || performance.now() - printedAt < progressInterval) return
    printedAt = performance.now()
    printLine(terminal, message())
  }
}

/** Returns a number with its noun, such as “1,000 files”. */
export const pluralize = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`
