/** Exports the whole site as JSON lines. */
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { commandLineActor } from '../audit/actor.ts'
import { logForSite, recordBackup } from '../backup/backup-log.ts'
import type { OpenSite } from '../backup/open-site.ts'
import { type WrittenBackup, backupLines } from '../backup/write-backup.ts'
import { describeError } from '../store/db/database-client.ts'
import { type Command, type Terminal, createProgress, pluralize, printLine } from './command.ts'
import { withSite } from './with-site.ts'

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
      const written = { lines: 0, bytes: 0 }
      const lines = backupLines(site, written, createProgress(terminal))
      await (file === '-' ? writeToStdout(lines, terminal) : writeFileAtomically(lines, file))
      await logExport(site, written, terminal)
      printLine(terminal, `Exported ${pluralize(written.lines, 'line')}.`)
    }),
}

/** Logs the export. It is complete without that: a database that cannot be written to can be exported as well. */
const logExport = async ({ db }: OpenSite, written: WrittenBackup, terminal: Terminal) => {
  try {
    await logForSite(db, commandLineActor, 'exported')
    await recordBackup(db, written)
  } catch (thrown) {
    printLine(terminal, `The audit log has no entry of this export: ${describeError(thrown)}`)
  }
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
