/** What happens when a built-in form is sent; the forms of a site are only checked. */
import type { Violation } from '#content/model/resource.ts'
import { emptyNotFound, problem } from '../http/problem.ts'
import type { AccountTable } from '../store/db/schema.ts'
import type { AccountRecovery } from '../users/account-recovery.ts'
import { type Users, wrongPasswordMessage } from '../users/users.ts'
import type { AccountChanges } from '../users/account-changes.ts'
import type { FormValue, FormValues } from './submission.ts'

/** Who sends a form, and what only the request knows. */
export interface FormSender {
  /** Null for visitors. */
  account: AccountTable | null
  /** Where links in mail lead; throws where nobody knows. */
  base: () => string
  /** Whether this is the account's password; throws when it was asked too often. */
  isPassword: (account: AccountTable, password: string) => Promise<boolean>
  /** Has signed in so recently that their password need not be asked for. */
  isFresh: boolean
  /** Where this sender is now, the owner of the account has been. */
  rememberNetwork: (accountId: string) => Promise<void>
  /** Throws where too many have been registered from this sender's address, and while too many are waiting. */
  limitRegistrations: () => Promise<void>
  /** Throws where this sender has asked too often whether a name is taken. */
  mayAskForNames: () => Promise<void>
  /** The session that this comes by; undefined for visitors. */
  session: string | undefined
  /** A new token for this browser's session, where a change has ended all others. */
  renewSession: () => Promise<void>
}

export interface FormHandler {
  /** Only for somebody who is signed in. */
  requiresAccount?: boolean
  /** What only the server can find wrong, by full name. `isFinal`: it is being sent, not only filled in. */
  validate?: (
    values: FormValues,
    sender: FormSender,
    isFinal: boolean,
  ) => Promise<Record<string, string>>
  /** Gives the account that is answered with instead of the form. */
  submit: (values: FormValues, sender: FormSender) => Promise<AccountTable | null>
}

const textOf = (value: FormValue | undefined) => (typeof value === 'string' ? value : '')

const firstOf = (value: FormValue | undefined) =>
  typeof value === 'object' && value !== null && 'first' in value ? textOf(value.first) : ''

const byFullName = (form: string, violations: readonly Violation[]) =>
  Object.fromEntries(
    violations.map(({ propertyPath, message }) => [`${form}[${propertyPath}]`, message]),
  )

const signedIn = ({ account }: FormSender) => {
  if (!account) throw problem(401)
  return account
}

/** What was filled in already; the rest cannot clash with anything. */
const filledIn = (values: FormValues, names: readonly (keyof AccountChanges)[]): AccountChanges =>
  Object.fromEntries(names.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))

const changed = async (
  users: Users,
  sender: FormSender,
  body: Record<string, unknown>,
): Promise<AccountTable> => {
  const { account, isSignedOut } = await users.update(signedIn(sender).id, body, {
    isSuperAdmin: false,
    isOwn: true,
    // The form has asked.
    isFresh: true,
    isPassword: async () => true,
    mayAskForNames: async () => {},
    session: sender.session,
    base: sender.base,
    outdated: () => problem(412),
  })
  if (isSignedOut) await sender.renewSession()
  return account
}

export const createFormHandlers = (
  users: Users,
  recovery: AccountRecovery,
): Record<string, FormHandler> => ({
  user_register: {
    validate: async (values, { limitRegistrations, mayAskForNames }, isFinal) => {
      const names = filledIn(values, ['username', 'emailAddress'])
      if (isFinal) await limitRegistrations()
      else if (Object.keys(names).length) await mayAskForNames()
      return byFullName('user_register', await users.check(names, null))
    },
    submit: async ({ username, emailAddress, plainPassword }, { base }) =>
      users.register(
        {
          username: textOf(username),
          emailAddress: textOf(emailAddress),
          plainPassword: firstOf(plainPassword),
        },
        base(),
      ),
  },

  change_password: {
    requiresAccount: true,
    // Asked while somebody types, it would tell a thief of the session what the password is.
    validate: async ({ oldPassword }, sender, isFinal): Promise<Record<string, string>> => {
      if (!isFinal || (await sender.isPassword(signedIn(sender), textOf(oldPassword)))) return {}
      return { 'change_password[oldPassword]': wrongPasswordMessage }
    },
    submit: ({ plainPassword }, sender) =>
      changed(users, sender, { plainPassword: firstOf(plainPassword) }),
  },

  new_email_address: {
    requiresAccount: true,
    validate: async (values, sender, isFinal) => {
      const account = signedIn(sender)
      const names = filledIn(values, ['newEmailAddress'])
      if (Object.keys(names).length) await sender.mayAskForNames()
      const violations = await users.check(names, account)
      if (isFinal) violations.push(...(await users.unproven(account, names, values, sender)))
      return byFullName('new_email_address', violations)
    },
    submit: ({ newEmailAddress }, sender) =>
      changed(users, sender, { newEmailAddress: textOf(newEmailAddress) || null }),
  },

  password_update: {
    submit: async ({ username, plainNewPasswordConfirmationToken, plainPassword }, sender) => {
      const [name, token] = [textOf(username), textOf(plainNewPasswordConfirmationToken)]
      const accountId = await recovery.resetPassword(name, token, firstOf(plainPassword))
      if (!accountId) throw emptyNotFound()
      await sender.rememberNetwork(accountId)
      return null
    },
  },
})
