/** Manages accounts for the API: creates, changes, lists and deletes them. */
import type { EmailTokens } from '../auth/email-tokens.ts'
import { createToken } from '../auth/tokens.ts'
import { logAccountChange } from '../audit/account-entry.ts'
import type { Actor } from '../audit/actor.ts'
import { hashPassword } from '../auth/passwords.ts'
import { revokeAccess } from '../auth/revoke-access.ts'
import { NotFoundError, ValidationError } from '../domain-errors.ts'
import { lockedTransaction } from '../store/db/locked-transaction.ts'
import type { AccountTable, Database } from '../store/db/schema.ts'
import type { Body } from '../store/read/read-result.ts'
import { type AccountChanges, missingFields, parseAccountChanges } from './account-changes.ts'
import { accountRuleViolations } from './account-diff.ts'
import type { AccountMailer } from './account-mailer.ts'
import {
  findAccount,
  isLastSuperAdmin,
  lastSuperAdminMessage,
  throwIfInvalid,
  takenNameViolations,
} from './account-rules.ts'
import { type AccountDetails, accountRowOf, isInvitationPending } from './account-row.ts'
import { listAccounts } from './list-accounts.ts'
import { createBulkRemoval } from './bulk-removal.ts'
import { createAccountUpdate } from './update-account.ts'
import { isoDate } from '../store/db/iso-date.ts'

interface AccountManagementOptions {
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

/** Inserts an account, and returns its row. Throws a `ValidationError` when a name is taken. */
const insertAccount = async (tx: Database, details: AccountDetails, actor: Actor, now: number) => {
  const { username, emailAddress } = details
  throwIfInvalid(await takenNameViolations(tx, { username, emailAddress }, null))
  const after = await tx
    .insertInto('account')
    .values(accountRowOf(details, isoDate(now)))
    .returningAll()
    .executeTakeFirstOrThrow()
  await logAccountChange(tx, actor, { before: null, after }, now)
  return after
}

/**
 * Returns the account that a super admin's request describes. One that is invited gets a password that nobody knows, and
 * is verified when its owner has chosen another. Throws a `ValidationError`.
 */
const readNewAccount = async (body: Body): Promise<AccountDetails> => {
  const isInvited = body['sendInvitation'] === true
  const { changes, violations } = parseAccountChanges(body, true)
  throwIfInvalid([...violations, ...missingFields(changes, violations, isInvited)])
  const { username, emailAddress, roles = ['ROLE_USER'], enabled = true } = changes
  const plainPassword = isInvited ? createToken() : changes.plainPassword
  if (!username || !emailAddress || !plainPassword)
    throw new ValidationError(missingFields(changes, [], isInvited))
  const password = await hashPassword(plainPassword)
  return { username, emailAddress, password, roles, enabled, verified: !isInvited, isInvited }
}

interface AdminRequest {
  actor: Actor
  /** Returns the base URL for links in mails; throws when it is unknown. */
  linkBase: () => string
}

/** Creates an account on behalf of a super admin: it can sign in immediately, or is invited by a mail. */
const createByAdmin =
  ({ db, mailer, clock = Date.now }: AccountManagementOptions) =>
  async (body: Body, { actor, linkBase }: AdminRequest) => {
    const details = await readNewAccount(body)
    const context = await mailer.loadContext(linkBase)
    const account = await lockedTransaction(db, async (tx) => {
      const created = await insertAccount(tx, details, actor, clock())
      if (details.isInvited) await mailer.sendInvitation(tx, created, context)
      return created
    })
    if (details.isInvited) mailer.deliver()
    return account
  }

const confirmedMessage =
  'No invitation is pending. The owner can ask for another password on the screen for signing in.'

/** Sends the invitation of an account again. Throws a `NotFoundError`, and a `ValidationError` if none is pending. */
const createInvite =
  ({ db, mailer }: AccountManagementOptions) =>
  async (id: string, linkBase: () => string) => {
    const context = await mailer.loadContext(linkBase)
    await lockedTransaction(db, async (tx) => {
      const account = await findAccount(tx, id)
      if (!account) throw new NotFoundError()
      if (!isInvitationPending(account))
        throwIfInvalid([{ propertyPath: '', message: confirmedMessage }])
      await mailer.sendInvitation(tx, account, context)
    })
    mailer.deliver()
  }

/** Registers a new user, who can sign in once the address is confirmed. */
const createRegister =
  ({ db, mailer, clock = Date.now }: AccountManagementOptions) =>
  async (
    { username, emailAddress, plainPassword }: Registration,
    linkBase: string,
    actor: Actor,
  ) => {
    const password = await hashPassword(plainPassword)
    const context = await mailer.loadContext(() => linkBase)
    const rights = { roles: ['ROLE_USER'], enabled: true, verified: false } as const
    const account = await lockedTransaction(db, async (tx) => {
      const details = { username, emailAddress, password, ...rights }
      const registered = await insertAccount(tx, details, actor, clock())
      await mailer.sendEmailVerification(tx, registered, context)
      return registered
    })
    mailer.deliver()
    return account
  }

const deleteAccount = async (tx: Database, id: string) => {
  await revokeAccess(tx, id)
  for (const table of ['known_network', 'two_factor', 'recovery_code'] as const)
    await tx.deleteFrom(table).where('account_id', '=', id).execute()
  await tx.deleteFrom('account').where('id', '=', id).execute()
}

/** Creates the reads and changes of accounts for the API. */
export const createAccountManagement = (options: AccountManagementOptions) => {
  const { db, mailer, tokens, clock = Date.now } = options
  return {
    /** Returns an account by its id. */
    find: (id: string) => findAccount(db, id),
    update: createAccountUpdate({ db, mailer, tokens, clock }),

    /** Returns violations of a change without making it. */
    check: (changes: AccountChanges, account: AccountTable | null) =>
      account
        ? accountRuleViolations(db, account, changes)
        : takenNameViolations(db, changes, null),

    list: (query: URLSearchParams) => listAccounts(db, query),

    create: createByAdmin(options),
    invite: createInvite(options),
    ...createBulkRemoval({ db, clock, deleteAccount }),
    register: createRegister(options),

    /** Deletes an account. Throws for the last super admin. */
    remove: (id: string, actor: Actor) =>
      lockedTransaction(db, async (tx) => {
        const account = await findAccount(tx, id)
        if (!account) throw new NotFoundError()
        if (await isLastSuperAdmin(tx, account)) {
          throwIfInvalid([{ propertyPath: '', message: lastSuperAdminMessage }])
        }
        await deleteAccount(tx, id)
        await logAccountChange(tx, actor, { before: account, after: null }, clock())
      }),
  }
}

export type AccountManagement = ReturnType<typeof createAccountManagement>
