/** Opens the database and files of a site, for what concerns all of it. */
import { join } from 'node:path'
import { forms } from '#site/forms.ts'
import { kinds } from '#site/kinds.ts'
import {
  type SecretEncryption,
  createSecretEncryption,
} from '../auth/two-factor/secret-encryption.ts'
import type { Config } from '../startup/config.ts'
import { loadSecretKeys } from '../startup/secret-keys.ts'
import { noopLog } from '../log.ts'
import { createMailer } from '../mail/mailer.ts'
import { type MailQueue, createMailQueue } from '../mail/mail-queue.ts'
import { createFileStorage } from '../media/file-storage.ts'
import { type Features, createFeatures } from '../startup/features.ts'
import { type MigratedDatabase, openDatabase } from '../store/db/open-database.ts'
import type { Database } from '../store/db/schema.ts'
import { createStore } from '../store/store.ts'

/** Creates the store and files of an open database. */
const createSite = (
  config: Config,
  { db, emit, appliedMigrations }: MigratedDatabase,
): Omit<OpenSite, 'encryption'> => {
  const files = createFileStorage(join(config.dataDir, 'files'))
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    dataDir: config.dataDir,
    host: new URL(config.siteUrl ?? 'http://localhost').hostname,
    clock: Date.now,
  })
  // Mails that a command queues are sent by the server.
  const mail = createMailQueue({ db, mailer, log: noopLog })
  const { typeExtensions, listFiles, withStoredFiles } = createFeatures({
    db,
    forms,
    files,
    mail,
    linkBaseOptions: config,
  })
  const store = createStore(db, { kinds, onCommit: emit, typeExtensions })
  return { db, files, mail, store, listFiles, withStoredFiles, migrated: appliedMigrations }
}

/**
 * Opens a site by a connection of its own. The server does so as well, since a long transaction on the one connection of
 * a libsql file would stop all of its readers.
 */
export const openSite = async (config: Config) => {
  // A server may be running, whose reads and writes come first: waiting is fine here.
  const opened = await openDatabase(config, { queryTimeout: null, lockTimeout: 120_000 })
  try {
    const encryption = createSecretEncryption(await loadSecretKeys(config))
    return { site: { ...createSite(config, opened), encryption }, close: opened.close }
  } catch (error) {
    await opened.close()
    throw error
  }
}

export interface OpenSite {
  db: Database
  files: ReturnType<typeof createFileStorage>
  mail: MailQueue
  store: ReturnType<typeof createStore>
  encryption: SecretEncryption
  listFiles: Features['listFiles']
  withStoredFiles: Features['withStoredFiles']
  /** The names of the migrations that were run when the database was opened. */
  migrated: readonly string[]
}
