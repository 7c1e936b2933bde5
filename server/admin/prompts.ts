/**
 * Asks questions in the terminal. Passwords are not echoed. Two questions are too few for a library such as
 * @inquirer/prompts.
 */
import { Writable } from 'node:stream'
import { createInterface } from 'node:readline/promises'
import { CommandError, type Terminal } from './command.ts'

const createNullStream = () => new Writable({ write: (_chunk, _encoding, done) => done() })

const prompt = async ({ stdin, stderr }: Terminal, question: string, isSecret = false) => {
  if (isSecret) stderr.write(question)
  const output = isSecret ? createNullStream() : stderr
  const lines = createInterface({ input: stdin, output, terminal: stdin.isTTY === true })
  // The input has ended or was interrupted: there will be no answer.
  const closed = new Promise<null>((resolve) => lines.once('close', () => resolve(null)))
  try {
    return await Promise.race([lines.question(isSecret ? '' : question), closed])
  } finally {
    lines.close()
    if (isSecret) stderr.write('\n')
  }
}

/**
 * Returns the password from `USER_PASSWORD`, the first line of a pipe, or the terminal, where it is entered twice.
 * Throws a `CommandError` without a password, or when the two differ.
 */
export const promptPassword = async (terminal: Terminal) => {
  const given = terminal.env['USER_PASSWORD']
  if (given) return given
  if (!terminal.stdin.isTTY) return readFirstLine(terminal)
  const password = await prompt(terminal, 'Password: ', true)
  const repeated = password && (await prompt(terminal, 'Repeat password: ', true))
  if (!password) throw new CommandError('No password was entered.')
  if (password !== repeated) throw new CommandError('The two passwords are not the same.')
  return password
}

const readFirstLine = async ({ stdin }: Terminal) => {
  for await (const line of createInterface({ input: stdin })) if (line) return line
  throw new CommandError('No password was given: pipe it in, or set USER_PASSWORD.')
}

/** Asks a question and resolves to true for the answer "yes" only; without a terminal, to false. */
export const confirm = async (terminal: Terminal, question: string) => {
  if (!terminal.stdin.isTTY) return false
  const answer = await prompt(terminal, `${question} Type yes to continue:  `)
  return answer?.trim().toLowerCase() === 'yes'
}
