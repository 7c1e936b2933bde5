/** Confirms the addresses of accounts by mail. */
import type { Actor } from '../audit/actor.ts'
import { revokeAccess } from '../auth/revoke-access.ts'
import { AuthenticationError, InvalidLinkError } from '../domain-errors.ts'
import { lockedTransaction } from '../store/db/locked-transaction.ts'
import { clearedPendingEmail, findAccount, takenNameViolations } from './account-rules.ts'
import { isSameName } from './name-keys.ts'
import {
  type EmailLinkOptions,
  minMailInterval,
  requireAccount,
  sendMail,
  updateAccount,
} from './email-link-steps.ts'

/** Confirms the address of a new account. */
export const verifyEmail = async (
  options: EmailLinkOptions,
  name: string,
  token: string,
  actor: Actor,
) => {
  const { db, tokens } = options
  const { id } = await requireAccount(options, name)
  await lockedTransaction(db, async (tx) => {
    const account = await findAccount(tx, id)
    const isUsed =
      account !== undefined &&
      (await tokens.use(
        tx,
        { accountId: id, purpose: 'verify-email', address: account.email_address },
        token,
      ))
    if (!isUsed) throw new InvalidLinkError()
    await updateAccount(options, tx, account, { verified: 1 }, actor)
  })
}

/** A request for a mail that was sent before. */
interface Resending {
  name: string
  /** The base URL of its links. */
  base: string
  /** True if it is sent in any case, even right after another one. */
  isAlwaysSent?: boolean
}

const intervalFor = ({ isAlwaysSent = false }: Resending) =>
  isAlwaysSent ? 0 : minMailInterval.resend

/**
 * Sends the mail that confirms the address of a new account again. Throws an `InvalidLinkError` when it is confirmed
 * already.
 */
export const resendVerifyEmail = (options: EmailLinkOptions, resending: Resending) =>
  sendMail(options, resending.name, resending.base, async (tx, account, context) => {
    if (account.verified) throw new InvalidLinkError()
    await options.mailer.sendEmailVerification(tx, account, context, intervalFor(resending))
  })

/** Sends the mail that confirms a new address again. Throws an `InvalidLinkError` when no change is pending. */
export const resendVerifyNewEmail = (options: EmailLinkOptions, resending: Resending) =>
  sendMail(options, resending.name, resending.base, (tx, account, context) =>
    options.mailer.sendNewEmailConfirmation(tx, account, context, intervalFor(resending)),
  )

/**
 * Confirms a new address and returns the account's id. Ends all sessions but `keptSession`. Throws an
 * `AuthenticationError` when another account uses the address by now; the change is canceled then.
 */
export const confirmNewEmail = async (
  options: EmailLinkOptions,
  { name, newEmail, token }: Record<'name' | 'newEmail' | 'token', string>,
  keptSession: string | undefined,
  actor: Actor,
) => {
  const { db, tokens } = options
  const { id } = await requireAccount(options, name)
  const isTaken = await lockedTransaction(db, async (tx) => {
    const account = await findAccount(tx, id)
    const pending = account?.new_email_address
    if (!pending || !isSameName(pending, newEmail)) throw new InvalidLinkError()
    const use = { accountId: id, purpose: 'new-email', address: pending } as const
    if (!(await tokens.use(tx, use, token))) throw new InvalidLinkError()
    const others = await takenNameViolations(tx, { newEmailAddress: pending }, id)
    if (others.length) {
      await updateAccount(options, tx, account, clearedPendingEmail, actor)
      return true
    }
    const changes = { ...clearedPendingEmail, email_address: pending, verified: 1 }
    await updateAccount(options, tx, account, changes, actor)
    await revokeAccess(tx, id, keptSession)
    return false
  })
  if (isTaken) throw new AuthenticationError('Another account now uses this address.')
  return id
}
