/** Resets passwords by mail. */
import type { Actor } from '../audit/actor.ts'
import { hashPassword } from '../auth/passwords.ts'
import { revokeAccess } from '../auth/revoke-access.ts'
import { InvalidLinkError } from '../domain-errors.ts'
import { lockedTransaction } from '../store/db/locked-transaction.ts'
import type { AccountTable } from '../store/db/schema.ts'
import { clearedPendingEmail, findAccount } from './account-rules.ts'
import { noLinks } from './account-mailer.ts'
import {
  type EmailLinkOptions,
  minMailInterval,
  sendMail,
  updateAccount,
} from './email-link-steps.ts'

const resetTokenUse = ({ id, email_address }: AccountTable) =>
  ({ accountId: id, purpose: 'reset-password', address: email_address }) as const

/** Sends the mail with a link to choose a new password. Throws an `InvalidLinkError` when there is no such account. */
export const requestReset = (options: EmailLinkOptions, name: string, base: string) =>
  sendMail(options, name, base, (tx, account, context) =>
    options.mailer.sendPasswordReset(tx, account, context, minMailInterval.reset),
  )

/** The use of a token by an account that does not exist, so that looking it up takes as long. */
const noTokenUse = { accountId: '', purpose: 'reset-password', address: '' } as const

/** Returns the account whose password a link resets; null when the link is not valid (any more). */
const findResetAccount = async (
  { db, accounts, tokens }: EmailLinkOptions,
  { name, token }: Record<'name' | 'token', string>,
) => {
  const account = await accounts.find(name)
  const isKey = await tokens.isValid(db, account ? resetTokenUse(account) : noTokenUse, token)
  return account && isKey ? account : null
}

/** Throws an `InvalidLinkError` unless the link can reset a password. It stays valid. */
export const checkReset = async (
  options: EmailLinkOptions,
  link: Record<'name' | 'token', string>,
) => {
  if (!(await findResetAccount(options, link))) throw new InvalidLinkError()
}

/** Resets a password and returns the account's id, or null when the token is not valid (any more). */
export const resetPassword = async (
  options: EmailLinkOptions,
  { name, token, plainPassword }: Record<'name' | 'token' | 'plainPassword', string>,
  actor: Actor,
) => {
  const { db, mailer, tokens } = options
  // Hashing is slow on purpose, so the token is checked first.
  const account = await findResetAccount(options, { name, token })
  if (!account) return null
  const password = await hashPassword(plainPassword)
  const context = await mailer.loadContext(noLinks)
  const isReset = await lockedTransaction(db, async (tx) => {
    const current = await findAccount(tx, account.id)
    if (!current || !(await tokens.use(tx, resetTokenUse(current), token))) return false
    // The user has read the mail, so the address is verified too.
    const changes = { password, verified: 1, ...clearedPendingEmail }
    await updateAccount(options, tx, current, changes, actor)
    await revokeAccess(tx, account.id)
    await mailer.notify(tx, current, context, 'passwordChanged')
    return true
  })
  mailer.deliver()
  return isReset ? account.id : null
}
