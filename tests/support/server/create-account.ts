import type { Role } from '#content/model/resource.ts'
import { openDatabase } from '#server/store/db/open-database.ts'
import { createAccounts } from '#server/users/accounts.ts'
import { password } from '../http/http-client.ts'
import type { StorageEnv } from './databases.ts'

/** Creates an account, by default a plain user's, who can sign in at once, in the database of a running server. */
export const createUserAccount = async (
  storage: StorageEnv,
  username: string,
  role: Role = 'ROLE_USER',
) => {
  const database = await openDatabase({
    dataDir: storage.DATA_DIR,
    databaseUrl: storage.DATABASE_URL ?? null,
  })
  await createAccounts(database.db, Date.now).create({
    username,
    emailAddress: `${username}@example.org`,
    password,
    roles: [role],
  })
  await database.close()
}
