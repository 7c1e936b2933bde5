/** Sends mail by SMTP; without a server it lies in the outbox as files, for whoever runs the site to read. */
import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { problem } from '../problem.ts'

export interface Letter {
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /** 503 when it cannot be sent. */
  send(to: string, letter: Letter): Promise<void>
}

interface MailOptions {
  /** `smtp://user:password@host`; `?from=` names the sender. Null for the outbox. */
  smtpUrl: string | null
  dataDir: string
  /** The site's host, which mail comes from unless told otherwise. */
  host: string
  clock?: () => number
  log?: (problem: unknown) => void
}

const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export const createMailer = (options: MailOptions): Mailer => {
  const { smtpUrl, host, log = () => {} } = options
  const from = (smtpUrl && new URL(smtpUrl).searchParams.get('from')) || `no-reply@${host}`
  const deliver = smtpUrl ? bySmtp(smtpUrl) : intoOutbox(options)
  return {
    send: async (to, letter) => {
      try {
        // As a name and an address apart, nothing in it can be read as a second one.
        await deliver({ from, to: { name: '', address: to }, ...letter })
      } catch (thrown) {
        log(thrown)
        throw problem(503, { detail: 'The mail could not be sent. Try again later.' })
      }
    },
  }
}

interface Message extends Letter {
  from: string
  to: { name: string; address: string }
}

const bySmtp = (url: string) => {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const settings = {
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    ...patience,
  }
  return async (message: Message) => {
    // Most processes never send any.
    const { createTransport } = await import('nodemailer')
    await createTransport(settings).sendMail(message)
  }
}

const intoOutbox =
  ({ dataDir, clock = Date.now }: MailOptions) =>
  async (message: Message) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
    const { message: bytes } = await transport.sendMail(message)
    const folder = join(dataDir, 'outbox')
    await mkdir(folder, { recursive: true })
    const time = new Date(clock()).toISOString().replaceAll(/[:.]/g, '-')
    const name = `${time}-${randomBytes(4).toString('hex')}`
    const unfinished = join(folder, `${name}.tmp`)
    // What is in it opens an account.
    await writeFile(unfinished, bytes as Buffer, { mode: 0o600 })
    await rename(unfinished, join(folder, `${name}.eml`))
  }
