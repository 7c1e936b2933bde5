/** Creates an account by the same rules as the API. */
import { commandLineActor } from '../audit/actor.ts'
import { assignableRoles } from '../users/account-changes.ts'
import { createAccountMailer, noLinks } from '../users/account-mailer.ts'
import { createEmailTokens } from '../auth/email-tokens.ts'
import { createAccountManagement } from '../users/account-management.ts'
import { promptPassword } from './prompts.ts'
import { type Command, UsageError, printLine } from './command.ts'
import { withSite } from './with-site.ts'

const roleNames: readonly string[] = assignableRoles

export const userCreate: Command = {
  summary: 'Creates an account that can sign in immediately.',
  usage: '<username> <email> [--role ROLE]',
  help: `
  --role ROLE   ${roleNames.join(', ')}
                (default: ROLE_ADMIN, which may edit the content)

The password is asked for, or read from USER_PASSWORD or from the first line of standard input. It is
never an argument, where other programs could read it.`,
  options: { role: { type: 'string' } },
  run: async ({ positionals: [username, emailAddress], getOption }, terminal) => {
    const role = getOption('role') ?? 'ROLE_ADMIN'
    if (!roleNames.includes(role))
      throw new UsageError(`--role should be one of ${roleNames.join(', ')}.`)
    await withSite(terminal, async ({ db, mail }) => {
      const tokens = createEmailTokens(Date.now)
      const mailer = createAccountMailer({ mail, tokens, siteName: async () => null })
      const plainPassword = await promptPassword(terminal)
      const accountManagement = createAccountManagement({ db, mailer, tokens })
      const body = { username, emailAddress, plainPassword, roles: [role] }
      await accountManagement.create(body, { actor: commandLineActor, linkBase: noLinks })
      printLine(terminal, `${username} can sign in.`)
    })
  },
}
