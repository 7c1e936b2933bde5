/** Turns the second factor of an account off, for an owner who has lost the app and the recovery codes. */
import { commandLineActor } from '../audit/actor.ts'
import { createEmailTokens } from '../auth/email-tokens.ts'
import { NotFoundError } from '../domain-errors.ts'
import { createAccountMailer } from '../users/account-mailer.ts'
import { createAccounts } from '../users/accounts.ts'
import { removeLostTwoFactor } from '../users/two-factor-management.ts'
import { type Command, CommandError, printLine } from './command.ts'
import { withSite } from './with-site.ts'

export const userRemoveTwoFactor: Command = {
  summary: 'Turns two-factor sign-in off for an account.',
  usage: '<username>',
  help: `
For somebody who has lost their authenticator app and all recovery codes. The password is needed as
before. All sessions of the account end, and its owner gets a mail.`,
  options: {},
  run: ({ positionals: [username = ''] }, terminal) =>
    withSite(terminal, async ({ db, mail }) => {
      const account = await createAccounts(db, Date.now).find(username)
      if (!account) throw new CommandError(`There is no account ${username}.`)
      const tokens = createEmailTokens(Date.now)
      const mailer = createAccountMailer({ mail, tokens, siteName: async () => null })
      const options = { db, mailer, clock: Date.now }
      await removeLostTwoFactor(options, account.id, commandLineActor).catch((error: unknown) => {
        if (!(error instanceof NotFoundError)) throw error
        throw new CommandError(`Two-factor sign-in is not on for ${account.username}.`)
      })
      printLine(terminal, `${account.username} can sign in with the password alone.`)
    }),
}
