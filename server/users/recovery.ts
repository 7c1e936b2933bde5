/** Getting (back) into an account by mail: addresses confirmed, forgotten passwords replaced. */
import type { Accounts } from '../accounts.ts'
import { hashPassword } from '../passwords.ts'
import { missing, problem } from '../problem.ts'
import type { AccountTable, Database } from '../store/schema.ts'
import { isSameName, nameKeys } from './name-keys.ts'
import type { Post } from './post.ts'
import { clashes } from './rules.ts'
import type { Tokens } from './tokens.ts'
import { writing } from './writing.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute
/** How long a second mail of the same kind would be a nuisance. */
const silence = { reset: day, resend: 10 * minute }

interface RecoveryOptions {
  db: Database
  accounts: Pick<Accounts, 'find'>
  post: Post
  tokens: Tokens
  clock?: () => number
}

export const createRecovery = ({
  db,
  accounts,
  post,
  tokens,
  clock = Date.now,
}: RecoveryOptions) => {
  const found = async (name: string): Promise<AccountTable> => {
    const account = await accounts.find(name)
    if (!account) throw missing()
    return account
  }

  const store = (tx: Database, id: string, changes: Partial<AccountTable>) =>
    tx
      .updateTable('account')
      .set({ ...changes, ...nameKeys(changes), modified_at: new Date(clock()).toISOString() })
      .where('id', '=', id)
      .execute()

  return {
    requestReset: async (name: string, base: string) =>
      post.resetPassword(await found(name), base, silence.reset),

    /** False where the key opens nothing (any more). */
    async resetPassword(name: string, token: string, plainPassword: string) {
      const account = await accounts.find(name)
      // Hashing is slow on purpose: only for those who have a key.
      const isKey = account && (await tokens.isValid(db, account.id, 'reset-password', token))
      if (!isKey) return false
      const password = await hashPassword(plainPassword)
      const isReset = await writing(db, async (tx) => {
        if (!(await tokens.use(tx, account.id, 'reset-password', token))) return false
        // Whoever could read the mail has the address.
        await store(tx, account.id, { password, verified: 1 })
        await tokens.forget(tx, account.id, 'verify-email')
        await tx.deleteFrom('session').where('account_id', '=', account.id).execute()
        return true
      })
      if (isReset) await post.tell(account, 'passwordChanged')
      return isReset
    },

    async verifyEmail(name: string, token: string) {
      const { id } = await found(name)
      await writing(db, async (tx) => {
        if (!(await tokens.use(tx, id, 'verify-email', token))) throw missing()
        await store(tx, id, { verified: 1 })
      })
    },

    async resendVerifyEmail(name: string, base: string) {
      const account = await found(name)
      if (account.verified) throw missing()
      await post.verifyEmail(account, base, silence.resend)
    },

    resendVerifyNewEmail: async (name: string, base: string) =>
      post.confirmNewEmail(await found(name), base, silence.resend),

    /** 401 when somebody else was quicker with the address: then it is no longer asked for. */
    async confirmNewEmail(name: string, newEmail: string, token: string) {
      const { id, new_email_address: pending } = await found(name)
      if (!pending || !isSameName(pending, newEmail)) throw missing()
      const isTaken = await writing(db, async (tx) => {
        if (!(await tokens.use(tx, id, 'new-email', token))) throw missing()
        const nothing = { new_email_address: null, new_email_requested_at: null }
        const others = await clashes(tx, { newEmailAddress: pending }, id)
        if (others.length) {
          await store(tx, id, nothing)
          return true
        }
        await store(tx, id, { ...nothing, email_address: pending, verified: 1 })
        // What was sent to the old address opens nothing any more.
        await tokens.forget(tx, id, 'verify-email')
        await tokens.forget(tx, id, 'reset-password')
        return false
      })
      if (isTaken) throw problem(401, { detail: 'Somebody else uses this address by now.' })
    },
  }
}

export type Recovery = ReturnType<typeof createRecovery>
