/** Reads accounts for the sign-in, and creates the first one. */
import type { Role } from '#content/model/resource.ts'
import { hashPassword } from '../auth/passwords.ts'
import type { Database } from '../store/db/schema.ts'
import { accountRowOf } from './account-row.ts'
import { nameKey } from './name-keys.ts'
import { isoDate } from '../store/db/iso-date.ts'

interface NewAccount {
  username: string
  emailAddress: string
  password: string
  roles: readonly Role[]
}

/** Creates the reads of accounts, and the creation of the first. */
export const createAccounts = (db: Database, clock: () => number) => ({
  /** Finds an account by its username or email address, in any case and Unicode composition. */
  find: async (login: string) => {
    const key = nameKey(login)
    if (key === null) return undefined
    return db
      .selectFrom('account')
      .selectAll()
      .where(({ eb, or }) => or([eb('username_key', '=', key), eb('email_key', '=', key)]))
      .executeTakeFirst()
  },

  hasAny: async () =>
    Boolean(await db.selectFrom('account').select('id').limit(1).executeTakeFirst()),

  /** Creates an account that can sign in immediately, and returns its id. */
  async create({ password, ...about }: NewAccount) {
    const details = {
      ...about,
      password: await hashPassword(password),
      enabled: true,
      verified: true,
    }
    const row = accountRowOf(details, isoDate(clock()))
    await db.insertInto('account').values(row).execute()
    return row.id
  },

  remove: (id: string) => db.deleteFrom('account').where('id', '=', id).execute(),
})

export type Accounts = ReturnType<typeof createAccounts>
