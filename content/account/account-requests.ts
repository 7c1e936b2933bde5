/** The requests to the API that the links in mails about accounts lead to, and those for such mails. */
import { collectErrors } from '../forms/form-errors.ts'
import { type FormView, formEndpoint } from '../forms/form.ts'
import type { Iri } from '../model/iri.ts'
import { setupEndpoint } from './site-setup.ts'
import { type AccountLink, pathOfSegments } from './account-link.ts'
import type { NewPassword } from './new-password.ts'

/** The paths of the requests of the links in mails and of those for such mails; their parameters follow. */
export const emailLinkEndpoints: readonly Iri[] = [
  '/password/reset/request',
  '/password/reset/check',
  '/verify-email',
  '/resend-verify-email',
  '/resend-verify-new-email',
  '/confirm-email',
]

/** Returns the path of the request for a mail with a link to choose a new password. */
export const resetRequestPath = (username: string): Iri =>
  `/password/reset/request${pathOfSegments(username)}`

/** Returns the path of the request that tells whether a link can reset a password, and leaves it valid. */
export const resetCheckPath = ({ username, token }: AccountLink): Iri =>
  `/password/reset/check${pathOfSegments(username, token)}`

/** Returns the path of the request that confirms an email address. */
export const confirmationPath = ({ username, newEmail, token }: AccountLink): Iri =>
  newEmail === undefined
    ? pathOfSegments('verify-email', username, token)
    : pathOfSegments('confirm-email', username, newEmail, token)

/** Returns the path of the request that sends the mail with the link again. */
export const resendPath = ({ username, newEmail }: Omit<AccountLink, 'token'>): Iri =>
  newEmail === undefined
    ? pathOfSegments('resend-verify-email', username)
    : pathOfSegments('resend-verify-new-email', username)

/** The form of the API that sets a new password with the token of a mail. */
export const passwordResetForm: Iri = `${formEndpoint}/password_reset`

/** True for a request that needs no session, because a mail or the first start leads to it. */
export const isForEverybody = (iri: Iri) =>
  [...emailLinkEndpoints, passwordResetForm, setupEndpoint].some((endpoint) =>
    iri.startsWith(`${endpoint}/`),
  )

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
