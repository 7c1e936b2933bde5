/** Account recovery by mail: confirms addresses and resets passwords. */
import type { Accounts } from './accounts.ts'
import { hashPassword } from '../auth/passwords.ts'
import { AuthenticationError, InvalidLinkError } from '../domain-errors.ts'
import type { AccountTable, Database } from '../store/db/schema.ts'
import { isSameName, changedNameKeys } from './name-keys.ts'
import type { MailContext, AccountMailer } from './account-mailer.ts'
import { revokeAccess } from '../auth/revoke-access.ts'
import { uniquenessErrors, findAccount, clearedPendingEmail } from './account-rules.ts'
import type { EmailTokens } from '../auth/email-tokens.ts'
import { lockedTransaction } from '../store/db/locked-transaction.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute
/** Minimum time between two mails of the same kind, in milliseconds. */
const minMailInterval = { reset: day, resend: 10 * minute }

interface AccountRecoveryOptions {
  db: Database
  accounts: Pick<Accounts, 'find'>
  mailer: AccountMailer
  tokens: EmailTokens
  clock?: () => number
}

export const createAccountRecovery = ({
  db,
  accounts,
  mailer,
  tokens,
  clock = Date.now,
}: AccountRecoveryOptions) => {
  const requireAccount = async (name: string): Promise<AccountTable> => {
    const account = await accounts.find(name)
    if (!account) throw new InvalidLinkError()
    return account
  }

  const updateAccount = (tx: Database, id: string, changes: Partial<AccountTable>) =>
    tx
      .updateTable('account')
      .set({
        ...changes,
        ...changedNameKeys(changes),
        modified_at: new Date(clock()).toISOString(),
      })
      .where('id', '=', id)
      .execute()

  /** Queues a mail for the account as it is inside the transaction. */
  const sendMail = async (
    name: string,
    base: string,
    mail: (tx: Database, account: AccountTable, context: MailContext) => Promise<void>,
  ) => {
    const { id } = await requireAccount(name)
    const context = await mailer.loadContext(() => base)
    await lockedTransaction(db, async (tx) => {
      const account = await findAccount(tx, id)
      if (!account) throw new InvalidLinkError()
      await mail(tx, account, context)
    })
    mailer.deliver()
  }

  return {
    requestReset: (name: string, base: string) =>
      sendMail(name, base, (tx, account, context) =>
        mailer.resetPassword(tx, account, context, minMailInterval.reset),
      ),

    /** Resets a password and returns the account's id, or null when the token is not valid (any more). */
    async resetPassword(name: string, token: string, plainPassword: string) {
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
        await updateAccount(tx, account.id, { password, verified: 1, ...clearedPendingEmail })
        await revokeAccess(tx, account.id)
        await mailer.notify(tx, current, context, 'passwordChanged')
        return true
      })
      mailer.deliver()
      return isReset ? account.id : null
    },

    async verifyEmail(name: string, token: string) {
      const { id } = await requireAccount(name)
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
        await updateAccount(tx, id, { verified: 1 })
      })
    },

    resendVerifyEmail: (name: string, base: string) =>
      sendMail(name, base, async (tx, account, context) => {
        if (account.verified) throw new InvalidLinkError()
        await mailer.verifyEmail(tx, account, context, minMailInterval.resend)
      }),

    resendVerifyNewEmail: (name: string, base: string) =>
      sendMail(name, base, (tx, account, context) =>
        mailer.confirmNewEmail(tx, account, context, minMailInterval.resend),
      ),

    /**
     * Confirms a new address and returns the account's id. Ends all sessions but `keptSession`. Throws an `AuthenticationError` when another
     * account uses the address by now; the change is cancelled then.
     */
    async confirmNewEmail(
      { name, newEmail, token }: Record<'name' | 'newEmail' | 'token', string>,
      keptSession: string | undefined,
    ) {
      const { id } = await requireAccount(name)
      const isTaken = await lockedTransaction(db, async (tx) => {
        const pending = (await findAccount(tx, id))?.new_email_address
        if (!pending || !isSameName(pending, newEmail)) throw new InvalidLinkError()
        const use = { accountId: id, purpose: 'new-email', address: pending } as const
        if (!(await tokens.use(tx, use, token))) throw new InvalidLinkError()
        const others = await uniquenessErrors(tx, { newEmailAddress: pending }, id)
        if (others.length) {
          await updateAccount(tx, id, clearedPendingEmail)
          return true
        }
        await updateAccount(tx, id, { ...clearedPendingEmail, email_address: pending, verified: 1 })
        await revokeAccess(tx, id, keptSession)
        return false
      })
      if (isTaken) throw new AuthenticationError('Somebody else uses this address by now.')
      return id
    },
  }
}

const resetTokenUse = ({ id, email_address }: AccountTable) =>
  ({ accountId: id, purpose: 'reset-password', address: email_address }) as const

/** For notifications, which contain no links. */
const noLinks = () => {
  throw new Error('There is no link in this mail.')
}

export type AccountRecovery = ReturnType<typeof createAccountRecovery>
