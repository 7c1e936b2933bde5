/** Questions to whoever runs a command. What they answer to a password's is not shown. */
import { Writable } from 'node:stream'
import { createInterface } from 'node:readline/promises'
import { CommandError, type Terminal } from './command.ts'

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })

const ask = async ({ stdin, stderr }: Terminal, question: string, isSecret = false) => {
  if (isSecret) stderr.write(question)
  const output = isSecret ? nowhere() : stderr
  const lines = createInterface({ input: stdin, output, terminal: stdin.isTTY === true })
  // Nothing more comes when the input has ended or was interrupted.
  const closed = new Promise<null>((resolve) => lines.once('close', () => resolve(null)))
  try {
    return await Promise.race([lines.question(isSecret ? '' : question), closed])
  } finally {
    lines.close()
    if (isSecret) stderr.write('\n')
  }
}

export const promptPassword = async (terminal: Terminal) => {
  const given = terminal.env['USER_PASSWORD']
  if (given) return given
  if (!terminal.stdin.isTTY) return firstLine(terminal)
  const password = await ask(terminal, 'Password: ', true)
  const again = password && (await ask(terminal, 'Once more: ', true))
  if (!password) throw new CommandError('There was no password.')
  if (password !== again) throw new CommandError('These are two different passwords.')
  return password
}

const firstLine = async ({ stdin }: Terminal) => {
  for await (const line of createInterface({ input: stdin })) if (line) return line
  throw new CommandError('There was no password: pipe it in, or say it in USER_PASSWORD.')
}

/** Only a plain yes is one. */
export const confirm = async (terminal: Terminal, question: string) => {
  if (!terminal.stdin.isTTY) return false
  const answer = await ask(terminal, `${question} Type yes to go on: `)
  return answer?.trim().toLowerCase() === 'yes'
}
