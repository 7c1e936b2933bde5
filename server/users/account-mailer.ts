/** Queues mails to account owners: with tokens for links, and notifications about the account. */
import { pathOfSegments } from '#content/account/account-link.ts'
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

/** The site's data for mails, which is read before the transaction that queues them. */
export interface MailContext {
  siteName: string | null
  /** Returns the base URL for links; throws when it is unknown. */
  base: () => string
}

/** The base URL of mails that contain no links: reading it throws an error. */
export const noLinks = (): never => {
  throw new Error('There is no link in this mail.')
}

/** A mail with a link that contains a token. */
interface LinkMail {
  /** The use of the token. */
  purpose: TokenPurpose
  /** The time for which the link is valid, in milliseconds, where it is not that of its purpose. */
  lifetime?: number
  /** The screen that the link leads to. */
  screen: string
  /** Returns the address; null when there is none to confirm. */
  to: (account: AccountTable) => string | null
  /** Returns the parts of the link's path between its screen and the token. */
  linkNames: (account: AccountTable, to: string) => readonly string[]
  template: (context: templates.TemplateContext, link: string) => MailContent
}

/** Returns the name of an account for a path, in which browsers resolve `.` and `..`. The API finds it by its address, too. */
const nameInPath = ({ username, email_address }: AccountTable) =>
  /^\.\.?$/.test(username) ? email_address : username

const week = 7 * 24 * 60 * 60 * 1_000

const linkMails = {
  'verify-email': {
    purpose: 'verify-email',
    screen: 'verify-email',
    to: ({ email_address }) => email_address,
    linkNames: (account) => [nameInPath(account)],
    template: templates.emailVerification,
  },
  'reset-password': {
    purpose: 'reset-password',
    screen: 'reset-password',
    to: ({ email_address }) => email_address,
    linkNames: (account) => [nameInPath(account)],
    template: templates.passwordReset,
  },
  'new-email': {
    purpose: 'new-email',
    screen: 'confirm-new-email',
    to: ({ new_email_address }) => new_email_address,
    linkNames: (account, to) => [nameInPath(account), to],
    template: templates.newEmailConfirmation,
  },
  // It leads to the screen for a new password, so its token is one for that.
  invitation: {
    purpose: 'reset-password',
    lifetime: week,
    screen: 'reset-password',
    to: ({ email_address }) => email_address,
    linkNames: (account) => [nameInPath(account)],
    template: templates.invitation,
  },
} satisfies Record<string, LinkMail>

const templateContextOf = ({ username }: AccountTable, { siteName }: MailContext, base = '') => ({
  username,
  site: siteName || (base && new URL(base).host) || 'our site',
})

/**
 * Returns a function that queues a mail with a link that contains a new token. Nothing is sent, without an error, when
 * one was issued within `minInterval` milliseconds.
 */
const createSendLink =
  ({ mail, tokens }: AccountMailerOptions, name: keyof typeof linkMails) =>
  async (tx: Database, account: AccountTable, context: MailContext, minInterval = 0) => {
    const { purpose, lifetime, screen, to, linkNames, template }: LinkMail = linkMails[name]
    const address = to(account)
    if (!address) throw new InvalidLinkError()
    const base = context.base()
    const use = { accountId: account.id, purpose, address }
    if (await tokens.wasIssuedWithin(tx, use, minInterval)) return
    const { token, expiresAt } = await tokens.issue(tx, use, lifetime)
    const link = base + pathOfSegments(screen, ...linkNames(account, address), token)
    await mail.add(tx, {
      to: address,
      content: template(templateContextOf(account, context, base), link),
      token: { accountId: account.id, purpose, expiresAt },
    })
  }

/** Creates the mails to owners of accounts, queued in the transaction of the change they are about. */
export const createAccountMailer = (options: AccountMailerOptions) => {
  const { mail, siteName } = options
  return {
    loadContext: async (base: () => string): Promise<MailContext> => ({
      siteName: await siteName(),
      base,
    }),

    /** Starts the delivery; call it after the commit. */
    deliver: mail.wake,

    sendEmailVerification: createSendLink(options, 'verify-email'),
    sendPasswordReset: createSendLink(options, 'reset-password'),
    sendNewEmailConfirmation: createSendLink(options, 'new-email'),
    sendInvitation: createSendLink(options, 'invitation'),

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
  twoFactorTurnedOn: templates.twoFactorTurnedOn,
  twoFactorTurnedOff: templates.twoFactorTurnedOff,
  newEmailRequested: (template: templates.TemplateContext, account: AccountTable) =>
    templates.newEmailRequested(template, account.new_email_address ?? ''),
}

export type AccountMailer = ReturnType<typeof createAccountMailer>
