/** Imports a site from an export, completely or not at all. */
import { createReadStream } from 'node:fs'
import { secretsWarning } from '#content/admin/site-backup.ts'
import { commandLineActor } from '../audit/actor.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { type Command, createProgress, pluralize, printLine } from './command.ts'
import { withSite } from './with-site.ts'

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
      const progress = createProgress(terminal)
      const { lines, unreadableSecrets } = await restoreBackup(site, {
        // Opened only once it is read: a missing file is an error of its stream.
        open: () => (file === '-' ? terminal.stdin : createReadStream(file)),
        actor: commandLineActor,
        sessionHash: null,
        mayReplace: hasFlag('replace'),
        onRead: ({ line }) => progress(() => pluralize(line, 'line')),
      })
      printLine(terminal, `Imported ${pluralize(lines, 'line')}.`)
      const warning = secretsWarning(unreadableSecrets)
      if (warning) printLine(terminal, warning)
    }),
}
