/** What a command of `npm run admin` is made of. */
import type { Readable, Writable } from 'node:stream'
import type { ParseArgsConfig } from 'node:util'

/** Where the words come from, and where the answers go. */
export interface Terminal {
  env: Record<string, string | undefined>
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
  stderr: Writable & { isTTY?: boolean }
}

export interface Command {
  /** One line of the list of all commands. */
  summary: string
  /** What follows the command's name. */
  usage: string
  /** What else there is to know before it is run. */
  help: string
  options: NonNullable<ParseArgsConfig['options']>
  run: (told: CommandArgs, terminal: Terminal) => Promise<void>
}

export interface CommandArgs {
  /** The words that are no options; as many as the usage says. */
  positionals: readonly string[]
  getOption: (option: string) => string | undefined
  hasFlag: (option: string) => boolean
}

/** Told in a way that means nothing: the command ends with code 2. */
export class UsageError extends Error {}

/** Why something was not done, in one line: the command ends with code 1. */
export class CommandError extends Error {}

export const printLine = ({ stderr }: Terminal, text: string) => void stderr.write(`${text}\n`)

const pause = 1_000

/** Says how far long work is, no more than once a second, and only where somebody looks on: a log needs just the end. */
export const createProgress = (terminal: Terminal) => {
  let said = performance.now()
  return (words: () => string) => {
    if (!terminal.stderr.isTTY || performance.now() - said < pause) return
    said = performance.now()
    printLine(terminal, words())
  }
}

export const pluralize = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`
