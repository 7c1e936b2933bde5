/** Opens the database of this process, with what depends on it. */
import { join } from 'node:path'
import { forms } from '#site/forms.ts'
import { kinds } from '#site/kinds.ts'
import { createSecretEncryption } from '../auth/two-factor/secret-encryption.ts'
import { createHealth } from '../health.ts'
import type { Log } from '../log.ts'
import { type MailQueue, createMailQueue } from '../mail/mail-queue.ts'
import { createMailer } from '../mail/mailer.ts'
import { createFileStorage } from '../media/file-storage.ts'
import { seedWhenEmpty } from '../seed/seed-demo.ts'
import type { Config } from '../startup/config.ts'
import { createFeatures } from '../startup/features.ts'
import { loadSecretKeys } from '../startup/secret-keys.ts'
import type { DatabaseClient } from '../store/db/database-client.ts'
import { openDatabase } from '../store/db/open-database.ts'
import type { Database } from '../store/db/schema.ts'
import { withAdvisoryLock } from '../store/db/sql-dialect.ts'
import { createStore } from '../store/store.ts'
import { createChangeEmitter } from './change-emitter.ts'

export interface EmbeddedOptions {
  config: Config
  /** The version that the API documentation names. */
  version: string
  log: Log
  clock: () => number
}

/** Opens the database and creates the store, with what depends on it: files, mail and announcements of changes. */
export const openContent = async ({ config, log, clock }: EmbeddedOptions) => {
  const database = await openDatabase(config)
  const { db } = database
  const encryption = await loadSecretKeys(config)
    .then(createSecretEncryption)
    .catch(async (error: unknown) => {
      await database.close()
      throw error
    })
  const health = createHealth({ db, dataDir: config.dataDir })
  const mail = openMail({ config, log, clock }, db)
  const features = openFeatures({ config, log, clock }, database, mail)
  const changes = createChangeEmitter()
  const store = createStore(db, {
    kinds,
    clock,
    onCommit: database.emit,
    onChange: (iris) => {
      health.recordWrite()
      changes.emit(iris)
    },
    revision: database.revision,
    typeExtensions: features.typeExtensions,
  })
  await withAdvisoryLock(db, () => seedWhenEmpty(store, features))
  return { database, db, encryption, health, mail, features, changes, store }
}

type ContentOptions = Omit<EmbeddedOptions, 'version'>

const openFeatures = (
  { config, log, clock }: ContentOptions,
  { db, emit }: DatabaseClient,
  mail: MailQueue,
) =>
  createFeatures({
    db,
    forms,
    files: createFileStorage(join(config.dataDir, 'files')),
    mail,
    linkBaseOptions: config,
    clock,
    log: (problem) => log.error(problem, 'files'),
    onPresenceChange: emit,
  })

const openMail = ({ config, log, clock }: ContentOptions, db: Database) => {
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    dataDir: config.dataDir,
    host: new URL(config.siteUrl ?? 'http://localhost').hostname,
    clock,
  })
  return createMailQueue({ db, mailer, clock, log })
}

export type Content = Awaited<ReturnType<typeof openContent>>
