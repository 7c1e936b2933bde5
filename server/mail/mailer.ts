/** Sends mail by SMTP. Without an SMTP server it is written to the outbox folder as files. */
import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export interface MailContent {
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /**
   * Sends a mail, and returns the answer of the mail server, or where the mail was written instead. Rejects when it was not
   * sent, or when that is uncertain.
   */
  send(to: string, content: MailContent): Promise<string>
}

interface MailOptions {
  /** The URL of the mail server, `smtp://user:password@host`; `?from=` sets the sender. Null to write files instead. */
  smtpUrl: string | null
  dataDir: string
  /** The site's host, for the default sender. */
  host: string
  clock?: () => number
}

/**
 * The maximum time of a whole delivery, in milliseconds. A server could respond to each command in time and never
 * finish.
 */
const sendTimeout = 60_000
const smtpTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Creates the mailer: over SMTP, or into files when no mail server is configured. */
export const createMailer = (options: MailOptions): Mailer => {
  const { smtpUrl, host } = options
  const from = (smtpUrl && new URL(smtpUrl).searchParams.get('from')) || `no-reply@${host}`
  const deliver = smtpUrl ? createSmtpTransport(smtpUrl) : createOutboxWriter(options)
  return {
    // Given as separate name and address, so that nothing in it is parsed as a second recipient.
    send: (to, content) => deliver({ from, to: { name: '', address: to }, ...content }),
  }
}

interface AddressedMail extends MailContent {
  from: string
  to: { name: string; address: string }
}

const createSmtpTransport = (url: string) => {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const settings = {
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    ...smtpTimeouts,
  }
  return async (message: AddressedMail) => {
    // Loaded on first use: most processes never send mail.
    const { createTransport } = await import('nodemailer')
    const over = new AbortController()
    const late = wait(sendTimeout, undefined, { signal: over.signal }).then(() => {
      throw Object.assign(new Error('The mail server took too long.'), { code: 'ETIMEDOUT' })
    })
    const sent = await Promise.race([createTransport(settings).sendMail(message), late]).finally(
      () => over.abort(),
    )
    return sent.response
  }
}

const createOutboxWriter =
  ({ dataDir, clock = Date.now }: MailOptions) =>
  async (message: AddressedMail) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
    const { message: bytes } = await transport.sendMail(message)
    const folder = join(dataDir, 'outbox')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const time = new Date(clock()).toISOString().replaceAll(/[:.]/g, '-')
    const name = `${time}-${randomBytes(4).toString('hex')}`
    const unfinished = join(folder, `${name}.tmp`)
    // The mail contains a token, so only the owner may read it.
    await writeFile(unfinished, bytes as Buffer, { mode: 0o600 })
    await rename(unfinished, join(folder, `${name}.eml`))
    return `No mail server is set, so the mail was written to outbox/${name}.eml in the folder of the data.`
  }
