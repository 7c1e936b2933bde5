/** Restores a site from a backup, completely or not at all. */
import type { Insertable } from 'kysely'
import type { SubmittedEntry } from '#content/forms/form-submission.ts'
import type { Actor } from '../audit/actor.ts'
import type { SecretEncryption } from '../auth/two-factor/secret-encryption.ts'
import { countUnreadableSecrets, encryptSecretsIn } from '../auth/two-factor/stored-secrets.ts'
import { searchTextOf as searchTextOfEntries } from '../forms/submissions/submission-rows.ts'
import type { FileStorage } from '../media/file-storage.ts'
import { lockedTransaction } from '../store/db/locked-transaction.ts'
import type { AccountTable, Database, Schema } from '../store/db/schema.ts'
import type { Store } from '../store/store.ts'
import { listColumnsOf } from '../store/db/list-columns.ts'
import { type MediaObjectData, mediaColumnsOf } from '../store/types/media-object-data.ts'
import { createUniqueKeys } from '../users/name-keys.ts'
import { BackupError } from './backup-error.ts'
import type { ExportRow, ExportTable } from './backup-format.ts'
import { logForSite } from './backup-log.ts'
import { keepSession } from './kept-session.ts'
import { clearContent } from './clear-content.ts'
import { type ReadingPosition, readBackup } from './read-backup.ts'

export interface RestoredSite {
  db: Database
  files: FileStorage
  store: Store
  encryption: SecretEncryption
  /** Adds the files of older versions to the media library. */
  listFiles: () => Promise<unknown>
}

interface RestoreOptions {
  /** Opens the backup. */
  open: () => AsyncIterable<Buffer>
  actor: Actor
  /** The hash of the session that goes on if its account is in the backup; null for none. */
  sessionHash: string | null
  /** False to leave a site as it is that is not empty. */
  mayReplace: boolean
  /** Receives how far it is. */
  onRead?: (at: ReadingPosition) => void
}

/**
 * Replaces all content and accounts of a site. Its caches and the browsers learn of it by events in the same transaction.
 * Everyone has to sign in again, except by the session that is kept.
 */
export const restoreBackup = async (site: RestoredSite, options: RestoreOptions) => {
  const fileImport = createFileImport(site.files)
  const restored = await lockedTransaction(site.db, (tx) =>
    replaceSite({ ...site, db: tx }, fileImport, options),
  ).catch(async (thrown: unknown) => {
    await fileImport.rollback()
    throw thrown
  })
  // Those of a backup of an older version.
  await site.listFiles()
  return restored
}

const replaceSite = async (
  { db: tx, store, encryption }: RestoredSite,
  fileImport: FileImport,
  { open, actor, sessionHash, mayReplace, onRead = () => {} }: RestoreOptions,
) => {
  const { snapshot, appendEvents } = store.replacement
  const before = await snapshot(tx)
  const session = await keepSession(tx, sessionHash)
  await clearTarget(tx, mayReplace)
  const rows = createRowBatch(tx)
  const lines = await readBackup(open(), {
    types: store.types,
    onLine: async (line, at) => {
      if (line.kind === 'file') await fileImport.add(line.name, line.bytes)
      else await rows.add(line.table, line.stored)
      onRead(at)
    },
  })
  await rows.flush()
  await encryptSecretsIn(tx, encryption)
  const unreadableSecrets = await countUnreadableSecrets(tx, encryption)
  await appendEvents(tx, before)
  await logForSite(tx, actor, 'imported')
  return { lines, unreadableSecrets, isSignedIn: await session.restore() }
}

const clearTarget = async (tx: Database, mayReplace: boolean) => {
  const resource = await tx.selectFrom('resource').select('iri').limit(1).executeTakeFirst()
  const account = await tx.selectFrom('account').select('id').limit(1).executeTakeFirst()
  if (!resource && !account) return
  if (!mayReplace) {
    throw new BackupError(
      'This site is not empty: use --replace to delete its content and accounts first.',
    )
  }
  await clearContent(tx)
  for (const table of ['session', 'token', 'mail', 'known_network', 'account'] as const)
    await tx.deleteFrom(table).execute()
}

/**
 * Writes the files of a backup. They are not part of the transaction, so `rollback` deletes those that were written.
 */
const createFileImport = (files: FileStorage) => {
  const names: string[] = []
  return {
    async add(name: string, bytes: Buffer) {
      const existing = await files.read(name)
      if (existing?.equals(bytes)) return
      if (existing) throw new BackupError(`DATA_DIR already has a different file named ${name}.`)
      await files.write(name, bytes)
      names.push(name)
    },
    rollback: () => Promise.all(names.map((name) => files.remove(name))),
  }
}

type FileImport = ReturnType<typeof createFileImport>

const batchSize = 200

/** Returns the columns that backups do not contain, by table: those that names are compared by, and searched in. */
const createDerivedColumns = (): Partial<Record<ExportTable, (row: ExportRow) => ExportRow>> => {
  const keysFor = createUniqueKeys()
  return {
    resource: ({ iri, data }) => ({
      ...listColumnsOf(String(iri), JSON.parse(String(data)) as Record<string, unknown>),
    }),
    account: (row) => ({ ...keysFor(row as unknown as AccountTable) }),
    form_submission: ({ entries }) => ({
      search_text: searchTextOfEntries(JSON.parse(String(entries)) as SubmittedEntry[]),
    }),
    media_object: ({ data }) => mediaColumnsOf(JSON.parse(String(data)) as MediaObjectData),
  }
}

/** Inserts the rows of one table in batches. */
const createRowBatch = (tx: Database) => {
  let table: ExportTable = 'resource'
  let rows: ExportRow[] = []
  const flush = async () => {
    if (!rows.length) return
    // Each row was checked by the schema of the file format. Kysely types the tables one by one, so one stands for all.
    await tx
      .insertInto(table as 'relation')
      .values(rows as unknown as Insertable<Schema['relation']>[])
      .execute()
    rows = []
  }
  const derivedColumns = createDerivedColumns()
  return {
    flush,
    async add(name: ExportTable, row: ExportRow) {
      if (name !== table || rows.length === batchSize) await flush()
      table = name
      rows.push({ ...row, ...derivedColumns[name]?.(row) })
    },
  }
}
