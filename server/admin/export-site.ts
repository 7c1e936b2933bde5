/** Exports the whole site as JSON lines. The same content gives the same bytes in both databases. */
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { fileNames } from '../store/types/stored-file.ts'
import { isFileRecord } from '../media/file-properties.ts'
import { findUnlistedFiles } from '../media/library/unlisted-files.ts'
import { isPostgres } from '../store/db/sql-dialect.ts'
import type { Database } from '../store/db/schema.ts'
import {
  type Command,
  CommandError,
  type Terminal,
  pluralize,
  createProgress,
  printLine,
} from './command.ts'
import { type OpenSite, withSite } from './open-site.ts'
import {
  type ExportRow,
  type ExportTable,
  fileLine,
  headerLine,
  endLine,
  rowLine,
  exportTableNames,
  exportTables,
} from './export-format.ts'

export const exportSite: Command = {
  summary: 'Exports the whole site to a file of JSON lines.',
  usage: '<file>',
  help: `
The file appears once it is complete; - writes to standard output (npm run -s admin -- export -).

It contains the content with its drafts, versions and dates, the routes, the site's settings, the uploaded
files, and the accounts with their hashed passwords and the keys of their authenticator apps: protect it
like a database. Sessions and tokens that were sent by mail are left out, since they would give access to
accounts. The server may run meanwhile: the export is a consistent snapshot.`,
  options: {},
  run: ({ positionals: [file = ''] }, terminal) =>
    withSite(terminal, async (site) => {
      const exported = { lines: 0 }
      const lines = exportLines(site, terminal, exported)
      await (file === '-' ? writeToStdout(lines, terminal) : writeFileAtomically(lines, file))
      printLine(terminal, `Exported ${pluralize(exported.lines, 'line')}.`)
    }),
}

const writeToStdout = (lines: AsyncGenerator<string>, { stdout }: Terminal) =>
  pipeline(Readable.from(lines), stdout, { end: false })

/**
 * Writes to a temporary file first and renames it when it is complete. Only the owner may read the password hashes in
 * it.
 */
const writeFileAtomically = async (lines: AsyncGenerator<string>, file: string) => {
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.tmp`
  try {
    await pipeline(
      Readable.from(lines),
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }),
    )
    await syncToDisk(unfinished)
    await rename(unfinished, file)
  } catch (thrown) {
    await rm(unfinished, { force: true })
    throw thrown
  }
}

const syncToDisk = async (file: string) => {
  const handle = await open(file)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* exportLines(
  site: OpenSite,
  terminal: Terminal,
  exported: { lines: number },
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  for await (const line of contentLines(site, terminal)) {
    exported.lines += 1
    hash.update(`${line}\n`)
    yield `${line}\n`
  }
  yield `${endLine(exported.lines, hash.digest('hex'))}\n`
}

async function* contentLines({ db, files }: OpenSite, terminal: Terminal): AsyncGenerator<string> {
  const progress = createProgress(terminal)
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
        progress(() => `${name}: ${pluralize(count, 'row')}`)
      }
    }
    for (const name of await unlistedFileNames(tx)) names.add(name)
  } finally {
    await tx.rollback().execute()
  }
  // Only the names of all files are held in memory at once.
  for (const name of [...names].toSorted()) {
    const bytes = await files.read(name)
    if (!bytes) throw new CommandError(`The file ${name} is missing in DATA_DIR.`)
    yield fileLine(name, bytes)
    progress(() => `files: ${name}`)
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
