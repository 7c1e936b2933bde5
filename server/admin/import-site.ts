/** Fills a site from an export, whole or not at all. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { Files } from '../media/files.ts'
import type { AccountTable, Database } from '../store/schema.ts'
import { createKeyring } from '../users/name-keys.ts'
import { writing } from '../users/writing.ts'
import { type Command, Refusal, type Terminal, counted, createProgress, say } from './command.ts'
import { linesOf } from './lines.ts'
import { type Site, clearContent, withSite } from './site.ts'
import { type Line, type StoredRow, type TableName, firstLine, readLine } from './site-file.ts'

export const importSite: Command = {
  summary: 'Fills a site from such a file.',
  usage: '<file> [--replace]',
  help: `
<file> may be - for the standard input.

  --replace   deletes the content and the accounts that are there first

A site that holds anything is left alone without --replace. A file that was cut off or damaged changes
nothing. Everyone has to sign in again. The server may run meanwhile: it shows the new content as soon as it
is there, tells browsers that are open, and refuses writes until then.`,
  options: { replace: { type: 'boolean' } },
  run: ({ words: [file = ''], isSet }, terminal) =>
    withSite(terminal, async (site) => {
      const filed = createFiling(site.files)
      try {
        const count = await writing(site.db, async (tx) => {
          const { snapshot, tell } = site.store.replacement
          const before = await snapshot(tx)
          await makeRoom(tx, isSet('replace'))
          // Not before it is read: a file that is not there is an error of its stream.
          const stream = file === '-' ? terminal.stdin : createReadStream(file)
          const lines = await fill({ ...site, db: tx }, filed, stream, terminal)
          await tell(tx, before)
          return lines
        })
        say(terminal, `Imported ${counted(count, 'line')}.`)
      } catch (thrown) {
        await filed.takeBack()
        throw thrown
      }
    }),
}

const makeRoom = async (tx: Database, mayReplace: boolean) => {
  const resource = await tx.selectFrom('resource').select('iri').limit(1).executeTakeFirst()
  const account = await tx.selectFrom('account').select('id').limit(1).executeTakeFirst()
  if (!resource && !account) return
  if (!mayReplace) {
    throw new Refusal('There is a site here already: --replace deletes it first.')
  }
  await clearContent(tx)
  for (const table of ['session', 'token', 'mail', 'known_network', 'account'] as const)
    await tx.deleteFrom(table).execute()
}

/** Files are not part of the transaction: those it was ended for are deleted again. */
const createFiling = (files: Files) => {
  const written: string[] = []
  return {
    async keep(name: string, bytes: Buffer) {
      const there = await files.read(name)
      if (there?.equals(bytes)) return
      if (there) throw new Refusal(`Another file is called ${name} in DATA_DIR.`)
      await files.write(name, bytes)
      written.push(name)
    },
    takeBack: () => Promise.all(written.map((name) => files.remove(name))),
  }
}

type Filing = ReturnType<typeof createFiling>

const atOnce = 200

/** Rows of one table, inserted many at a time. */
const createRows = (tx: Database) => {
  const keysFor = createKeyring()
  let table: TableName = 'resource'
  let rows: StoredRow[] = []
  const flush = async () => {
    if (!rows.length) return
    // The file's own schema has checked them.
    await tx
      .insertInto(table as 'relation')
      .values(rows as never)
      .execute()
    rows = []
  }
  return {
    flush,
    async add(name: TableName, row: StoredRow) {
      if (name !== table || rows.length === atOnce) await flush()
      table = name
      // What names are compared by is no part of an export.
      rows.push(name === 'account' ? { ...row, ...keysFor(row as unknown as AccountTable) } : row)
    },
  }
}

/** How many lines there were. */
const fill = async (
  { db, store }: Site,
  filed: Filing,
  stream: Readable,
  terminal: Terminal,
): Promise<number> => {
  const progress = createProgress(terminal)
  const rows = createRows(db)
  const hash = createHash('sha256')
  let count = 0
  let end: (Line & { is: 'end' }) | null = null
  for await (const bytes of linesOf(stream)) {
    const line = bytes.toString('utf8')
    if (end) throw new Refusal(`Line ${count + 2} comes after the end of the export.`)
    if (count === 0 && line !== firstLine) throw new Refusal('This is no export of a site.')
    const read = count === 0 ? null : readLine(line)
    if (count && !read) throw new Refusal(`Line ${count + 1} is damaged.`)
    if (read?.is === 'end') {
      end = read
      continue
    }
    hash.update(bytes).update('\n')
    count += 1
    if (read?.is === 'file') await filed.keep(read.name, read.bytes)
    if (read?.is === 'row') {
      if (read.table === 'resource' && !store.shapes.of(String(read.stored['iri']))) {
        throw new Refusal(`Line ${count}: this site has no kind called ${read.stored['type']}.`)
      }
      await rows.add(read.table, read.stored)
    }
    progress(() => counted(count, 'line'))
  }
  if (!end) throw new Refusal('The export was cut off: its last line is missing.')
  if (end.lines !== count || end.sha256 !== hash.digest('hex')) {
    throw new Refusal('The export is damaged: its lines are not those that were written.')
  }
  await rows.flush()
  return count
}
