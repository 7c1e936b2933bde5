/** The content source of this process: its database, the API and the hub. */
import { join } from 'node:path'
import { createApi } from '../app.ts'
import { createAuditLog } from '../audit/audit-log.ts'
import { openSite } from '../backup/open-site.ts'
import { createSiteBackups } from '../backup/site-backups.ts'
import { createCredentialsChecker } from '../auth/credentials-checker.ts'
import { type Sessions, createSessions } from '../auth/sessions.ts'
import { createKnownNetworks } from '../auth/known-networks.ts'
import { encryptStoredSecrets, countUnreadableSecrets } from '../auth/two-factor/stored-secrets.ts'
import { createTwoFactor } from '../auth/two-factor/two-factor.ts'
import { createEmailTokens } from '../auth/email-tokens.ts'
import { createThrottle } from '../auth/throttle.ts'
import { toPagePayload } from '../render/pages/to-page-payload.ts'
import { createFastPath, noFastPath } from '../http/cached-response-fast-path.ts'
import { type Origins, createOrigins } from '../http/origins.ts'
import { hubPath } from '../http/session-cookies.ts'
import { type Hub, createHub } from '../hub/hub.ts'
import type { Log } from '../log.ts'
import { isReachedLocally } from '../http/email-link-base.ts'
import { createReadSiteHealth } from '../monitoring/site-health.ts'
import { hubRoutes } from '../endpoints/hub.ts'
import { createPresencePublisher } from '../presence/presence-publisher.ts'
import { isSecretKeyExposed } from '../startup/secret-keys.ts'
import { withAdvisoryLock } from '../store/db/sql-dialect.ts'
import { createRestorationCleanup } from '../store/restorations.ts'
import { createEventLog } from '../store/events/event-log.ts'
import { type Store } from '../store/store.ts'
import { createAccounts } from '../users/accounts.ts'
import { exposedKeyAdvice } from '#content/admin/site-health.ts'
import type { ContentSource } from './content-source.ts'
import { createFirstAccount } from './first-account.ts'
import { createViewerIdentifier } from './identify-viewer.ts'
import { inProcessApi } from './in-process-api.ts'
import { createPublishScheduler } from './publish-scheduler.ts'
import { type Content, type EmbeddedOptions, openContent } from './open-content.ts'
import { readSiteConfig, readSiteName } from './site-settings.ts'

/** Starts what runs in the background: live updates, scheduled publishing and the delivery of mail. */
const startBackgroundWork = async (
  { database, db, mail, features, changes, store }: Content,
  sessions: Sessions,
  { config, log, clock }: EmbeddedOptions,
) => {
  const events = createEventLog(db)
  const hub = createHub({ events, sessions, currentEventData: store.currentEventData, log })
  await hub.start()
  hub.onEvent(({ topic }) => changes.emit([topic.replace(/\?draft=1$/, '')]))
  const schedule = createPublishScheduler({
    store,
    events,
    auditLog: createAuditLog(db),
    restorations: createRestorationCleanup(db),
    auditLifetime: config.auditLifetime,
    log,
    clock,
  })
  const presence = createPresencePublisher({ presences: features.presences, hub, log })
  database.subscribe(() => {
    hub.wake()
    presence.wake()
    schedule.run()
  })
  schedule.run()
  mail.start()
  return { hub, schedule, presence }
}

/** Creates the accounts, their sessions, the checks of passwords and the limits on attempts. */
const createAuthentication = (
  { db, encryption }: Content,
  { config, log, clock }: EmbeddedOptions,
) => {
  const throttle = createThrottle(db, clock)
  const networks = createKnownNetworks(db, clock)
  return {
    accounts: createAccounts(db, clock),
    sessions: createSessions(db, clock),
    origins: createOrigins({ ...config, warn: (message) => log.warn(message, 'proxies') }),
    throttle,
    credentialsChecker: createCredentialsChecker({ throttle, networks }),
    twoFactor: createTwoFactor({ db, throttle, networks, encryption, clock }),
  }
}

type Authentication = ReturnType<typeof createAuthentication>

/** Creates the backups of the site. They have a connection of their own, by which no reader of the site waits for them. */
const createBackups = ({ database, store }: Content, { config, log, clock }: EmbeddedOptions) => {
  const siteBackups = createSiteBackups({
    openSite: () => openSite(config),
    folder: join(config.dataDir, 'restorations'),
    siteName: () => readSiteName(store),
    // The hub reads the events of the restoration at once, and with them all caches end.
    onRestored: database.emit,
    logError: (problem) => log.error(problem, 'backup'),
    clock,
  })
  // Those of the process before this one.
  siteBackups.uploads.deleteLeft().catch((error: unknown) => log.error(error, 'backup'))
  return siteBackups
}

const createContentApi = (
  content: Content,
  { throttle, ...signingIn }: Authentication,
  hub: Hub,
  options: EmbeddedOptions,
) => {
  const { db, mail, health, features, store, encryption } = content
  const { config, version, log } = options
  const { dataDir, siteUrl, trustedHosts } = config
  const addresses = { siteUrl, trustedHosts, isLocal: isReachedLocally(config) }
  const forHealth = { db, mail, hub, health, encryption, version, dataDir, addresses }
  return createApi({
    store,
    ...signingIn,
    version,
    log,
    hydraPrefix: config.hydraPrefix,
    health,
    featureGroups: features.endpointGroups({
      store,
      ...signingIn,
      throttle,
      siteName: () => readSiteName(store),
      readSiteHealth: createReadSiteHealth(forHealth),
      siteBackups: createBackups(content, options),
    }),
    withStoredFiles: features.withStoredFiles,
  })
}

/**
 * Returns the fast path for cached responses. It is off with `HYDRA_PREFIX`, since the API adds the prefixed names only
 * later.
 */
const createApiFastPath = (store: Store, origins: Origins, { config, log }: EmbeddedOptions) =>
  config.hydraPrefix
    ? noFastPath
    : createFastPath({
        cache: store.responseCache,
        siteUrl: config.siteUrl,
        siteOriginAt: origins.siteOriginAt,
        log,
      })

/** Returns the functions that end the background work, and then close what stores the content. */
const createShutdown = (
  { mail, database }: Content,
  { hub, schedule, presence }: Awaited<ReturnType<typeof startBackgroundWork>>,
) => ({
  closeStreams: () => {
    schedule.close()
    presence.close()
    hub.close()
  },
  close: async () => {
    await mail.stop()
    await database.close()
  },
})

/** Adds the files of older versions to the media library, and deletes those that nothing needs. */
const tidyFiles = ({ listFiles, deleteOrphans }: Content['features'], log: Log) => {
  listFiles()
    .then(deleteOrphans)
    .catch((error: unknown) => log.error(error, 'files'))
}

/** Encrypts the stored keys of authenticator apps by the current key, and warns of those that cannot be decrypted. */
const prepareSecrets = async ({ db, encryption }: Content, log: Log) => {
  await encryptStoredSecrets(db, encryption)
  const unreadable = await countUnreadableSecrets(db, encryption)
  if (unreadable === 0) return
  log.warn(
    `Another secret key has encrypted the authenticator apps of ${unreadable} ${unreadable === 1 ? 'account, which needs' : 'accounts, which need'} a recovery code to sign in. Set SECRET_KEY or PREVIOUS_SECRET_KEYS to that key.`,
    'two-factor',
  )
}

/** Warns of a secret key that others on the machine may read or replace, as after a copy that did not keep permissions. */
const warnOfExposedKey = async (dataDir: string, log: Log) => {
  if (await isSecretKeyExposed(dataDir)) log.warn(exposedKeyAdvice, 'two-factor')
}

/** Tidies the files, and creates the first account of a new site. */
const prepareSite = async (
  content: Content,
  accounts: Authentication['accounts'],
  { config, log, clock }: EmbeddedOptions,
) => {
  const { db, features } = content
  tidyFiles(features, log)
  const tokens = createEmailTokens(clock)
  await warnOfExposedKey(config.dataDir, log)
  return withAdvisoryLock(db, async () => {
    await prepareSecrets(content, log)
    return createFirstAccount({ db, accounts, tokens }, config.admin)
  })
}

/** Opens the database and starts everything that belongs to it. Throws when the database cannot be opened. */
export const openEmbeddedSource = async (options: EmbeddedOptions): Promise<ContentSource> => {
  const content = await openContent(options)
  const { health, changes, store } = content
  const authentication = createAuthentication(content, options)
  const { accounts, sessions, origins } = authentication
  const backgroundWork = await startBackgroundWork(content, sessions, options)
  const { hub } = backgroundWork
  const api = createContentApi(content, authentication, hub, options)
  return {
    routes: {
      api,
      hub: hubRoutes({ hub, sessions, origins }),
      fastPath: createApiFastPath(store, origins, options),
    },
    identifyViewer: createViewerIdentifier(store, sessions, origins.siteOriginAt),
    siteConfig: () => readSiteConfig(store),
    readPage: async (path, ...rest) => toPagePayload(path, await store.page(path, ...rest)),
    changes: { subscribe: changes.on, poll: hub.wake, nextDue: store.nextDue },
    ...inProcessApi(api),
    hub: { url: hubPath, lastEventId: async () => hub.lastEventId() },
    prepare: () => prepareSite(content, accounts, options),
    health,
    measured: { hub, mail: content.mail },
    ...createShutdown(content, backgroundWork),
  }
}
