/** Resets passwords by mail. */
import type { Actor } from '../audit/actor.ts'
import { hashPassword } from '../auth/passwords.ts'
import { revokeAccess } from '../auth/revoke-access.ts'
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

/** Resets a password and returns the account's id, or null when the token is not valid (any more). */
export const resetPassword = async (
  options: EmailLinkOptions,
  { name, token, plainPassword }: Record<'name' | 'token' | 'plainPassword', string>,
  actor: Actor,
) => {
  const { db, accounts, mailer, tokens } = options
  const account = await accounts.find(name)
  // Hashing is slow on purpose, so the token is checked first.
  const isKey = account && (await tokens.isValid(db, resetTokenUse(account), token))
  if (!isKey) return null
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
