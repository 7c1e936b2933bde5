/** Imports a site from an export, completely or not at all. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { Insertable } from 'kysely'
import type { SubmittedEntry } from '#content/forms/form-submission.ts'
import { searchTextOf as searchTextOfEntries } from '../forms/submissions/submission-rows.ts'
import type { FileStorage } from '../media/file-storage.ts'
import type { AccountTable, Database, Schema } from '../store/db/schema.ts'
import type { Store } from '../store/store.ts'
import { type MediaObjectData, searchTextOf } from '../store/types/media-object-data.ts'
import { createUniqueKeys } from '../users/name-keys.ts'
import { lockedTransaction } from '../store/db/locked-transaction.ts'
import {
  type Command,
  CommandError,
  type Terminal,
  pluralize,
  createProgress,
  printLine,
} from './command.ts'
import { readLines } from './read-lines.ts'
import { logForSite } from './log-for-site.ts'
import { type OpenSite, clearContent, withSite } from './open-site.ts'
import {
  type ExportLine,
  type ExportRow,
  type ExportTable,
  headerLine,
  parseLine,
} from './export-format.ts'

export const importSite: Command = {
  summary: 'Imports a site from an exported file.',
  usage: '<file> [--replace]',
  help: `
<file> may be - for standard input.

  --replace   deletes the existing content and accounts first

Without --replace a site that is not empty is left unchanged, and so is any site when the file is incomplete
or damaged. Everyone has to sign in again. The server may run meanwhile: it shows the new content when the
import is complete, and updates open browsers. Writes until then wait up to ten seconds, and are refused with
503 if the import takes longer.`,
  options: { replace: { type: 'boolean' } },
  run: ({ positionals: [file = ''], hasFlag }, terminal) =>
    withSite(terminal, async (site) => {
      const fileImport = createFileImport(site.files)
      try {
        const count = await lockedTransaction(site.db, async (tx) => {
          const { snapshot, appendEvents } = site.store.replacement
          const before = await snapshot(tx)
          await clearTarget(tx, hasFlag('replace'))
          // Opened only now: a missing file is an error of its stream.
          const stream = file === '-' ? terminal.stdin : createReadStream(file)
          const lines = await importLines({ ...site, db: tx }, fileImport, stream, terminal)
          await appendEvents(tx, before)
          await logForSite(tx, 'imported')
          return lines
        })
        // Those of an export of an older version.
        await site.listFiles()
        printLine(terminal, `Imported ${pluralize(count, 'line')}.`)
      } catch (thrown) {
        await fileImport.rollback()
        throw thrown
      }
    }),
}

const clearTarget = async (tx: Database, mayReplace: boolean) => {
  const resource = await tx.selectFrom('resource').select('iri').limit(1).executeTakeFirst()
  const account = await tx.selectFrom('account').select('id').limit(1).executeTakeFirst()
  if (!resource && !account) return
  if (!mayReplace) {
    throw new CommandError(
      'This site is not empty: use --replace to delete its content and accounts first.',
    )
  }
  await clearContent(tx)
  for (const table of ['session', 'token', 'mail', 'known_network', 'account'] as const)
    await tx.deleteFrom(table).execute()
}

/**
 * Writes the files of an import. They are not part of the transaction, so `rollback` deletes those that were written.
 */
const createFileImport = (files: FileStorage) => {
  const names: string[] = []
  return {
    async add(name: string, bytes: Buffer) {
      const existing = await files.read(name)
      if (existing?.equals(bytes)) return
      if (existing) throw new CommandError(`DATA_DIR already has a different file named ${name}.`)
      await files.write(name, bytes)
      names.push(name)
    },
    rollback: () => Promise.all(names.map((name) => files.remove(name))),
  }
}

type FileImport = ReturnType<typeof createFileImport>

const batchSize = 200

/** Returns the columns that exports do not contain, by table: those that names are compared by, and searched in. */
const createDerivedColumns = (): Partial<Record<ExportTable, (row: ExportRow) => ExportRow>> => {
  const keysFor = createUniqueKeys()
  return {
    account: (row) => ({ ...keysFor(row as unknown as AccountTable) }),
    form_submission: ({ entries }) => ({
      search_text: searchTextOfEntries(JSON.parse(String(entries)) as SubmittedEntry[]),
    }),
    media_object: ({ data }) => ({
      search_text: searchTextOf(JSON.parse(String(data)) as MediaObjectData),
    }),
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

type EndLine = ExportLine & { kind: 'end' }
type RowLine = ExportLine & { kind: 'row' }

/**
 * Returns a line of the export, or null for its header. `number` counts from 1. Throws `CommandError` for any other.
 */
const readLine = (line: string, number: number): ExportLine | null => {
  if (number === 1) {
    if (line !== headerLine) throw new CommandError('This is not an export of a site.')
    return null
  }
  const read = parseLine(line)
  if (!read) throw new CommandError(`Line ${number} is damaged.`)
  return read
}

/** Throws `CommandError` unless the last line is that of a complete export with this many lines and this checksum. */
const requireComplete = (end: EndLine | null, lines: number, sha256: string) => {
  if (!end) throw new CommandError('The export is incomplete: its last line is missing.')
  if (end.lines !== lines || end.sha256 !== sha256) {
    throw new CommandError('The export is damaged: its checksum does not match.')
  }
}

/** Throws `CommandError` for a resource whose type this site does not have. */
const requireKnownType = ({ types }: Store, { table, stored }: RowLine, number: number) => {
  if (table !== 'resource' || types.byIri(String(stored['iri']))) return
  throw new CommandError(`Line ${number}: this site has no component kind named ${stored['type']}.`)
}

interface ImportTargets {
  store: Store
  rows: ReturnType<typeof createRowBatch>
  fileImport: FileImport
}

/** Imports the file or row in a line of the export; `number` is the line's. */
const importLine = async (
  line: Exclude<ExportLine, EndLine>,
  number: number,
  { store, rows, fileImport }: ImportTargets,
) => {
  if (line.kind === 'file') return fileImport.add(line.name, line.bytes)
  requireKnownType(store, line, number)
  await rows.add(line.table, line.stored)
}

/** Imports all lines and returns how many there were. Throws `CommandError` for a damaged or incomplete file. */
const importLines = async (
  { db, store }: OpenSite,
  fileImport: FileImport,
  stream: Readable,
  terminal: Terminal,
): Promise<number> => {
  const progress = createProgress(terminal)
  const rows = createRowBatch(db)
  const hash = createHash('sha256')
  let count = 0
  let end: EndLine | null = null
  for await (const bytes of readLines(stream)) {
    if (end) throw new CommandError(`Line ${count + 2} comes after the end of the export.`)
    const read = readLine(bytes.toString('utf8'), count + 1)
    if (read?.kind === 'end') {
      end = read
      continue
    }
    hash.update(bytes).update('\n')
    count += 1
    if (read) await importLine(read, count, { store, rows, fileImport })
    progress(() => pluralize(count, 'line'))
  }
  requireComplete(end, count, hash.digest('hex'))
  await rows.flush()
  return count
}
