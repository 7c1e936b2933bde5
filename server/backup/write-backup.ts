/** Writes the whole site as JSON lines. The same content gives the same bytes in both databases. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { isFileRecord } from '../media/file-properties.ts'
import type { FileStorage } from '../media/file-storage.ts'
import { findUnlistedFiles } from '../media/library/unlisted-files.ts'
import { isPostgres } from '../store/db/sql-dialect.ts'
import type { Database } from '../store/db/schema.ts'
import { fileNames } from '../store/types/stored-file.ts'
import { BackupError } from './backup-error.ts'
import {
  type ExportRow,
  type ExportTable,
  endLine,
  exportTableNames,
  exportTables,
  fileLine,
  headerLine,
  rowLine,
} from './backup-format.ts'

interface BackupSource {
  db: Database
  files: FileStorage
}

/** Receives a text that says how far it is, which is only made if it is shown. */
export type Report = (message: () => string) => void

/** The size of a backup, so far. */
export interface WrittenBackup {
  lines: number
  bytes: number
}

/** Yields the lines of a backup, and counts them in `written`. It is a snapshot: the server may run meanwhile. */
export async function* backupLines(
  source: BackupSource,
  written: WrittenBackup,
  report: Report = () => {},
): AsyncGenerator<string, void> {
  const hash = createHash('sha256')
  for await (const line of contentLines(source, report)) {
    const text = `${line}\n`
    written.lines += 1
    written.bytes += Buffer.byteLength(text)
    hash.update(text)
    yield text
  }
  const last = `${endLine(written.lines, hash.digest('hex'))}\n`
  written.bytes += Buffer.byteLength(last)
  yield last
}

async function* contentLines({ db, files }: BackupSource, report: Report): AsyncGenerator<string> {
  const names = new Set<string>()
  yield headerLine
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    for (const name of exportTableNames) {
      let count = 0
      for await (const row of rowsOf(tx, name)) {
        if (name === 'media_object') filesOf(row).forEach((file) => names.add(file))
        count += 1
        yield rowLine(name, row)
        report(() => `${name}: ${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`)
      }
    }
    for (const name of await unlistedFileNames(tx)) names.add(name)
  } finally {
    await tx.rollback().execute()
  }
  // Only the names of all files are held in memory at once.
  for (const name of [...names].toSorted()) {
    const bytes = await files.read(name)
    if (!bytes) throw new BackupError(`The file ${name} is missing in DATA_DIR.`)
    yield fileLine(name, bytes)
    report(() => `files: ${name}`)
  }
}

const filesOf = ({ data }: ExportRow) =>
  Object.values(JSON.parse(String(data)) as object)
    .filter(isFileRecord)
    .flatMap(fileNames)

/** Returns the names of files that the media library does not have yet. */
const unlistedFileNames = async (tx: Database) =>
  (await findUnlistedFiles(tx)).flatMap(({ record }) => fileNames(record))

const fetchSize = 500

/** Yields rows ordered by bytes, so that the order does not depend on the collation of a database. */
async function* rowsOf(tx: Database, name: ExportTable): AsyncGenerator<ExportRow> {
  const { key } = exportTables[name]
  if (!isPostgres(tx)) {
    const sorted = key.reduce(
      (query, column) => query.orderBy(sql.ref(column)),
      tx.selectFrom(name as 'resource').selectAll(),
    )
    for await (const row of sorted.stream()) yield { ...row }
    return
  }
  const order = sql.join(key.map((column) => sql`${sql.ref(column)} collate "C"`))
  await sql`declare exported no scroll cursor for select * from ${sql.table(name)} order by ${order}`.execute(
    tx,
  )
  const fetched = sql<ExportRow>`fetch ${sql.lit(fetchSize)} from exported`
  for (let rows = await next(); rows.length; rows = await next()) yield* rows
  await sql`close exported`.execute(tx)

  async function next() {
    return (await fetched.execute(tx)).rows
  }
}
