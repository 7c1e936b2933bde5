/** Creates the account that a new site is administered with. */
import { randomBytes } from 'node:crypto'
import { setupPath } from '#content/account/site-setup.ts'
import type { EmailTokens } from '../auth/email-tokens.ts'
import { setupTokenUse } from '../setup/site-setup.ts'
import type { Database } from '../store/db/schema.ts'
import type { Config } from '../startup/config.ts'
import type { Accounts } from '../users/accounts.ts'
import type { Preparation } from './content-source.ts'

interface FirstAccountOptions {
  db: Database
  accounts: Accounts
  tokens: EmailTokens
}

/**
 * Creates the first account while there is none. A generated password is printed once, and with it the address at which
 * the site can be set up in a browser, until that is done or the password is changed.
 */
export const createFirstAccount = async (
  { db, accounts, tokens }: FirstAccountOptions,
  { username, password }: Config['admin'],
): Promise<Preparation> => {
  if (await accounts.hasAny()) return unprepared
  const chosenPassword = password ?? randomBytes(10).toString('hex')
  const emailAddress = username.includes('@') ? username : `${username}@site.invalid`
  const id = await accounts.create({
    username,
    emailAddress,
    password: chosenPassword,
    roles: ['ROLE_SUPER_ADMIN'],
  })
  const rollback = () => accounts.remove(id)
  if (password !== null) return { ...unprepared, rollback }
  const { token } = await tokens.issue(db, setupTokenUse({ id, email_address: emailAddress }))
  return {
    messages: (url) => [
      `The first account is ${username}, its password: ${chosenPassword}`,
      `Or set up your site in a browser, with an account of your own: ${url}${setupPath(token)}`,
    ],
    rollback,
  }
}

const unprepared: Preparation = { messages: () => [], rollback: async () => {} }
