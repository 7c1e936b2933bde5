/** Queues mails to account owners: with tokens for links, and notifications about the account. */
import * as templates from '../mail/email-templates.ts'
import type { MailContent } from '../mail/mailer.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import { InvalidLinkError } from '../domain-errors.ts'
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

interface LinkMail {
  purpose: TokenPurpose
  to: string
  /** The parts of the link's path between its screen and the token. */
  linkNames: readonly string[]
  template: (context: templates.TemplateContext, link: string) => MailContent
  /** In milliseconds. */
  minInterval: number
}

const pathTo = (...parts: string[]) => `/${parts.map(encodeURIComponent).join('/')}`

/** The screens that links lead to. */
const screens: Record<TokenPurpose, string> = {
  'verify-email': 'verify-email',
  'reset-password': 'reset-password',
  'new-email': 'confirm-new-email',
}

const templateContextOf = ({ username }: AccountTable, { siteName }: MailContext, base = '') => ({
  username,
  site: siteName || (base && new URL(base).host) || 'our site',
})

export const createAccountMailer = ({ mail, tokens, siteName }: AccountMailerOptions) => {
  /**
   * Queues a mail with a link that contains a new token. Nothing is sent, without an error, when one was issued within
   * `minInterval` milliseconds.
   */
  const sendLink = async (
    tx: Database,
    account: AccountTable,
    context: MailContext,
    { purpose, to, linkNames, template, minInterval }: LinkMail,
  ) => {
    const base = context.base()
    const use = { accountId: account.id, purpose, address: to }
    if (await tokens.wasIssuedWithin(tx, use, minInterval)) return
    const { token, expiresAt } = await tokens.issue(tx, use)
    const link = base + pathTo(screens[purpose], ...linkNames, token)
    await mail.add(tx, {
      to,
      content: template(templateContextOf(account, context, base), link),
      token: { accountId: account.id, purpose, expiresAt },
    })
  }

  return {
    loadContext: async (base: () => string): Promise<MailContext> => ({
      siteName: await siteName(),
      base,
    }),

    /** Starts the delivery; call it after the commit. */
    deliver: mail.wake,

    verifyEmail: (tx: Database, account: AccountTable, context: MailContext, minInterval = 0) =>
      sendLink(tx, account, context, {
        purpose: 'verify-email',
        to: account.email_address,
        linkNames: [account.username],
        template: templates.verifyEmail,
        minInterval,
      }),

    resetPassword: (
      tx: Database,
      account: AccountTable,
      context: MailContext,
      minInterval: number,
    ) =>
      sendLink(tx, account, context, {
        purpose: 'reset-password',
        to: account.email_address,
        linkNames: [account.username],
        template: templates.resetPassword,
        minInterval,
      }),

    confirmNewEmail: (
      tx: Database,
      account: AccountTable,
      context: MailContext,
      minInterval = 0,
    ) => {
      const { username, new_email_address: to } = account
      if (!to) throw new InvalidLinkError()
      return sendLink(tx, account, context, {
        purpose: 'new-email',
        to,
        linkNames: [username, to],
        template: templates.confirmNewEmail,
        minInterval,
      })
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
