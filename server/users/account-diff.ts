/** Compares a requested change with an account: the differences, the rules they break, and the columns to set. */
import type { Role, Violation } from '#content/model/resource.ts'
import type { AccountTable, Database } from '../store/db/schema.ts'
import type { AccountChanges } from './account-changes.ts'
import { isLastSuperAdmin, lastSuperAdminMessage, takenNameViolations } from './account-rules.ts'
import { rolesOf } from './account-row.ts'
import { isSameName } from './name-keys.ts'

/** Returns only what differs from the account: clients send unchanged values back. */
export const actualChanges = (account: AccountTable, changes: AccountChanges): AccountChanges => {
  const differing = { ...changes }
  if (differing.username === account.username) delete differing.username
  if (differing.emailAddress === account.email_address) delete differing.emailAddress
  if (differing.newEmailAddress === account.new_email_address) delete differing.newEmailAddress
  if (differing.enabled === (account.enabled === 1)) delete differing.enabled
  if (differing.roles && isSameRoles(differing.roles, account)) delete differing.roles
  return differing
}

/** Compares expanded roles: they are sent with the roles they include, and may come back like that. */
const isSameRoles = (roles: readonly Role[], account: AccountTable) => {
  const expanded = rolesOf({ ...account, roles: JSON.stringify(roles) })
  return expanded.toSorted().join() === rolesOf(account).toSorted().join()
}

/** Returns violations of rules that depend on the account itself and on other accounts. */
export const accountRuleViolations = async (
  db: Database,
  account: AccountTable,
  changes: AccountChanges,
): Promise<Violation[]> => {
  const violations = await takenNameViolations(db, changes, account.id)
  const isOwn =
    typeof changes.newEmailAddress === 'string' &&
    isSameName(changes.newEmailAddress, account.email_address) &&
    account.verified === 1
  if (isOwn) {
    violations.push({
      propertyPath: 'newEmailAddress',
      message: 'This is already the email address of this account.',
    })
  }
  const staysInCharge =
    changes.enabled !== false && (!changes.roles || changes.roles.includes('ROLE_SUPER_ADMIN'))
  if (!staysInCharge && (await isLastSuperAdmin(db, account))) {
    const propertyPath = changes.enabled === false ? 'enabled' : 'roles'
    violations.push({ propertyPath, message: lastSuperAdminMessage })
  }
  return violations
}

/** Returns the columns that a change sets. `now` is an ISO timestamp. */
export const storedChanges = (
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
