/** User accounts as a resource: creates, changes, lists and deletes them, and notifies their owners. */
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Role, Violation } from '#content/model/resource.ts'
import { rolesOf } from './accounts.ts'
import { isActiveSession } from '../auth/sessions.ts'
import { hashPassword } from '../auth/passwords.ts'
import { problem } from '../http/problem.ts'
import type { Body } from '../store/read/read-result.ts'
import { matchesEtag } from '../store/read/etag.ts'
import { pagingOf } from '../store/read/list-query.ts'
import type { AccountTable, Database } from '../store/db/schema.ts'
import { type AccountChanges, missingFields, parseAccountChanges } from './account-changes.ts'
import type { MailContext, AccountMailer } from './account-mailer.ts'
import { nameKeysOf, isSameName, nameKey, changedNameKeys } from './name-keys.ts'
import { revokeAccess } from '../auth/revoke-access.ts'
import {
  uniquenessErrors,
  findAccount,
  isLastSuperAdmin,
  lastSuperAdminMessage,
  clearedPendingEmail,
} from './account-rules.ts'
import { userTypeDefinition } from './user-type-definition.ts'
import type { EmailTokens } from '../auth/email-tokens.ts'
import { lockedTransaction } from '../store/db/locked-transaction.ts'

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

interface PasswordProof {
  /** Super admins may change everything; others only a little of their own, and the password only with the old one. */
  isSuperAdmin?: boolean
  /** True when the user signed in so recently that their password need not be asked for. */
  hasRecentSignIn: boolean
  /** True when this is the account's password; throws 429 after too many attempts. */
  verifyPassword: (account: AccountTable, password: string) => Promise<boolean>
}

interface UpdateOptions extends PasswordProof {
  isSuperAdmin: boolean
  /** True when users change their own account. */
  isOwn: boolean
  /** Hash of the session that makes the change; if it has ended meanwhile nothing is changed. */
  sessionHash: string | undefined
  /** Throws 429 after too many lookups of names; not called for super admins. */
  limitNameLookups: () => Promise<void>
  /** Base URL for links in mails; throws when it is unknown. */
  linkBase: () => string
  ifMatch?: string | undefined
  /** Returns the error for an preconditionError `If-Match`, with the current account. */
  preconditionError: (account: AccountTable) => Error
}

interface UpdateResult {
  account: AccountTable
  /** True when all sessions but the one that made the change have ended. */
  isAccessRevoked: boolean
}

export const wrongPasswordMessage = 'This is not your password.'

/** Columns that sessions and tokens depend on: when one of them changes, both are revoked. */
const securityColumns = ['password', 'email_address', 'roles', 'enabled'] as const

const revokesAccess = (before: AccountTable, changes: Partial<AccountTable>) =>
  securityColumns.some((name) => changes[name] !== undefined && changes[name] !== before[name])

export const userEtag = (account: AccountTable) =>
  `"${account.id}.${createHash('sha256').update(JSON.stringify(account)).digest('hex').slice(0, 16)}"`

export const createUsers = ({ db, mailer, tokens, clock = Date.now }: UsersOptions) => {
  const isoNow = () => new Date(clock()).toISOString()

  const throwIfInvalid = (violations: readonly Violation[]) => {
    if (violations.length) throw problem(422, { violations })
  }

  const insert = async (
    tx: Database,
    {
      username,
      emailAddress,
      password,
    }: Omit<Registration, 'plainPassword'> & { password: string },
    { roles, enabled, verified }: { roles: readonly Role[]; enabled: boolean; verified: boolean },
  ) => {
    throwIfInvalid(await uniquenessErrors(tx, { username, emailAddress }, null))
    const now = isoNow()
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

  /** Queues notifications about a change. */
  const notifyChanges = async (
    tx: Database,
    before: AccountTable,
    after: AccountTable,
    context: MailContext,
  ) => {
    if (after.password !== before.password)
      await mailer.notify(tx, after, context, 'passwordChanged')
    if (after.username !== before.username)
      await mailer.notify(tx, after, context, 'usernameChanged')
    if (after.enabled && !before.enabled) await mailer.notify(tx, after, context, 'accountEnabled')
    if (after.email_address !== before.email_address) await mailer.verifyEmail(tx, after, context)
    if (after.new_email_address && after.new_email_address !== before.new_email_address) {
      await mailer.confirmNewEmail(tx, after, context)
      await mailer.notify(tx, after, context, 'newEmailRequested')
    }
  }

  const applyChanges = async (
    tx: Database,
    before: AccountTable,
    changes: AccountChanges,
    { password, keptSession }: { password: string | undefined; keptSession: string | undefined },
  ): Promise<AccountTable> => {
    const stored = storedChanges(before, changes, password, isoNow())
    if (!Object.keys(stored).length) return before
    const isRevoked = revokesAccess(before, stored)
    const after = await tx
      .updateTable('account')
      .set({
        ...(isRevoked && clearedPendingEmail),
        ...stored,
        ...changedNameKeys(stored),
        modified_at: isoNow(),
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

  /** Returns violations when a change needs the current password and it is missing or wrong. */
  const checkCurrentPassword = async (
    account: AccountTable,
    changes: AccountChanges,
    given: Readonly<Record<string, unknown>>,
    { hasRecentSignIn, verifyPassword, isSuperAdmin = false }: PasswordProof,
  ): Promise<Violation[]> => {
    const { emailAddress, newEmailAddress, plainPassword } = actualChanges(account, changes)
    const isAnother = emailAddress !== undefined || typeof newEmailAddress === 'string'
    // Otherwise a super admin's stolen session could set a new password without the old one, and use that.
    const needsProof = isAnother || (plainPassword !== undefined && isSuperAdmin)
    if (!needsProof || hasRecentSignIn) return []
    const currentPassword = given['currentPassword'] ?? given['oldPassword']
    const propertyPath = 'currentPassword'
    if (typeof currentPassword !== 'string' || !currentPassword) {
      return [{ propertyPath, message: 'Enter your current password.' }]
    }
    if (await verifyPassword(account, currentPassword)) return []
    return [{ propertyPath, message: wrongPasswordMessage }]
  }

  const isOldPassword = (
    { verifyPassword }: PasswordProof,
    account: AccountTable,
    { oldPassword }: Body,
  ) => verifyPassword(account, typeof oldPassword === 'string' ? oldPassword : '')

  const update = async (id: string, body: Body, options: UpdateOptions): Promise<UpdateResult> => {
    const {
      isSuperAdmin,
      isOwn,
      sessionHash,
      limitNameLookups,
      linkBase,
      ifMatch,
      preconditionError,
    } = options
    const { changes, violations } = parseAccountChanges(body, isSuperAdmin)
    const account = await findAccount(db, id)
    if (!account) throw problem(404)
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
    const context = await mailer.loadContext(linkBase)
    const { before, after } = await lockedTransaction(db, async (tx) => {
      if (sessionHash && !(await isActiveSession(tx, sessionHash))) throw problem(401)
      const current = await findAccount(tx, id)
      if (!current) throw problem(404)
      if (ifMatch && !matchesEtag(ifMatch, userEtag(current))) throw preconditionError(current)
      const wanted = actualChanges(current, changes)
      throwIfInvalid([...violations, ...(await ruleViolations(tx, current, wanted))])
      // Throws before anything is changed if the link of the mail would have no linkBase URL.
      if (wanted.emailAddress || wanted.newEmailAddress) linkBase()
      const changed = await applyChanges(tx, current, wanted, {
        password,
        keptSession: sessionHash,
      })
      await notifyChanges(tx, current, changed, context)
      return { before: current, after: changed }
    })
    mailer.deliver()
    return { account: after, isAccessRevoked: revokesAccess(before, after) }
  }

  return {
    find: (id: string) => findAccount(db, id),
    update,
    unproven: checkCurrentPassword,

    /** Returns violations of a change without making it. */
    check: (changes: AccountChanges, account: AccountTable | null) =>
      account ? ruleViolations(db, account, changes) : uniquenessErrors(db, changes, null),

    async list(query: URLSearchParams) {
      const paging = pagingOf(userTypeDefinition, query)
      const matching = db.selectFrom('account').where(({ or, and, eb, lit }) => {
        const terms = (['username', 'emailAddress'] as const).flatMap((name) => {
          const sought = query.get(name)
          if (!sought) return []
          // A term that is longer than any name matches none.
          const term = nameKey(sought)?.replace(/[\\%_]/g, '\\$&')
          return [{ column: keyColumnOf[name], term }]
        })
        if (!terms.length) return and([])
        return or(
          terms.map(({ column, term }) =>
            term === undefined
              ? lit(false)
              : eb(column, 'like', sql<string>`${`%${term}%`} escape '\\'`),
          ),
        )
      })
      const { total } = await matching
        .select((eb) => eb.fn.countAll().as('total'))
        .executeTakeFirstOrThrow()
      const [by, direction] = sortOrderOf(query)
      const accounts = await matching
        .selectAll()
        .orderBy(by, direction)
        .orderBy('id')
        .$if(paging !== null, (listed) =>
          listed.limit(paging!.perPage).offset((paging!.page - 1) * paging!.perPage),
        )
        .execute()
      return { accounts, total: Number(total), paging }
    },

    /** Creates an account on behalf of a super admin; it can sign in immediately. */
    async create(body: Body) {
      const { changes, violations } = parseAccountChanges(body, true)
      throwIfInvalid([...violations, ...missingFields(changes, violations)])
      const { username, emailAddress, plainPassword, roles, enabled = true } = changes
      if (!username || !emailAddress || !plainPassword) throw problem(422)
      const password = await hashPassword(plainPassword)
      const rights = { roles: roles ?? (['ROLE_USER'] as const), enabled, verified: true }
      return lockedTransaction(db, (tx) => insert(tx, { username, emailAddress, password }, rights))
    },

    /** Registers a new user, who can sign in once the address is confirmed. */
    async register({ username, emailAddress, plainPassword }: Registration, linkBase: string) {
      const password = await hashPassword(plainPassword)
      const context = await mailer.loadContext(() => linkBase)
      const rights = { roles: ['ROLE_USER'], enabled: true, verified: false } as const
      const account = await lockedTransaction(db, async (tx) => {
        const registered = await insert(tx, { username, emailAddress, password }, rights)
        await mailer.verifyEmail(tx, registered, context)
        return registered
      })
      mailer.deliver()
      return account
    },

    remove: (id: string) =>
      lockedTransaction(db, async (tx) => {
        const account = await findAccount(tx, id)
        if (!account) throw problem(404)
        if (await isLastSuperAdmin(tx, account)) {
          throwIfInvalid([{ propertyPath: '', message: lastSuperAdminMessage }])
        }
        await deleteAccount(tx, id)
      }),
  }
}

export type Users = ReturnType<typeof createUsers>

const keyColumnOf = { username: 'username_key', emailAddress: 'email_key' } as const

/** Returns the sort column and direction; newest first by default. */
const sortOrderOf = (query: URLSearchParams): ['username' | 'created_at', 'asc' | 'desc'] => {
  const byName = query.get('order[username]')?.toLowerCase()
  if (byName === 'asc' || byName === 'desc') return ['username', byName]
  return ['created_at', query.get('order[createdAt]')?.toLowerCase() === 'asc' ? 'asc' : 'desc']
}

/** Returns only what differs from the account: clients send unchanged values back. */
const actualChanges = (account: AccountTable, changes: AccountChanges): AccountChanges => {
  const wanted = { ...changes }
  if (wanted.username === account.username) delete wanted.username
  if (wanted.emailAddress === account.email_address) delete wanted.emailAddress
  if (wanted.newEmailAddress === account.new_email_address) delete wanted.newEmailAddress
  if (wanted.enabled === (account.enabled === 1)) delete wanted.enabled
  if (wanted.roles && isSameRoles(wanted.roles, account)) delete wanted.roles
  return wanted
}

/** Compares expanded roles: they are sent with the roles they include, and may come back like that. */
const isSameRoles = (roles: readonly Role[], account: AccountTable) => {
  const wanted = rolesOf({ ...account, roles: JSON.stringify(roles) })
  return wanted.toSorted().join() === rolesOf(account).toSorted().join()
}

const ruleViolations = async (
  db: Database,
  account: AccountTable,
  changes: AccountChanges,
): Promise<Violation[]> => {
  const violations = await uniquenessErrors(db, changes, account.id)
  const isOwn =
    typeof changes.newEmailAddress === 'string' &&
    isSameName(changes.newEmailAddress, account.email_address) &&
    account.verified === 1
  if (isOwn) {
    violations.push({ propertyPath: 'newEmailAddress', message: 'This is your address already.' })
  }
  const staysInCharge =
    changes.enabled !== false && (!changes.roles || changes.roles.includes('ROLE_SUPER_ADMIN'))
  if (!staysInCharge && (await isLastSuperAdmin(db, account))) {
    const propertyPath = changes.enabled === false ? 'enabled' : 'roles'
    violations.push({ propertyPath, message: lastSuperAdminMessage })
  }
  return violations
}

const storedChanges = (
  before: AccountTable,
  { username, emailAddress, roles, enabled, newEmailAddress }: AccountChanges,
  password: string | undefined,
  now: string,
): Partial<AccountTable> => ({
  ...(username !== undefined && { username }),
  // A new address has to be confirmed.
  ...(emailAddress !== undefined && { email_address: emailAddress, verified: 0 }),
  ...(roles && { roles: JSON.stringify(roles) }),
  ...(enabled !== undefined && { enabled: Number(enabled) }),
  ...(password !== undefined && { password }),
  ...(newEmailAddress !== undefined &&
    newEmailAddress !== before.new_email_address && {
      new_email_address: newEmailAddress,
      new_email_requested_at: newEmailAddress === null ? null : now,
    }),
})
