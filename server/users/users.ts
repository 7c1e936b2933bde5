/** Accounts as a resource: made, changed and deleted by those who may, with everyone told who should know. */
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Role, Violation } from '#content/resource.ts'
import { rolesOf } from '../accounts.ts'
import { hashPassword } from '../passwords.ts'
import { problem } from '../problem.ts'
import type { Body } from '../store/found.ts'
import { isMatch } from '../store/etag.ts'
import { pagingOf } from '../store/list.ts'
import type { AccountTable, Database } from '../store/schema.ts'
import { type Changes, lacking, readChanges } from './changes.ts'
import type { Post } from './post.ts'
import { bothKeys, isSameName, nameKey, nameKeys } from './name-keys.ts'
import { clashes, findAccount, isLastSuperAdmin, lastSuperAdmin } from './rules.ts'
import { userShape } from './shape.ts'
import type { Tokens } from './tokens.ts'
import { writing } from './writing.ts'

interface UsersOptions {
  db: Database
  post: Post
  tokens: Tokens
  clock?: () => number
}

interface Registration {
  username: string
  emailAddress: string
  plainPassword: string
}

interface UpdateOptions {
  /** May change everything; others only a little of their own. */
  isSuperAdmin: boolean
  /** Whether this is the password until now; asked before anybody but a super admin changes it. */
  isOldPassword: (account: AccountTable, password: string) => Promise<boolean>
  /** Throws where it was asked too often whether names are taken; not asked for a super admin. */
  mayAskForNames: () => Promise<void>
  /** Where links in mail lead; throws where nobody knows. */
  base: () => string
  ifMatch?: string | undefined
  /** The current account, for whoever has an older one. */
  outdated: (account: AccountTable) => Error
}

interface Updated {
  account: AccountTable
  /** All its sessions have ended. */
  isSignedOut: boolean
}

export const wrongPassword = 'This is not your password.'

/** A session vouches for a password and for roles; with either it ends. */
const hasSignedOut = (before: AccountTable, after: AccountTable) =>
  after.password !== before.password || after.roles !== before.roles || !after.enabled

export const userEtag = (account: AccountTable) =>
  `"${account.id}.${createHash('sha256').update(JSON.stringify(account)).digest('hex').slice(0, 16)}"`

export const createUsers = ({ db, post, tokens, clock = Date.now }: UsersOptions) => {
  const isoNow = () => new Date(clock()).toISOString()

  const refuse = (violations: readonly Violation[]) => {
    if (violations.length) throw problem(422, { violations })
  }

  const insert = async (
    { username, emailAddress, plainPassword }: Registration,
    { roles, enabled, verified }: { roles: readonly Role[]; enabled: boolean; verified: boolean },
  ) => {
    const password = await hashPassword(plainPassword)
    return writing(db, async (tx) => {
      refuse(await clashes(tx, { username, emailAddress }, null))
      const now = isoNow()
      return tx
        .insertInto('account')
        .values({
          id: randomUUID(),
          username,
          email_address: emailAddress,
          ...bothKeys({ username, email_address: emailAddress }),
          password,
          roles: JSON.stringify(roles),
          enabled: Number(enabled),
          verified: Number(verified),
          created_at: now,
          modified_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
    })
  }

  const drop = async (tx: Database, id: string) => {
    await tx.deleteFrom('session').where('account_id', '=', id).execute()
    await tx.deleteFrom('token').where('account_id', '=', id).execute()
    await tx.deleteFrom('known_network').where('account_id', '=', id).execute()
    await tx.deleteFrom('account').where('id', '=', id).execute()
  }

  const withNewEmail = async (account: AccountTable, base: string) => {
    try {
      await post.confirmNewEmail(account, base)
    } catch (thrown) {
      const nothing = { new_email_address: null, new_email_requested_at: null }
      await db.updateTable('account').set(nothing).where('id', '=', account.id).execute()
      throw thrown
    }
    await post.tell(account, 'newEmailRequested')
  }

  /** Writes to those whom a change concerns. */
  const announce = async (before: AccountTable, after: AccountTable, base: () => string) => {
    if (after.password !== before.password) await post.tell(after, 'passwordChanged')
    if (after.username !== before.username) await post.tell(after, 'usernameChanged')
    if (after.enabled && !before.enabled) await post.tell(after, 'accountEnabled')
    if (after.email_address !== before.email_address) await post.verifyEmail(after, base())
    if (after.new_email_address && after.new_email_address !== before.new_email_address) {
      await withNewEmail(after, base())
    }
  }

  const apply = async (
    tx: Database,
    before: AccountTable,
    changes: Changes,
    password: string | undefined,
  ): Promise<AccountTable> => {
    const stored = storedChanges(before, changes, password, isoNow())
    if (!Object.keys(stored).length) return before
    const after = await tx
      .updateTable('account')
      .set({ ...stored, ...nameKeys(stored), modified_at: isoNow() })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (hasSignedOut(before, after)) {
      await tx.deleteFrom('session').where('account_id', '=', before.id).execute()
    }
    if (before.new_email_address !== after.new_email_address) {
      await tokens.forget(tx, before.id, 'new-email')
    }
    return after
  }

  const update = async (id: string, body: Body, options: UpdateOptions): Promise<Updated> => {
    const { isSuperAdmin, isOldPassword, mayAskForNames, base, ifMatch, outdated } = options
    const { changes, violations } = readChanges(body, isSuperAdmin)
    if (changes.plainPassword !== undefined && !isSuperAdmin) {
      const account = await findAccount(db, id)
      if (!account || !(await isOldPassword(account, String(body['oldPassword'] ?? '')))) {
        violations.push({ propertyPath: 'oldPassword', message: wrongPassword })
      }
    }
    if (typeof changes.newEmailAddress === 'string' && !isSuperAdmin) await mayAskForNames()
    const password =
      changes.plainPassword === undefined || violations.length
        ? undefined
        : await hashPassword(changes.plainPassword)
    const { before, after } = await writing(db, async (tx) => {
      const current = await findAccount(tx, id)
      if (!current) throw problem(404)
      if (ifMatch && !isMatch(ifMatch, userEtag(current))) throw outdated(current)
      const wanted = whatDiffers(current, changes)
      refuse([...violations, ...(await ruleViolations(tx, current, wanted))])
      // A mail that could lead nowhere is not worth a change.
      if (wanted.emailAddress || wanted.newEmailAddress) base()
      return { before: current, after: await apply(tx, current, wanted, password) }
    })
    await announce(before, after, base)
    return { account: after, isSignedOut: hasSignedOut(before, after) }
  }

  return {
    find: (id: string) => findAccount(db, id),
    update,

    /** What else is wrong with a change, without making it. */
    check: (changes: Changes, account: AccountTable | null) =>
      account ? ruleViolations(db, account, changes) : clashes(db, changes, null),

    async list(query: URLSearchParams) {
      const paging = pagingOf(userShape, query)
      const matching = db.selectFrom('account').where(({ or, and, eb, lit }) => {
        const terms = (['username', 'emailAddress'] as const).flatMap((name) => {
          const sought = query.get(name)
          if (!sought) return []
          // What is longer than any name is in none.
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
      const [by, direction] = orderOf(query)
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

    /** By a super admin: it can be signed in with at once. */
    create(body: Body) {
      const { changes, violations } = readChanges(body, true)
      refuse([...violations, ...lacking(changes, violations)])
      const { username, emailAddress, plainPassword, roles, enabled = true } = changes
      if (!username || !emailAddress || !plainPassword) throw problem(422)
      return insert(
        { username, emailAddress, plainPassword },
        { roles: roles ?? ['ROLE_USER'], enabled, verified: true },
      )
    },

    /** By whoever it is for: it is theirs once the address is confirmed. */
    async register(registration: Registration, base: string) {
      const account = await insert(registration, {
        roles: ['ROLE_USER'],
        enabled: true,
        verified: false,
      })
      try {
        await post.verifyEmail(account, base)
      } catch (thrown) {
        // Nobody could ever confirm it, and the name would be taken.
        await writing(db, (tx) => drop(tx, account.id))
        throw thrown
      }
      return account
    },

    remove: (id: string) =>
      writing(db, async (tx) => {
        const account = await findAccount(tx, id)
        if (!account) throw problem(404)
        if (await isLastSuperAdmin(tx, account)) {
          refuse([{ propertyPath: '', message: lastSuperAdmin }])
        }
        await drop(tx, id)
      }),
  }
}

export type Users = ReturnType<typeof createUsers>

const keyColumnOf = { username: 'username_key', emailAddress: 'email_key' } as const

/** Newest first, unless asked for otherwise. */
const orderOf = (query: URLSearchParams): ['username' | 'created_at', 'asc' | 'desc'] => {
  const byName = query.get('order[username]')?.toLowerCase()
  if (byName === 'asc' || byName === 'desc') return ['username', byName]
  return ['created_at', query.get('order[createdAt]')?.toLowerCase() === 'asc' ? 'asc' : 'desc']
}

/** Clients send back what they were given; only the rest is a change. */
const whatDiffers = (account: AccountTable, changes: Changes): Changes => {
  const wanted = { ...changes }
  if (wanted.username === account.username) delete wanted.username
  if (wanted.emailAddress === account.email_address) delete wanted.emailAddress
  if (wanted.newEmailAddress === account.new_email_address) delete wanted.newEmailAddress
  if (wanted.enabled === (account.enabled === 1)) delete wanted.enabled
  if (wanted.roles && isSameRoles(wanted.roles, account)) delete wanted.roles
  return wanted
}

/** They are sent with all that they bring along, and may come back like that. */
const isSameRoles = (roles: readonly Role[], account: AccountTable) => {
  const wanted = rolesOf({ ...account, roles: JSON.stringify(roles) })
  return wanted.toSorted().join() === rolesOf(account).toSorted().join()
}

const ruleViolations = async (
  db: Database,
  account: AccountTable,
  changes: Changes,
): Promise<Violation[]> => {
  const violations = await clashes(db, changes, account.id)
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
    violations.push({ propertyPath, message: lastSuperAdmin })
  }
  return violations
}

const storedChanges = (
  before: AccountTable,
  { username, emailAddress, roles, enabled, newEmailAddress }: Changes,
  password: string | undefined,
  now: string,
): Partial<AccountTable> => ({
  ...(username !== undefined && { username }),
  // Whoever is given another address has to confirm it.
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
