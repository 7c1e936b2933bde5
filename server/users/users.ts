/** User accounts as a resource: creates, changes, lists and deletes them. */
import { randomUUID } from 'node:crypto'
import type { Role } from '#content/model/resource.ts'
import type { EmailTokens } from '../auth/email-tokens.ts'
import { hashPassword } from '../auth/passwords.ts'
import { revokeAccess } from '../auth/revoke-access.ts'
import { NotFoundError, ValidationError } from '../domain-errors.ts'
import { lockedTransaction } from '../store/db/locked-transaction.ts'
import type { AccountTable, Database } from '../store/db/schema.ts'
import type { Body } from '../store/read/read-result.ts'
import { type AccountChanges, missingFields, parseAccountChanges } from './account-changes.ts'
import { ruleViolations } from './account-diff.ts'
import type { AccountMailer } from './account-mailer.ts'
import {
  findAccount,
  isLastSuperAdmin,
  lastSuperAdminMessage,
  throwIfInvalid,
  uniquenessErrors,
} from './account-rules.ts'
import { listAccounts } from './list-accounts.ts'
import { nameKeysOf } from './name-keys.ts'
import { createAccountUpdate } from './update-account.ts'

interface UsersOptions {
  db: Database
  mailer: AccountMailer
  tokens: EmailTokens
  clock?: () => number
}

interface Registration {
  username: string
  emailAddress: string
  plainPassword: string
}

const insertAccount = async (
  tx: Database,
  now: string,
  { username, emailAddress, password }: Omit<Registration, 'plainPassword'> & { password: string },
  { roles, enabled, verified }: { roles: readonly Role[]; enabled: boolean; verified: boolean },
) => {
  throwIfInvalid(await uniquenessErrors(tx, { username, emailAddress }, null))
  return tx
    .insertInto('account')
    .values({
      id: randomUUID(),
      username,
      email_address: emailAddress,
      ...nameKeysOf({ username, email_address: emailAddress }),
      password,
      roles: JSON.stringify(roles),
      enabled: Number(enabled),
      verified: Number(verified),
      created_at: now,
      modified_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const deleteAccount = async (tx: Database, id: string) => {
  await revokeAccess(tx, id)
  await tx.deleteFrom('known_network').where('account_id', '=', id).execute()
  await tx.deleteFrom('account').where('id', '=', id).execute()
}

/** Creates the reads and changes of accounts for the API. */
export const createUsers = ({ db, mailer, tokens, clock = Date.now }: UsersOptions) => {
  const isoNow = () => new Date(clock()).toISOString()

  return {
    /** Returns an account by its id. */
    find: (id: string) => findAccount(db, id),
    update: createAccountUpdate({ db, mailer, tokens, clock }),

    /** Returns violations of a change without making it. */
    check: (changes: AccountChanges, account: AccountTable | null) =>
      account ? ruleViolations(db, account, changes) : uniquenessErrors(db, changes, null),

    list: (query: URLSearchParams) => listAccounts(db, query),

    /** Creates an account on behalf of a super admin; it can sign in immediately. */
    async create(body: Body) {
      const { changes, violations } = parseAccountChanges(body, true)
      throwIfInvalid([...violations, ...missingFields(changes, violations)])
      const { username, emailAddress, plainPassword, roles, enabled = true } = changes
      if (!username || !emailAddress || !plainPassword)
        throw new ValidationError(missingFields(changes, []))
      const password = await hashPassword(plainPassword)
      const rights = { roles: roles ?? (['ROLE_USER'] as const), enabled, verified: true }
      return lockedTransaction(db, (tx) =>
        insertAccount(tx, isoNow(), { username, emailAddress, password }, rights),
      )
    },

    /** Registers a new user, who can sign in once the address is confirmed. */
    async register({ username, emailAddress, plainPassword }: Registration, linkBase: string) {
      const password = await hashPassword(plainPassword)
      const context = await mailer.loadContext(() => linkBase)
      const rights = { roles: ['ROLE_USER'], enabled: true, verified: false } as const
      const account = await lockedTransaction(db, async (tx) => {
        const registered = await insertAccount(
          tx,
          isoNow(),
          { username, emailAddress, password },
          rights,
        )
        await mailer.verifyEmail(tx, registered, context)
        return registered
      })
      mailer.deliver()
      return account
    },

    remove: (id: string) =>
      lockedTransaction(db, async (tx) => {
        const account = await findAccount(tx, id)
        if (!account) throw new NotFoundError()
        if (await isLastSuperAdmin(tx, account)) {
          throwIfInvalid([{ propertyPath: '', message: lastSuperAdminMessage }])
        }
        await deleteAccount(tx, id)
      }),
  }
}

export type Users = ReturnType<typeof createUsers>
