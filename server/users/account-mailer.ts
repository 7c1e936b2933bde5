/** Queues mails to account owners: with tokens for links, and notifications about the account. */
import * as templates from '../mail/email-templates.ts'
import type { MailContent } from '../mail/mailer.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import { emptyNotFound } from '../http/problem.ts'
import type { AccountTable, Database } from '../store/db/schema.ts'
import type { TokenPurpose, EmailTokens } from '../auth/email-tokens.ts'

interface AccountMailerOptions {
  mail: Pick<MailQueue, 'add' | 'wake'>
  tokens: EmailTokens
  /** Returns the site's name; null when it has none. */
  siteName: () => Promise<string | null>
}

/** The site's data for mails, read before the transaction that queues them. */
export interface MailContext {
  siteName: string | null
  /** Base URL for links; throws when it is unknown. */
  base: () => string
}

const pathTo = (...parts: string[]) => `/${parts.map(encodeURIComponent).join('/')}`

const templateContextOf = ({ username }: AccountTable, { siteName }: MailContext, base = '') => ({
  username,
  site: siteName || (base && new URL(base).host) || 'our site',
})

export const createAccountMailer = ({ mail, tokens, siteName }: AccountMailerOptions) => {
  /**
   * Queues a mail with a new token. Nothing is sent, without an error, when one was issued within `minInterval`
   * milliseconds.
   */
  const sendToken = async (
    tx: Database,
    { id }: AccountTable,
    { purpose, to, minInterval }: { purpose: TokenPurpose; to: string; minInterval: number },
    createContent: (token: string) => MailContent,
  ) => {
    const use = { accountId: id, purpose, address: to }
    if (await tokens.wasIssuedWithin(tx, use, minInterval)) return
    const { token, expiresAt } = await tokens.issue(tx, use)
    await mail.add(tx, {
      to,
      content: createContent(token),
      token: { accountId: id, purpose, expiresAt },
    })
  }

  return {
    loadContext: async (base: () => string): Promise<MailContext> => ({
      siteName: await siteName(),
      base,
    }),

    /** Starts the delivery; call it after the commit. */
    deliver: mail.wake,

    verifyEmail: (tx: Database, account: AccountTable, context: MailContext, minInterval = 0) => {
      const { username, email_address: to } = account
      const base = context.base()
      return sendToken(tx, account, { purpose: 'verify-email', to, minInterval }, (token) =>
        templates.verifyEmail(
          templateContextOf(account, context, base),
          base + pathTo('verify-email', username, token),
        ),
      )
    },

    resetPassword: (
      tx: Database,
      account: AccountTable,
      context: MailContext,
      minInterval: number,
    ) => {
      const { username, email_address: to } = account
      const base = context.base()
      return sendToken(tx, account, { purpose: 'reset-password', to, minInterval }, (token) =>
        templates.resetPassword(
          templateContextOf(account, context, base),
          base + pathTo('reset-password', username, token),
        ),
      )
    },

    confirmNewEmail: (
      tx: Database,
      account: AccountTable,
      context: MailContext,
      minInterval = 0,
    ) => {
      const { username, new_email_address: to } = account
      if (!to) throw emptyNotFound()
      const base = context.base()
      return sendToken(tx, account, { purpose: 'new-email', to, minInterval }, (token) =>
        templates.confirmNewEmail(
          templateContextOf(account, context, base),
          base + pathTo('confirm-new-email', username, to, token),
        ),
      )
    },

    notify: (
      tx: Database,
      account: AccountTable,
      context: MailContext,
      news: keyof typeof notifications,
    ) =>
      mail.add(tx, {
        to: account.email_address,
        content: notifications[news](templateContextOf(account, context), account),
        token: null,
      }),
  }
}

const notifications = {
  passwordChanged: templates.passwordChanged,
  usernameChanged: templates.usernameChanged,
  accountEnabled: templates.accountEnabled,
  newEmailRequested: (template: templates.TemplateContext, account: AccountTable) =>
    templates.newEmailRequested(template, account.new_email_address ?? ''),
}

export type AccountMailer = ReturnType<typeof createAccountMailer>
