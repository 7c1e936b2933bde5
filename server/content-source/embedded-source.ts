/** The content source of this process: its database, the API and the hub. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Iri } from '#content/model/iri.ts'
import {
  type SiteConfigParameter,
  defaultSiteConfig,
  parseSiteConfig,
} from '#content/page/site-config.ts'
import { forms } from '#site/forms.ts'
import { kinds } from '#site/kinds.ts'
import { type Accounts, createAccounts, userOf, viewerOf } from '../users/accounts.ts'
import { createApi } from '../app.ts'
import type { Config } from '../startup/config.ts'
import type { ContentSource, Preparation } from './content-source.ts'
import { createCredentials } from '../auth/credentials.ts'
import { hubPath, sessionTokenFrom } from '../http/session-cookies.ts'
import { type Env } from '../http/hono-env.ts'
import { anonymous } from '../auth/viewer.ts'
import { createHub } from '../hub/hub.ts'
import type { Log } from '../log.ts'
import { createMailer } from '../mail/mailer.ts'
import { createMailQueue } from '../mail/mail-queue.ts'
import { createFileStorage } from '../media/file-storage.ts'
import { type Origins, createOrigins } from '../http/origins.ts'
import { createFeatures } from '../startup/features.ts'
import { createHealth } from '../health.ts'
import { subscribeTopicsOf } from '../routes/auth.ts'
import { apiBase } from '../http/endpoint-helpers.ts'
import { hubRoutes } from '../routes/hub.ts'
import { createPublishScheduler } from './publish-scheduler.ts'
import { seedWhenEmpty } from '../seed/seed-demo.ts'
import { createSessions } from '../auth/sessions.ts'
import { createFastPath, noFastPath } from '../http/cached-response-fast-path.ts'
import { openDatabase } from '../store/db/open-database.ts'
import { createEventLog } from '../store/events/event-log.ts'
import { withAdvisoryLock } from '../store/db/sql-dialect.ts'
import { type Store, createStore } from '../store/store.ts'
import { createThrottle } from '../auth/throttle.ts'

interface EmbeddedOptions {
  config: Config
  /** The version that the API documentation names. */
  version: string
  log: Log
  clock: () => number
}

export const openEmbeddedSource = async (options: EmbeddedOptions): Promise<ContentSource> => {
  const { config, version, log, clock } = options
  const opened = await openDatabase(config)
  const { db } = opened
  const health = createHealth({ db, dataDir: config.dataDir })
  const mail = createMailQueue({
    db,
    mailer: createMailer({
      smtpUrl: config.smtpUrl,
      dataDir: config.dataDir,
      host: new URL(config.siteUrl ?? 'http://localhost').hostname,
      clock,
    }),
    clock,
    log,
  })
  const parts = createFeatures({
    db,
    forms,
    files: createFileStorage(join(config.dataDir, 'files')),
    mail,
    home: config,
    clock,
    log: (problem) => log.error(problem, 'files'),
  })
  const { typeExtensions, deleteReplacedFiles } = parts
  const changes = createChangeEmitter()
  const store = createStore(db, {
    kinds,
    clock,
    onCommit: opened.emit,
    onChange: (iris) => {
      health.recordWrite()
      changes.tell(iris)
    },
    revision: opened.revision,
    typeExtensions,
    onRowsReplaced: deleteReplacedFiles,
  })
  await withAdvisoryLock(db, () => seedWhenEmpty(store, { storingFiles: parts.storingFiles }))

  const accounts = createAccounts(db, clock)
  const sessions = createSessions(db, clock)
  const origins = createOrigins({ ...config, warn: (message) => log.warn(message, 'proxies') })
  const throttle = createThrottle(db, clock)
  const credentials = createCredentials({ db, throttle, clock })
  const events = createEventLog(db)
  const hub = createHub({ events, sessions, currentMessages: store.currentMessages, log })
  await hub.start()
  hub.onEvent(({ topic }) => changes.tell([topic.replace(/\?draft=1$/, '')]))
  const schedule = createPublishScheduler({ store, events, log, clock })
  opened.subscribe(() => {
    hub.wake()
    schedule.look()
  })
  schedule.look()
  mail.start()

  const signingIn = { store, accounts, sessions, credentials, origins }
  const api = createApi({
    ...signingIn,
    version,
    log,
    hydraPrefix: config.hydraPrefix,
    health,
    featureGroups: parts.endpointGroups({
      ...signingIn,
      throttle,
      siteName: () => readSiteName(store),
    }),
    storingFiles: parts.storingFiles,
  })
  const inProcess: typeof fetch = async (input, init) =>
    api.fetch(new Request(input, init), {} satisfies Env['Bindings'])

  return {
    routes: {
      api,
      hub: hubRoutes({ hub, sessions, origins }),
      // The response cache holds plain names only; the prefixed ones are added by the API.
      fastPath: config.hydraPrefix
        ? noFastPath
        : createFastPath({
            cache: store.responseCache,
            siteUrl: config.siteUrl,
            homeAt: origins.homeAt,
            log,
          }),
    },
    identifyVisitor: createVisitorIdentifier(store, sessions, origins.homeAt),
    siteConfig: () => readSiteConfig(store),
    readPage: store.page,
    changes: { subscribe: changes.listen, poll: hub.wake, nextDue: store.nextDue },
    api: { base: apiBase, internalBase: `http://in-process.invalid${apiBase}`, fetch: inProcess },
    hub: { url: hubPath, lastEventId: async () => hub.lastEventId() },
    prepare: () => {
      parts.deleteOrphans().catch((error: unknown) => log.error(error, 'files'))
      return withAdvisoryLock(db, () => createFirstAccount(accounts, config.admin))
    },
    health,
    closeStreams: () => {
      schedule.close()
      hub.close()
    },
    close: async () => {
      await mail.stop()
      await opened.close()
    },
  }
}

/** Subscribers to changes: those of this process come at once, those of others with the hub's events. */
const createChangeEmitter = () => {
  const listeners: ((iris: readonly Iri[]) => void)[] = []
  return {
    tell: (iris: readonly Iri[]) => listeners.forEach((listener) => listener(iris)),
    listen: (listener: (iris: readonly Iri[]) => void) => void listeners.push(listener),
  }
}

/** Returns who sends a request. An ended session is treated as a visitor; the API answers it with 401. */
const createVisitorIdentifier =
  (store: Store, sessions: ReturnType<typeof createSessions>, homeAt: Origins['homeAt']) =>
  async (request: Request) => {
    const token = sessionTokenFrom(request.headers.get('cookie'))
    const session = token ? await sessions.read(token) : null
    if (!session) return { viewer: anonymous, user: null }
    const base = (homeAt(new URL(request.url).origin) ?? '') + apiBase
    const { account } = session
    return { viewer: viewerOf(account), user: userOf(account, subscribeTopicsOf(store, base)) }
  }

const readSiteConfig = (store: Store) =>
  store.responseCache.getOrLoad(
    'site configuration',
    async () => {
      const { members } = await store.list(
        '/_/site_config_parameters',
        anonymous,
        new URLSearchParams(),
      )
      return parseSiteConfig(members as (SiteConfigParameter & (typeof members)[number])[])
    },
    (config) => JSON.stringify(config).length,
  )

/** Returns the site's name, or null while it has the default one. */
const readSiteName = async (store: Store) => {
  const { siteName } = await readSiteConfig(store)
  return siteName === defaultSiteConfig.siteName ? null : siteName
}

/** Creates the first account while there is none. A generated password is printed once. */
const createFirstAccount = async (
  accounts: Accounts,
  { username, password }: Config['admin'],
): Promise<Preparation> => {
  if (await accounts.hasAny()) return { messages: [], rollback: async () => {} }
  const chosenPassword = password ?? randomBytes(10).toString('hex')
  const id = await accounts.create({
    username,
    emailAddress: username.includes('@') ? username : `${username}@site.invalid`,
    password: chosenPassword,
    roles: ['ROLE_SUPER_ADMIN'],
  })
  const line = `The first account is ${username}, its password: ${chosenPassword}`
  return { messages: password === null ? [line] : [], rollback: () => accounts.remove(id) }
}
