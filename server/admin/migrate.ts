/** Runs the migrations of the database. */
import { type Command, pluralize, printLine } from './command.ts'
import { withSite } from './with-site.ts'

export const migrate: Command = {
  summary: 'Runs the migrations of the database.',
  usage: '',
  help: `
npm start runs them as well. Run them beforehand when several servers share one database and none of
them should have to wait. Migrations that were run before are skipped.`,
  options: {},
  run: (_, terminal) =>
    withSite(terminal, async ({ migrated }) => {
      for (const step of migrated) printLine(terminal, step)
      printLine(
        terminal,
        migrated.length ? `${pluralize(migrated.length, 'migration')} run.` : 'Up to date.',
      )
    }),
}
