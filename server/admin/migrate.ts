/** Brings the database's tables up to date. */
import { type Command, pluralize, printLine } from './command.ts'
import { withSite } from './open-site.ts'

export const migrate: Command = {
  summary: 'Brings the tables of the database up to date.',
  usage: '',
  help: `
npm start does the same by itself. Run it before, when several servers share one database and none of
them is to wait for it. What has been done already is not done again.`,
  options: {},
  run: (_, terminal) =>
    withSite(terminal, async ({ migrated }) => {
      for (const step of migrated) printLine(terminal, step)
      printLine(
        terminal,
        migrated.length ? `${pluralize(migrated.length, 'step')} taken.` : 'Up to date.',
      )
    }),
}
