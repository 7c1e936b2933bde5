/** Mail to those who have an account: keys that open something, and news about the account itself. */
import * as letters from '../mail/email-templates.ts'
import type { MailContent } from '../mail/mailer.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import { emptyNotFound } from '../http/problem.ts'
import type { AccountTable, Database } from '../store/db/schema.ts'
import type { TokenPurpose, EmailTokens } from '../auth/email-tokens.ts'

interface PostOptions {
  mail: Pick<MailQueue, 'add' | 'wake'>
  tokens: EmailTokens
  /** What the site is called; null where it has no name. */
  siteName: () => Promise<string | null>
}

/** What every mail needs to know of the site, found out before the transaction that it is written in. */
export interface MailContext {
  siteName: string | null
  /** Where links lead; throws where nobody knows. */
  base: () => string
}

const pathTo = (...parts: string[]) => `/${parts.map(encodeURIComponent).join('/')}`

const aboutOf = ({ username }: AccountTable, { siteName }: MailContext, base = '') => ({
  username,
  site: siteName || (base && new URL(base).host) || 'our site',
})

export const createAccountMailer = ({ mail, tokens, siteName }: PostOptions) => {
  /** A new key by mail. Whoever had one within the `silence` gets no other, and nobody is told. */
  const sendKey = async (
    tx: Database,
    { id }: AccountTable,
    { purpose, to, silence }: { purpose: TokenPurpose; to: string; silence: number },
    letter: (token: string) => MailContent,
  ) => {
    const use = { accountId: id, purpose, address: to }
    if (await tokens.wasIssuedWithin(tx, use, silence)) return
    const { token, expiresAt } = await tokens.issue(tx, use)
    await mail.add(tx, { to, letter: letter(token), token: { accountId: id, purpose, expiresAt } })
  }

  return {
    loadContext: async (base: () => string): Promise<MailContext> => ({
      siteName: await siteName(),
      base,
    }),

    /** To be called when what was written is committed. */
    deliver: mail.wake,

    verifyEmail: (tx: Database, account: AccountTable, head: MailContext, silence = 0) => {
      const { username, email_address: to } = account
      const base = head.base()
      return sendKey(tx, account, { purpose: 'verify-email', to, silence }, (token) =>
        letters.verifyEmail(
          aboutOf(account, head, base),
          base + pathTo('verify-email', username, token),
        ),
      )
    },

    resetPassword: (tx: Database, account: AccountTable, head: MailContext, silence: number) => {
      const { username, email_address: to } = account
      const base = head.base()
      return sendKey(tx, account, { purpose: 'reset-password', to, silence }, (token) =>
        letters.resetPassword(
          aboutOf(account, head, base),
          base + pathTo('reset-password', username, token),
        ),
      )
    },

    confirmNewEmail: (tx: Database, account: AccountTable, head: MailContext, silence = 0) => {
      const { username, new_email_address: to } = account
      if (!to) throw emptyNotFound()
      const base = head.base()
      return sendKey(tx, account, { purpose: 'new-email', to, silence }, (token) =>
        letters.confirmNewEmail(
          aboutOf(account, head, base),
          base + pathTo('confirm-new-email', username, to, token),
        ),
      )
    },

    notify: (tx: Database, account: AccountTable, head: MailContext, news: keyof typeof newsOf) =>
      mail.add(tx, {
        to: account.email_address,
        letter: newsOf[news](aboutOf(account, head), account),
        token: null,
      }),
  }
}

const newsOf = {
  passwordChanged: letters.passwordChanged,
  usernameChanged: letters.usernameChanged,
  accountEnabled: letters.accountEnabled,
  newEmailRequested: (about: letters.TemplateContext, account: AccountTable) =>
    letters.newEmailRequested(about, account.new_email_address ?? ''),
}

export type AccountMailer = ReturnType<typeof createAccountMailer>
