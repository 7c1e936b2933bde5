/** The content that the server would serve with this environment, opened by the same code. */
import { join } from 'node:path'
import { forms } from '#site/forms.ts'
import { kinds } from '#site/kinds.ts'
import { readConfig } from '../startup/config.ts'
import { noopLog } from '../log.ts'
import { createMailer } from '../mail/mailer.ts'
import { type MailQueue, createMailQueue } from '../mail/mail-queue.ts'
import { createFileStorage } from '../media/file-storage.ts'
import { type Features, createFeatures } from '../startup/features.ts'
import { openDatabase } from '../store/db/open-database.ts'
import type { Database } from '../store/db/schema.ts'
import { createStore } from '../store/store.ts'
import { CommandError, type Terminal } from './command.ts'

export const withSite = async (
  { env }: Terminal,
  work: (site: OpenSite) => Promise<void>,
): Promise<void> => {
  const config = readConfig(env)
  if (config.apiUrl) {
    throw new CommandError('API_URL is set: that content is looked after where it is served.')
  }
  // Beside a running server, whose writes and reads come first: nobody waits for an answer here.
  const opened = await openDatabase(config, { queryTimeout: null, lockTimeout: 120_000 })
  const { db, emit, migrated } = opened
  try {
    const files = createFileStorage(join(config.dataDir, 'files'))
    const mailer = createMailer({
      smtpUrl: config.smtpUrl,
      dataDir: config.dataDir,
      host: new URL(config.siteUrl ?? 'http://localhost').hostname,
      clock: Date.now,
    })
    // What it writes is sent by the server.
    const mail = createMailQueue({ db, mailer, log: noopLog })
    const { features, replaced, keeping } = createFeatures({ db, forms, files, mail, home: config })
    const store = createStore(db, { kinds, onCommit: emit, features, replaced })
    await work({ db, files, mail, store, keeping, migrated })
  } finally {
    await opened.close()
  }
}

export interface OpenSite {
  db: Database
  files: ReturnType<typeof createFileStorage>
  mail: MailQueue
  store: ReturnType<typeof createStore>
  keeping: Features['keeping']
  /** The steps that the database had not taken until now. */
  migrated: readonly string[]
}

/**
 * Deletes everything that the site is made of, but not those who look after it. The events stay: whoever comes back
 * with the id of one of them is told what has become of the content since.
 */
export const clearContent = async (tx: Database) => {
  for (const table of ['relation', 'handle', 'alias', 'resource'] as const) {
    await tx.deleteFrom(table).execute()
  }
}
