/** Creates the handlers of the built-in forms. A site's own forms are validated and have no handler. */
import type { FormType } from '#content/forms/form.ts'
import type { Violation } from '#content/model/resource.ts'
import type { Actor } from '../audit/actor.ts'
import { AuthenticationError, InvalidLinkError } from '../domain-errors.ts'
import type { AccountTable } from '../store/db/schema.ts'
import type { EmailLinks } from '../users/email-links.ts'
import { checkCurrentPassword, wrongPasswordMessage } from '../users/current-password.ts'
import type { AccountManagement } from '../users/account-management.ts'
import type { AccountChanges } from '../users/account-changes.ts'
import type { ParsedValue, ParsedValues } from './submission-context.ts'

/** Describes the sender of a form, with functions that depend on the request. */
export interface FormRequestContext {
  /** The account of the sender; null for visitors. */
  account: AccountTable | null
  /** The sender as the audit log names them. */
  actor: Actor
  /** Returns the base URL for links in mails; throws when it is unknown. */
  linkBase: () => string
  /** Resolves to true when this is the password of the account; throws after too many attempts. */
  verifyPassword: (account: AccountTable, password: string) => Promise<boolean>
  /** True when the user signed in so recently that their password need not be asked for. */
  hasRecentSignIn: boolean
  /** Remembers the sender's network as one of the account's owner. */
  rememberNetwork: (accountId: string) => Promise<void>
  /**
   * Throws when too many accounts were registered from this address, or too many passwords are waiting to be
   * hashed.
   */
  limitRegistrations: () => Promise<void>
  /** Throws when too many forms of the site were sent from this address. */
  limitSubmissions: () => Promise<void>
  /** Throws when this sender has looked up too many names. */
  limitNameLookups: () => Promise<void>
  /** The hash of the sender's session; undefined for visitors. */
  sessionHash: string | undefined
  /** Gives this browser's session a new token, after a change that has ended all others. */
  renewSession: () => Promise<void>
}

export interface FormHandler {
  /** True when only a signed-in user may submit the form. */
  requiresAccount?: boolean
  /**
   * Returns errors that only the server can find, by full field name. `isFinal` is true when the form is submitted,
   * false while it is filled in.
   */
  validate?: (
    values: ParsedValues,
    sender: FormRequestContext,
    isFinal: boolean,
  ) => Promise<Record<string, string>>
  /** Performs the form's action. An account it returns is sent instead of the form. */
  submit: (values: ParsedValues, sender: FormRequestContext) => Promise<AccountTable | null>
}

/** Returns the handler of a form; undefined for one of the site, whose submissions are stored. */
export const handlerOf = (handlers: Readonly<Record<string, FormHandler>>, { name }: FormType) =>
  Object.hasOwn(handlers, name) ? handlers[name] : undefined

const textOf = (value: ParsedValue | undefined) => (typeof value === 'string' ? value : '')

const firstEntryOf = (value: ParsedValue | undefined) =>
  typeof value === 'object' && value !== null && 'first' in value ? textOf(value.first) : ''

const errorsByFullName = (form: string, violations: readonly Violation[]) =>
  Object.fromEntries(
    violations.map(({ propertyPath, message }) => [`${form}[${propertyPath}]`, message]),
  )

const requireAccount = ({ account }: FormRequestContext) => {
  if (!account) throw new AuthenticationError()
  return account
}

/** Returns the values of the fields that are filled in, since empty ones cannot conflict with other accounts. */
const filledIn = (values: ParsedValues, names: readonly (keyof AccountChanges)[]): AccountChanges =>
  Object.fromEntries(names.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))

const updateAccount = async (
  accountManagement: AccountManagement,
  sender: FormRequestContext,
  body: Record<string, unknown>,
): Promise<AccountTable> => {
  const { account, isAccessRevoked } = await accountManagement.update(
    requireAccount(sender).id,
    body,
    {
      actor: sender.actor,
      isSuperAdmin: false,
      isOwn: true,
      // The form has checked the password already.
      hasRecentSignIn: true,
      verifyPassword: async () => true,
      limitNameLookups: async () => {},
      sessionHash: sender.sessionHash,
      linkBase: sender.linkBase,
    },
  )
  if (isAccessRevoked) await sender.renewSession()
  return account
}

const registration = (accountManagement: AccountManagement): FormHandler => ({
  validate: async (values, { limitRegistrations, limitNameLookups }, isFinal) => {
    const names = filledIn(values, ['username', 'emailAddress'])
    if (isFinal) await limitRegistrations()
    else if (Object.keys(names).length) await limitNameLookups()
    return errorsByFullName('user_register', await accountManagement.check(names, null))
  },
  submit: async ({ username, emailAddress, plainPassword }, { linkBase, actor }) =>
    accountManagement.register(
      {
        username: textOf(username),
        emailAddress: textOf(emailAddress),
        plainPassword: firstEntryOf(plainPassword),
      },
      linkBase(),
      actor,
    ),
})

const passwordChange = (accountManagement: AccountManagement): FormHandler => ({
  requiresAccount: true,
  // Checked only on submit: otherwise a stolen session could be used to guess the password.
  validate: async ({ oldPassword }, sender, isFinal): Promise<Record<string, string>> => {
    if (!isFinal || (await sender.verifyPassword(requireAccount(sender), textOf(oldPassword))))
      return {}
    return { 'change_password[oldPassword]': wrongPasswordMessage }
  },
  submit: ({ plainPassword }, sender) =>
    updateAccount(accountManagement, sender, { plainPassword: firstEntryOf(plainPassword) }),
})

const emailChange = (accountManagement: AccountManagement): FormHandler => ({
  requiresAccount: true,
  validate: async (values, sender, isFinal) => {
    const account = requireAccount(sender)
    const names = filledIn(values, ['newEmailAddress'])
    if (Object.keys(names).length) await sender.limitNameLookups()
    const violations = await accountManagement.check(names, account)
    if (isFinal) violations.push(...(await checkCurrentPassword(account, names, values, sender)))
    return errorsByFullName('new_email_address', violations)
  },
  submit: ({ newEmailAddress }, sender) =>
    updateAccount(accountManagement, sender, { newEmailAddress: textOf(newEmailAddress) || null }),
})

const passwordReset = (emailLinks: EmailLinks): FormHandler => ({
  submit: async ({ username, plainNewPasswordConfirmationToken, plainPassword }, sender) => {
    const reset = {
      name: textOf(username),
      token: textOf(plainNewPasswordConfirmationToken),
      plainPassword: firstEntryOf(plainPassword),
    }
    const accountId = await emailLinks.resetPassword(reset, sender.actor)
    if (!accountId) throw new InvalidLinkError()
    await sender.rememberNetwork(accountId)
    return null
  },
})

/** Returns the handlers of the forms that act on accounts, by the name of the form. */
export const createFormHandlers = (
  accountManagement: AccountManagement,
  emailLinks: EmailLinks,
): Record<string, FormHandler> => ({
  user_register: registration(accountManagement),
  change_password: passwordChange(accountManagement),
  new_email_address: emailChange(accountManagement),
  password_update: passwordReset(emailLinks),
})
