/** Mail to those who have an account: keys that open something, and news about the account itself. */
import { missing } from '../problem.ts'
import * as letters from '../mail/letters.ts'
import type { Letter, Mailer } from '../mail/mailer.ts'
import type { AccountTable, Database } from '../store/schema.ts'
import { lockWrites } from '../store/sql.ts'
import type { Purpose, Tokens } from './tokens.ts'

interface PostOptions {
  db: Database
  mailer: Mailer
  tokens: Tokens
  /** What the site is called; null where it has no name. */
  siteName: () => Promise<string | null>
}

const pathTo = (...parts: string[]) => `/${parts.map(encodeURIComponent).join('/')}`

export const createPost = ({ db, mailer, tokens, siteName }: PostOptions) => {
  const about = async ({ username }: AccountTable, base = '') => ({
    username,
    site: (await siteName()) || (base && new URL(base).host) || 'our site',
  })

  /** A new key by mail. Whoever had one within the `silence` gets no other, and nobody is told. */
  const sendKey = async (
    { id }: AccountTable,
    purpose: Purpose,
    silence: number,
    to: string,
    letter: (token: string) => Promise<Letter>,
  ) => {
    const token = await db.transaction().execute(async (tx) => {
      await lockWrites(tx)
      const isSilent = await tokens.wasIssuedWithin(tx, id, purpose, silence)
      return isSilent ? null : tokens.issue(tx, id, purpose)
    })
    if (!token) return
    try {
      await mailer.send(to, await letter(token))
    } catch (thrown) {
      // It never arrived, so asking again is no nuisance.
      await tokens.forget(db, id, purpose)
      throw thrown
    }
  }

  return {
    verifyEmail: (account: AccountTable, base: string, silence = 0) =>
      sendKey(account, 'verify-email', silence, account.email_address, async (token) =>
        letters.verifyEmail(
          await about(account, base),
          base + pathTo('verify-email', account.username, token),
        ),
      ),

    resetPassword: (account: AccountTable, base: string, silence: number) =>
      sendKey(account, 'reset-password', silence, account.email_address, async (token) =>
        letters.resetPassword(
          await about(account, base),
          base + pathTo('reset-password', account.username, token),
        ),
      ),

    confirmNewEmail: (account: AccountTable, base: string, silence = 0) => {
      const { username, new_email_address: pending } = account
      if (!pending) throw missing()
      return sendKey(account, 'new-email', silence, pending, async (token) =>
        letters.confirmNewEmail(
          await about(account, base),
          base + pathTo('confirm-new-email', username, pending, token),
        ),
      )
    },

    /** News that is worth knowing, and no reason to fail when it cannot be sent. */
    async tell(account: AccountTable, news: keyof typeof newsOf) {
      const letter = newsOf[news](await about(account), account)
      await mailer.send(account.email_address, letter).catch(() => {})
    },
  }
}

const newsOf = {
  passwordChanged: letters.passwordChanged,
  usernameChanged: letters.usernameChanged,
  accountEnabled: letters.accountEnabled,
  newEmailRequested: (about: letters.About, account: AccountTable) =>
    letters.newEmailRequested(about, account.new_email_address ?? ''),
}

export type Post = ReturnType<typeof createPost>
