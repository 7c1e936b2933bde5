/** Opens the database and files that the server would use with the same environment. */
import { join } from 'node:path'
import { forms } from '#site/forms.ts'
import { kinds } from '#site/kinds.ts'
import { type Config, readConfig } from '../startup/config.ts'
import { noopLog } from '../log.ts'
import { createMailer } from '../mail/mailer.ts'
import { type MailQueue, createMailQueue } from '../mail/mail-queue.ts'
import { createFileStorage } from '../media/file-storage.ts'
import { type Features, createFeatures } from '../startup/features.ts'
import { type MigratedDatabase, openDatabase } from '../store/db/open-database.ts'
import type { Database } from '../store/db/schema.ts'
import { createStore } from '../store/store.ts'
import { CommandError, type Terminal } from './command.ts'

/** Creates the store and files of an open database. */
const createSite = (
  config: Config,
  { db, emit, appliedMigrations }: MigratedDatabase,
): OpenSite => {
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
 * Opens the site of the environment for a command, and closes it afterwards. Throws a `CommandError` when its content
 * is served elsewhere.
 */
export const withSite = async (
  { env }: Terminal,
  run: (site: OpenSite) => Promise<void>,
): Promise<void> => {
  const config = readConfig(env)
  if (config.apiUrl) {
    throw new CommandError('API_URL is set: run this command where that content is served.')
  }
  // A server may be running, whose reads and writes come first: waiting is fine here.
  const opened = await openDatabase(config, { queryTimeout: null, lockTimeout: 120_000 })
  try {
    await run(createSite(config, opened))
  } finally {
    await opened.close()
  }
}

export interface OpenSite {
  db: Database
  files: ReturnType<typeof createFileStorage>
  mail: MailQueue
  store: ReturnType<typeof createStore>
  listFiles: Features['listFiles']
  withStoredFiles: Features['withStoredFiles']
  /** The names of the migrations that were run when the database was opened. */
  migrated: readonly string[]
}

/**
 * Deletes all content and keeps the accounts. The events stay, so that browsers which reconnect with the id of one are
 * told what has changed since.
 */
export const clearContent = async (tx: Database) => {
  const tables = [
    'relation',
    'handle',
    'alias',
    'resource',
    'media_object',
    'form_submission',
    // Nothing of before can be restored into other content.
    'restoration',
  ] as const
  for (const table of tables) {
    await tx.deleteFrom(table).execute()
  }
}
