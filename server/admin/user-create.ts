/** Makes an account, by the same rules as the API. */
import { roles } from '../users/changes.ts'
import { createPost } from '../users/post.ts'
import { createTokens } from '../users/tokens.ts'
import { createUsers } from '../users/users.ts'
import { askPassword } from './ask.ts'
import { type Command, UsageError, say } from './command.ts'
import { withSite } from './site.ts'

const known: readonly string[] = roles

export const userCreate: Command = {
  summary: 'Makes an account that can sign in at once.',
  usage: '<username> <email> [--role ROLE]',
  help: `
  --role ROLE   ${known.join(', ')}; without it ROLE_ADMIN, who edits the content

The password is asked for, or taken from USER_PASSWORD, or from the first line of what is piped in. It is
never a word of the command, where other programs could read it.`,
  options: { role: { type: 'string' } },
  run: async ({ words: [username, emailAddress], text }, terminal) => {
    const role = text('role') ?? 'ROLE_ADMIN'
    if (!known.includes(role)) throw new UsageError(`--role should be one of ${known.join(', ')}.`)
    await withSite(terminal, async ({ db, mail }) => {
      const tokens = createTokens(Date.now)
      const post = createPost({ mail, tokens, siteName: async () => null })
      const plainPassword = await askPassword(terminal)
      const users = createUsers({ db, post, tokens })
      await users.create({ username, emailAddress, plainPassword, roles: [role] })
      say(terminal, `${username} can sign in.`)
    })
  },
}
