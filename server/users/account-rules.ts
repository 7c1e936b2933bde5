/** Checks the rules for accounts that depend on other accounts. */
import type { Role, Violation } from '#content/model/resource.ts'
import { ValidationError } from '../domain-errors.ts'
import { violationCodes } from '../store/types/violation-codes.ts'
import type { AccountTable, Database } from '../store/db/schema.ts'
import type { AccountChanges } from './account-changes.ts'
import { nameKey } from './name-keys.ts'

/**
 * The columns that cancel a requested change of address. Its token is revoked, so it cannot be confirmed, and access
 * may have changed hands since.
 */
export const clearedPendingEmail = { new_email_address: null, new_email_requested_at: null }

/** Returns an account by its id; undefined when there is none. */
export const findAccount = (db: Database, id: string) =>
  db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()

/** True when another account can sign in with this username or address. */
const isNameTaken = async (db: Database, word: string, except: string | null) => {
  const key = nameKey(word)
  if (key === null) return false
  const held = await db
    .selectFrom('account')
    .select('id')
    .where(({ eb, or }) => or([eb('username_key', '=', key), eb('email_key', '=', key)]))
    .where('id', '!=', except ?? '')
    .limit(1)
    .executeTakeFirst()
  return held !== undefined
}

const takenMessages: Partial<Record<keyof AccountChanges, string>> = {
  username: 'This username is taken.',
  emailAddress: 'There is an account with this email address.',
  newEmailAddress: 'There is an account with this email address.',
}

/**
 * Returns violations for names that are taken. Users may sign in by either name, so a username must not be another
 * account's address.
 */
export const takenNameViolations = async (
  db: Database,
  changes: AccountChanges,
  except: string | null,
): Promise<Violation[]> => {
  const violations: Violation[] = []
  for (const [propertyPath, message] of Object.entries(takenMessages)) {
    const word = changes[propertyPath as keyof AccountChanges]
    if (typeof word === 'string' && (await isNameTaken(db, word, except))) {
      violations.push({ propertyPath, message, code: violationCodes.notUnique })
    }
  }
  return violations
}

const assignedRoles = ({ roles }: AccountTable) => JSON.parse(roles) as Role[]

const isActiveSuperAdmin = (account: AccountTable) =>
  account.enabled === 1 && assignedRoles(account).includes('ROLE_SUPER_ADMIN')

/** True for the last super admin: nobody could create another one. */
export const isLastSuperAdmin = async (db: Database, account: AccountTable) => {
  if (!isActiveSuperAdmin(account)) return false
  const others = await db.selectFrom('account').selectAll().where('id', '!=', account.id).execute()
  return !others.some(isActiveSuperAdmin)
}

export const lastSuperAdminMessage = 'This is the only super admin: create another one first.'

/** Throws a `ValidationError` when there are violations. */
export const throwIfInvalid = (violations: readonly Violation[]) => {
  if (violations.length) throw new ValidationError(violations)
}
