/** Checks the current password before an account is changed. */
import type { Violation } from '#content/model/resource.ts'
import type { AccountTable } from '../store/db/schema.ts'
import type { Body } from '../store/read/read-result.ts'
import type { AccountChanges } from './account-changes.ts'
import { actualChanges } from './account-diff.ts'

/** The facts that prove that a change is made by the owner of the account. */
export interface PasswordProof {
  /**
   * True for super admins, who may change everything. Others may change some properties of their own account, and the
   * password only with the old one.
   */
  isSuperAdmin?: boolean
  /** True when the user signed in so recently that their password need not be asked for. */
  hasRecentSignIn: boolean
  /** Resolves to true when this is the password of the account; throws after too many attempts. */
  verifyPassword: (account: AccountTable, password: string) => Promise<boolean>
}

export const wrongPasswordMessage = 'This is not your password.'

/** Returns violations when a change needs the current password and it is missing or wrong. */
export const checkCurrentPassword = async (
  account: AccountTable,
  changes: AccountChanges,
  given: Readonly<Record<string, unknown>>,
  { hasRecentSignIn, verifyPassword, isSuperAdmin = false }: PasswordProof,
): Promise<Violation[]> => {
  const { emailAddress, newEmailAddress, plainPassword } = actualChanges(account, changes)
  const isAnother = emailAddress !== undefined || typeof newEmailAddress === 'string'
  // A super admin may set a password without the old one: unchecked, a stolen session could set one and use it here.
  const needsProof = isAnother || (plainPassword !== undefined && isSuperAdmin)
  if (!needsProof || hasRecentSignIn) return []
  return currentPasswordViolations(account, given, verifyPassword)
}

/** Returns violations unless the current password is given. */
export const currentPasswordViolations = async (
  account: AccountTable,
  given: Readonly<Record<string, unknown>>,
  verifyPassword: PasswordProof['verifyPassword'],
): Promise<Violation[]> => {
  const currentPassword = given['currentPassword'] ?? given['oldPassword']
  const propertyPath = 'currentPassword'
  if (typeof currentPassword !== 'string' || !currentPassword) {
    return [{ propertyPath, message: 'Enter your current password.' }]
  }
  if (await verifyPassword(account, currentPassword)) return []
  return [{ propertyPath, message: wrongPasswordMessage }]
}

/** Resolves to true when the body contains the account's password as `oldPassword`. */
export const isOldPassword = (
  { verifyPassword }: PasswordProof,
  account: AccountTable,
  { oldPassword }: Body,
) => verifyPassword(account, typeof oldPassword === 'string' ? oldPassword : '')
