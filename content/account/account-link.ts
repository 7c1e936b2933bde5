/** The links in mails about accounts, and the requests that they lead to. */
import { collectErrors } from '../forms/form-errors.ts'
import type { FormView } from '../forms/form.ts'
import type { Iri } from '../model/iri.ts'
import { matchRoute } from '../navigation/route-table.ts'

/** The account that the address of a screen names, decoded. */
export interface AccountLink {
  username: string
  token: string
  /** The address that is to take the place of the present one; undefined in a link that verifies the present one. */
  newEmail?: string | undefined
}

/** Returns the link of a screen by its path. The route of the screen has all parameters, or the page is not found. */
export const accountLinkIn = (path: string): AccountLink => {
  const { username = '', token = '', newEmail } = matchRoute(path)?.params ?? {}
  return { username, token, newEmail }
}

const join = (...segments: readonly string[]): Iri =>
  `/${segments.map(encodeURIComponent).join('/')}`

/** Returns the path of the request for a mail with a link to choose a new password. */
export const resetRequestPath = (username: string): Iri =>
  `/password/reset/request${join(username)}`

/** Returns the path of the request that confirms an email address. */
export const confirmationPath = ({ username, newEmail, token }: AccountLink): Iri =>
  newEmail === undefined
    ? join('verify-email', username, token)
    : join('confirm-email', username, newEmail, token)

/** Returns the path of the request that sends the mail with the link again. */
export const resendPath = ({ username, newEmail }: AccountLink): Iri =>
  newEmail === undefined
    ? join('resend-verify-email', username)
    : join('resend-verify-new-email', username)

/** The form of the API that sets a new password with the token of a mail. */
export const passwordResetForm: Iri = '/component/forms/password_reset'

export interface NewPassword {
  /** The password as it was typed first. */
  first: string
  /** The same once more, so that a mistyped one is noticed. */
  second: string
}

/** Returns the body of the form that sets a new password. */
export const passwordResetBody = (
  { username, token }: AccountLink,
  plainPassword: NewPassword,
) => ({
  password_update: { username, plainNewPasswordConfirmationToken: token, plainPassword },
})

/** Returns the mistakes in a new password, in the words of the API. */
export const passwordErrorsIn = (view: FormView): readonly string[] =>
  Object.values(collectErrors(view)).flat()
