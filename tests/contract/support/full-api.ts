/**
 * The complete content API over one database, with real sessions, mails written to a folder, and a clock
 * that tests advance.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '#content/model/resource.ts'
import { noopLog } from '#server/log.ts'
import { createAccounts } from '#server/users/accounts.ts'
import { type ApiOptions, createApi, createApiRoutes } from '#server/app.ts'
import type { LinkBaseOptions } from '#server/http/email-link-base.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { createMailQueue } from '#server/mail/mail-queue.ts'
import { createCredentialsChecker } from '#server/auth/credentials-checker.ts'
import { createKnownNetworks } from '#server/auth/known-networks.ts'
import {
  type SecretKeys,
  createSecretEncryption,
} from '#server/auth/two-factor/secret-encryption.ts'
import { createTwoFactor } from '#server/auth/two-factor/two-factor.ts'
import { createFileStorage } from '#server/media/file-storage.ts'
import { createOrigins } from '#server/http/origins.ts'
import { createSiteBackups } from '#server/backup/site-backups.ts'
import { createReadSiteHealth } from '#server/monitoring/site-health.ts'
import { createFeatures } from '#server/startup/features.ts'
import { alwaysHealthy } from '#server/health.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { createSessions } from '#server/auth/sessions.ts'
import type { Database } from '#server/store/db/schema.ts'
import { createStore } from '#server/store/store.ts'
import { createThrottle } from '#server/auth/throttle.ts'
import { nameKeysOf } from '#server/users/name-keys.ts'
import { forms } from '#site/forms.ts'
import { kinds } from '#site/kinds.ts'
import type { Json } from './content-api.ts'

export const origin = 'https://site.test'
const start = Date.parse('2026-08-01T12:00:00.000Z')
export const hour = 60 * 60 * 1000
const hashed = hashPassword('password')

export interface Reply {
  status: number
  headers: Headers
  text: string
  body: Json
}

interface FullApiOptions {
  home?: LinkBaseOptions
  trustedHosts?: readonly string[]
  smtpUrl?: string
  secretKeys?: SecretKeys
  /** Receives errors from sending mail. */
  log?: (problem: unknown) => void
}

/**
 * Creates the whole API on a database, with accounts, sessions, forms, files and mail. Its clock moves only by
 * `advanceClock`.
 */
export const createFullApi = async (
  db: Database,
  { home, trustedHosts = [], smtpUrl, secretKeys = ['a secret key'], log }: FullApiOptions = {},
) => {
  const encryption = createSecretEncryption(secretKeys)
  const folder = await mkdtemp(join(tmpdir(), 'troupe-whole-'))
  let now = start
  const clock = () => now
  const at = home ?? { siteUrl: origin, isProduction: true }
  const mailer = createMailer({
    smtpUrl: smtpUrl ?? null,
    dataDir: folder,
    host: 'site.test',
    clock,
  })
  const queue = createMailQueue({ db, mailer, clock, log: { error: log ?? noopLog.error } })
  queue.start()
  const files = createFileStorage(join(folder, 'files'))
  const parts = createFeatures({
    db,
    forms,
    files,
    mail: queue,
    linkBaseOptions: at,
    clock,
  })
  const store = createStore(db, {
    kinds,
    clock,
    typeExtensions: parts.typeExtensions,
  })
  const accounts = createAccounts(db, clock)
  const sessions = createSessions(db, clock)
  const throttle = createThrottle(db, clock)
  const origins = createOrigins({ ...at, trustedHosts })
  const networks = createKnownNetworks(db, clock)
  const credentialsChecker = createCredentialsChecker({ throttle, networks })
  const twoFactor = createTwoFactor({ db, throttle, networks, encryption, clock })
  const rest = { store, accounts, sessions, credentialsChecker, twoFactor, throttle, origins }
  const readSiteHealth = createReadSiteHealth({
    db,
    mail: queue,
    hub: { status: async () => ({ readers: 2, catchingUp: 1, behind: 0 }) },
    health: alwaysHealthy,
    encryption,
    version: 'test',
    dataDir: folder,
    addresses: { siteUrl: null, trustedHosts, isLocal: false },
  })
  const site = { db, files, store, encryption, listFiles: parts.listFiles }
  const siteBackups = createSiteBackups({
    openSite: async () => ({ site, close: async () => {} }),
    folder: join(folder, 'restorations'),
    siteName: async () => 'The Harbour',
    onRestored: () => {},
    logError: (problem) => log?.(problem),
    clock,
  })
  const groups = parts.endpointGroups({
    ...rest,
    siteName: async () => 'The Harbour',
    readSiteHealth,
    siteBackups,
  })
  const options = {
    ...rest,
    version: 'test',
    log: noopLog,
    health: alwaysHealthy,
    featureGroups: groups,
    withStoredFiles: parts.withStoredFiles,
  } satisfies ApiOptions
  const api = createApi(options)

  /** Returns a browser, which keeps its cookies. */
  const browser = () => {
    const cookies = new Map<string, string>()
    const ask = async (
      method: string,
      path: string,
      { body, headers }: { body?: unknown; headers?: Record<string, string> } = {},
    ): Promise<Reply> => {
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/ld+json'
      const answer = await api.request(`${origin}/_api${path}`, {
        method,
        headers: {
          ...(body !== undefined && { 'Content-Type': type }),
          ...(cookies.size && {
            Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        if (value) cookies.set(name, value)
        else cookies.delete(name)
      }
      const text = await answer.text()
      const isJson = /\bjson\b/.test(answer.headers.get('content-type') ?? '')
      return {
        status: answer.status,
        headers: answer.headers,
        text,
        body: (isJson ? JSON.parse(text) : null) as Json,
      }
    }
    return {
      cookies,
      ask,
      get: (path: string, headers?: Record<string, string>) =>
        ask('GET', path, { ...(headers && { headers }) }),
      post: (path: string, body: unknown, headers?: Record<string, string>) =>
        ask('POST', path, { body, ...(headers && { headers }) }),
      patch: (path: string, body: unknown, headers?: Record<string, string>) =>
        ask('PATCH', path, { body, ...(headers && { headers }) }),
      remove: (path: string) => ask('DELETE', path),
      signIn: (username: string, password: string) =>
        ask('POST', '/login', {
          body: { username, password },
          headers: { 'Content-Type': 'application/json' },
        }),
    }
  }

  /**
   * Creates a signed-in user whose password is `password`, bypassing the slow hashing and sign-in, which
   * have tests of their own.
   */
  const as = async (username: string, roles: readonly Role[]) => {
    const iso = new Date(now).toISOString()
    const id = randomUUID()
    await db
      .insertInto('account')
      .values({
        id,
        username,
        email_address: `${username}@people.test`,
        ...nameKeysOf({ username, email_address: `${username}@people.test` }),
        password: await hashed,
        roles: JSON.stringify(roles),
        enabled: 1,
        verified: 1,
        created_at: iso,
        modified_at: iso,
      })
      .execute()
    const own = browser()
    own.cookies.set('api_component', (await sessions.start((await accounts.find(username))!))!)
    return { ...own, iri: `/users/${id}` }
  }

  /** Returns the mails sent since the last call. */
  const seen = new Set<string>()
  const mail = async (): Promise<Mail[]> => {
    await queue.settled()
    const outbox = join(folder, 'outbox')
    const names = (await readdir(outbox).catch(() => [])).filter((name) => !seen.has(name))
    for (const name of names) seen.add(name)
    return Promise.all(
      names.map(async (name) => readMail(await readFile(join(outbox, name), 'utf8'))),
    )
  }

  return {
    api,
    /** All endpoints, as registered with the router. */
    routes: createApiRoutes(options).routes,
    db,
    store,
    withStoredFiles: parts.withStoredFiles,
    folder,
    browser,
    as,
    mail,
    /** Resolves when all due mail has been tried. */
    mailTried: queue.settled,
    find: accounts.find,
    now: clock,
    /** Advances the clock. */
    advanceClock: (milliseconds: number) => void (now += milliseconds),
    close: async () => {
      await queue.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type FullApi = Awaited<ReturnType<typeof createFullApi>>

export interface Mail {
  to: string
  from: string
  subject: string
  text: string
  html: string
  /** The first link in the text. */
  link: URL
}

const headerOf = (part: string, name: string) => {
  const [head = ''] = part.split('\n\n')
  const unfolded = head.replace(/\n[ \t]+/g, ' ')
  return new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? ''
}

const bodyOf = (part: string) => {
  const body = part.slice(part.indexOf('\n\n') + 2)
  switch (headerOf(part, 'content-transfer-encoding')) {
    case 'base64':
      return Buffer.from(body, 'base64').toString('utf8')
    case 'quoted-printable': {
      const joined = body.replace(/=\n/g, '')
      const bytes = joined.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
      return Buffer.from(bytes, 'latin1').toString('utf8')
    }
    default:
      return body
  }
}

const wordsOf = (header: string) =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?(q|b)\?([^?]*)\?=/gi, (_, how: string, words: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(words, 'base64').toString('utf8')
        : bodyOf(`content-transfer-encoding: quoted-printable\n\n${words.replaceAll('_', ' ')}`),
    )

/** Parses an email in MIME format; `link` is the first one in its text. */
export const readMail = (source: string): Mail => {
  const email = source.replaceAll('\r\n', '\n')
  const [, boundary = ''] = /boundary="?([^";\n]+)"?/.exec(email) ?? []
  const parts = email.split(`--${boundary}`)
  const partOf = (type: string) =>
    bodyOf(
      parts
        .map((part) => part.trimStart())
        .find((part) => headerOf(part, 'content-type').startsWith(type)) ?? '',
    )
  const text = partOf('text/plain')
  const [link = 'about:blank'] = /https?:\S+/.exec(text) ?? []
  return {
    to: headerOf(email, 'to'),
    from: headerOf(email, 'from'),
    subject: wordsOf(headerOf(email, 'subject')),
    text,
    html: partOf('text/html'),
    link: new URL(link),
  }
}
