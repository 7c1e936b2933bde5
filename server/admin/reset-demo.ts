/** Gives a site the content it had on its first day. */
import { seedWhenEmpty } from '../seed/seed-demo.ts'
import { withAdvisoryLock } from '../store/db/sql.ts'
import { lockedTransaction } from '../store/db/locked-transaction.ts'
import { confirm } from './prompts.ts'
import { type Command, CommandError, printLine } from './command.ts'
import { clearContent, withSite } from './open-site.ts'

export const resetDemo: Command = {
  summary: 'Deletes all content and fills the site with the demo.',
  usage: '[--yes]',
  help: `
  --yes   does not ask

Accounts stay, and so do those who are signed in. Files of the old content are deleted at one of the next
starts. The server may run meanwhile: it shows the demo as soon as it is there.`,
  options: { yes: { type: 'boolean' } },
  run: ({ hasFlag }, terminal) =>
    withSite(terminal, async ({ db, store, keeping }) => {
      if (
        !hasFlag('yes') &&
        !(await confirm(terminal, 'All content of this site will be deleted.'))
      ) {
        throw new CommandError('Nothing was changed: say yes, or --yes.')
      }
      // A server that starts in between finds a site that is empty, and fills it.
      await withAdvisoryLock(db, async () => {
        await lockedTransaction(db, async (tx) => {
          const before = await store.replacement.snapshot(tx)
          await clearContent(tx)
          await store.replacement.tell(tx, before)
        })
        await seedWhenEmpty(store, { keeping })
      })
      printLine(terminal, 'The site is as on its first day.')
    }),
}
