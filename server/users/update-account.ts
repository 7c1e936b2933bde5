/** Changes accounts, revokes access where a change requires it, and notifies the owners. */
import { createHash } from 'node:crypto'
import type { User, Violation } from '#content/model/resource.ts'
import { logAccountChange } from '../audit/account-entry.ts'
import type { Actor } from '../audit/actor.ts'
import type { EmailTokens } from '../auth/email-tokens.ts'
import { hashPassword } from '../auth/passwords.ts'
import { revokeAccess } from '../auth/revoke-access.ts'
import { isActiveSession } from '../auth/sessions.ts'
import { AuthenticationError, NotFoundError, VersionMismatchError } from '../domain-errors.ts'
import { lockedTransaction } from '../store/db/locked-transaction.ts'
import type { AccountTable, Database } from '../store/db/schema.ts'
import type { Body } from '../store/read/read-result.ts'
import { type AccountChanges, parseAccountChanges } from './account-changes.ts'
import type { AccountMailer, MailContext } from './account-mailer.ts'
import { clearedPendingEmail, findAccount, throwIfInvalid } from './account-rules.ts'
import { actualChanges, accountRuleViolations, storedChanges } from './account-diff.ts'
import {
  type PasswordProof,
  checkCurrentPassword,
  isOldPassword,
  wrongPasswordMessage,
} from './current-password.ts'
import { isInvitationPending } from './account-row.ts'
import { changedNameKeys } from './name-keys.ts'
import { isoDate } from '../store/db/iso-date.ts'

interface AccountUpdateOptions {
  db: Database
  mailer: AccountMailer
  tokens: EmailTokens
  clock: () => number
}

interface UpdateOptions extends PasswordProof {
  actor: Actor
  isSuperAdmin: boolean
  /** True when users change their own account. */
  isOwn: boolean
  /** The hash of the session that makes the change. If it has ended meanwhile, nothing is changed. */
  sessionHash: string | undefined
  /** Throws after too many lookups of names; not called for super admins. */
  limitNameLookups: () => Promise<void>
  /** Returns the base URL for links in mails; throws when it is unknown. */
  linkBase: () => string
  /** The ETags of the versions that may be changed, null for any, and how the current one is shown if it is another. */
  precondition?: {
    expectedEtags: readonly string[] | null
    toResource: (account: AccountTable) => User
  }
}

interface UpdateResult {
  account: AccountTable
  /** True when all sessions but the one that made the change have ended. */
  isAccessRevoked: boolean
}

/** The columns that sessions and tokens depend on: when one of them changes, all of both are revoked. */
const securityColumns = ['password', 'email_address', 'roles', 'enabled'] as const

const revokesAccess = (before: AccountTable, changes: Partial<AccountTable>) =>
  securityColumns.some((name) => changes[name] !== undefined && changes[name] !== before[name])

/** Returns the strong ETag of an account, with quotes. */
export const userEtag = (account: AccountTable) =>
  `"${account.id}.${createHash('sha256').update(JSON.stringify(account)).digest('hex').slice(0, 16)}"`

const requireVersion = (current: AccountTable, precondition: UpdateOptions['precondition']) => {
  const etag = userEtag(current)
  if (!precondition?.expectedEtags || precondition.expectedEtags.includes(etag)) return
  throw new VersionMismatchError({ resource: precondition.toResource(current), etag })
}

/** Queues notifications about a change. */
const notifyChanges = async (
  mailer: AccountMailer,
  tx: Database,
  before: AccountTable,
  after: AccountTable,
  context: MailContext,
) => {
  if (after.password !== before.password) await mailer.notify(tx, after, context, 'passwordChanged')
  if (after.username !== before.username) await mailer.notify(tx, after, context, 'usernameChanged')
  if (after.enabled && !before.enabled) await mailer.notify(tx, after, context, 'accountEnabled')
  // The link of the first mail is no longer valid.
  if (isInvitationPending(after) && revokesAccess(before, after))
    await mailer.sendInvitation(tx, after, context)
  else if (after.email_address !== before.email_address)
    await mailer.sendEmailVerification(tx, after, context)
  if (after.new_email_address && after.new_email_address !== before.new_email_address) {
    await mailer.sendNewEmailConfirmation(tx, after, context)
    await mailer.notify(tx, after, context, 'newEmailRequested')
  }
}

/** Stores changes, and revokes what the account was accessed with before where they require it. */
const applyChanges = async (
  { tokens, clock }: AccountUpdateOptions,
  tx: Database,
  before: AccountTable,
  changes: AccountChanges,
  { password, keptSession }: { password: string | undefined; keptSession: string | undefined },
): Promise<AccountTable> => {
  const now = isoDate(clock())
  const stored = storedChanges(before, changes, password, now)
  if (!Object.keys(stored).length) return before
  const isRevoked = revokesAccess(before, stored)
  const after = await tx
    .updateTable('account')
    .set({
      ...(isRevoked && clearedPendingEmail),
      ...stored,
      ...changedNameKeys(stored),
      modified_at: now,
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (isRevoked) await revokeAccess(tx, before.id, after.enabled ? keptSession : null)
  if (before.new_email_address !== after.new_email_address) {
    await tokens.forget(tx, before.id, 'new-email')
  }
  return after
}

/** The changes of a request body, validated as far as that is possible outside the transaction. */
interface PreparedChanges {
  changes: AccountChanges
  violations: Violation[]
  /** The hash of the new password. */
  password: string | undefined
}

const prepareChanges = async (
  account: AccountTable,
  body: Body,
  { changes, violations }: ReturnType<typeof parseAccountChanges>,
  options: UpdateOptions,
): Promise<PreparedChanges> => {
  const { isSuperAdmin, isOwn, limitNameLookups } = options
  const { plainPassword } = changes
  if (plainPassword !== undefined && !isSuperAdmin) {
    if (!(await isOldPassword(options, account, body))) {
      violations.push({ propertyPath: 'oldPassword', message: wrongPasswordMessage })
    }
  }
  if (isOwn) violations.push(...(await checkCurrentPassword(account, changes, body, options)))
  const asksForName = typeof actualChanges(account, changes).newEmailAddress === 'string'
  if (asksForName && !isSuperAdmin) await limitNameLookups()
  const isHashed = plainPassword !== undefined && !violations.length
  const password = isHashed ? await hashPassword(plainPassword) : undefined
  return { changes, violations, password }
}

/** Validates the changes against the account as it is inside the transaction; returns those that differ from it. */
const validateChanges = async (
  tx: Database,
  current: AccountTable,
  { changes, violations }: PreparedChanges,
  { precondition, linkBase }: UpdateOptions,
) => {
  requireVersion(current, precondition)
  const differing = actualChanges(current, changes)
  throwIfInvalid([...violations, ...(await accountRuleViolations(tx, current, differing))])
  // Throws before anything is changed if the link of the mail would have no base URL.
  const isLinkSent = isInvitationPending(current) && Object.keys(differing).length > 0
  if (isLinkSent || differing.emailAddress || differing.newEmailAddress) linkBase()
  return differing
}

/**
 * Returns a function that applies a request body to an account. It throws when the session has ended, the account is
 * gone, the input breaks rules, after too many attempts, and when the version is not the expected one.
 */
export const createAccountUpdate =
  (services: AccountUpdateOptions) =>
  async (id: string, body: Body, options: UpdateOptions): Promise<UpdateResult> => {
    const { db, mailer } = services
    const { sessionHash, linkBase } = options
    const parsed = parseAccountChanges(body, options.isSuperAdmin)
    const account = await findAccount(db, id)
    if (!account) throw new NotFoundError()
    const prepared = await prepareChanges(account, body, parsed, options)
    const context = await mailer.loadContext(linkBase)
    const { before, after } = await lockedTransaction(db, async (tx) => {
      if (sessionHash && !(await isActiveSession(tx, sessionHash))) throw new AuthenticationError()
      const current = await findAccount(tx, id)
      if (!current) throw new NotFoundError()
      const differing = await validateChanges(tx, current, prepared, options)
      const changed = await applyChanges(services, tx, current, differing, {
        password: prepared.password,
        keptSession: sessionHash,
      })
      await notifyChanges(mailer, tx, current, changed, context)
      const change = { before: current, after: changed }
      await logAccountChange(tx, options.actor, change, services.clock())
      return change
    })
    mailer.deliver()
    return { account: after, isAccessRevoked: revokesAccess(before, after) }
  }
