/** Replaces all content with the demo content of a new installation. */
import { seedWhenEmpty } from '../seed/seed-demo.ts'
import { withAdvisoryLock } from '../store/db/sql-dialect.ts'
import { lockedTransaction } from '../store/db/locked-transaction.ts'
import { confirm } from './prompts.ts'
import { type Command, CommandError, printLine } from './command.ts'
import { commandLineActor } from '../audit/actor.ts'
import { logForSite } from '../backup/backup-log.ts'
import { clearContent } from '../backup/clear-content.ts'
import { withSite } from './with-site.ts'

export const resetDemo: Command = {
  summary: 'Replaces all content with the demo content.',
  usage: '[--yes]',
  help: `
  --yes   does not ask for confirmation

Accounts and sessions stay. Files of the old content are deleted at a later start. The server may run
meanwhile: it shows the demo content as soon as that is complete.`,
  options: { yes: { type: 'boolean' } },
  run: ({ hasFlag }, terminal) =>
    withSite(terminal, async ({ db, store, withStoredFiles }) => {
      if (
        !hasFlag('yes') &&
        !(await confirm(terminal, 'All content of this site will be deleted.'))
      ) {
        throw new CommandError('Nothing was changed: confirm with yes, or use --yes.')
      }
      // The advisory lock keeps a server that starts in between from seeding the empty site as well.
      await withAdvisoryLock(db, async () => {
        await lockedTransaction(db, async (tx) => {
          const before = await store.replacement.snapshot(tx)
          await clearContent(tx)
          await store.replacement.appendEvents(tx, before)
          await logForSite(tx, commandLineActor, 'reset')
        })
        await seedWhenEmpty(store, { withStoredFiles })
      })
      printLine(terminal, 'The site has its demo content again.')
    }),
}
