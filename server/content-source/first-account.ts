/** Creates the account that a new site is administered with. */
import { randomBytes } from 'node:crypto'
import type { Config } from '../startup/config.ts'
import type { Accounts } from '../users/accounts.ts'
import type { Preparation } from './content-source.ts'

/** Creates the first account while there is none. A generated password is printed once. */
export const createFirstAccount = async (
  accounts: Accounts,
  { username, password }: Config['admin'],
): Promise<Preparation> => {
  if (await accounts.hasAny()) return { messages: [], rollback: async () => {} }
  const chosenPassword = password ?? randomBytes(10).toString('hex')
  const id = await accounts.create({
    username,
    emailAddress: username.includes('@') ? username : `${username}@site.invalid`,
    password: chosenPassword,
    roles: ['ROLE_SUPER_ADMIN'],
  })
  const line = `The first account is ${username}, its password: ${chosenPassword}`
  return { messages: password === null ? [line] : [], rollback: () => accounts.remove(id) }
}
