/** Responds to the forms of the account screens that browsers send without scripts. */
import type { Context } from 'hono'
import type { AccountAttempt } from '#content/account/account-attempt.ts'
import { type AccountLink, accountLinkIn } from '#content/account/account-link.ts'
import {
  confirmationPath,
  passwordErrorsIn,
  passwordResetBody,
  passwordResetForm,
  resendPath,
  resetRequestPath,
} from '#content/account/account-requests.ts'
import { matchRoute } from '#content/navigation/route-table.ts'
import { readFormBody } from '../../http/body/form-body.ts'
import type { SendToApi, SiteOptions } from '../site-options.ts'
import { locationIn } from './rendered-response.ts'
import { failureOf, formViewIn, passCookies } from './form-response.ts'
import { renderAgain } from './render-again.ts'

/** A request to the API that stands for a form. Without a body, it is a GET request. */
interface AccountRequest {
  path: string
  body: unknown
  /** True for a request of a mail, which does not tell whether there is such an account. */
  sendsMail?: boolean
}

/** Returns the request for the fields of a form. */
type AccountForm = (fields: URLSearchParams, link: AccountLink) => AccountRequest

const confirmEmail: AccountForm = (fields, link) =>
  fields.has('resend')
    ? { path: resendPath(link), body: null, sendsMail: true }
    : { path: confirmationPath(link), body: null }

/** The forms by the names of the routes of their screens. */
const forms: Readonly<Partial<Record<string, AccountForm>>> = {
  'forgot-password': (fields) => ({
    path: resetRequestPath(fields.get('username') ?? ''),
    body: null,
    sendsMail: true,
  }),
  'reset-password': (fields, link) => ({
    path: `${passwordResetForm}/submit`,
    body: passwordResetBody(link, {
      first: fields.get('first') ?? '',
      second: fields.get('second') ?? '',
    }),
  }),
  'verify-email': confirmEmail,
  'confirm-new-email': confirmEmail,
}

/** Returns the form of the screen at a path; undefined at all other paths, and where the address is not complete. */
export const accountFormAt = (path: string) => {
  const match = matchRoute(path)
  if (!match?.route.validate?.(match.params, path)) return undefined
  const { name } = match.route
  return Object.hasOwn(forms, name) ? forms[name] : undefined
}

/** Does what the form asks for, and renders its screen again with what has become of it. */
export const submitAccountForm = async (
  c: Context,
  options: SiteOptions,
  sendToApi: SendToApi,
  accountForm: AccountForm,
) => {
  const fields = await readFormBody(c)
  const link = accountLinkIn(locationIn(c).path)
  const { path, body, sendsMail = false } = accountForm(fields, link)
  const response = await sendToApi(c, path, body)
  const isDone = response.ok || (sendsMail && response.status === 404)
  const invalid = response.status === 422 ? await formViewIn(response.clone()) : null
  const accountAttempt: AccountAttempt = {
    username: fields.get('username') ?? '',
    failure: isDone ? null : await failureOf(response),
    errors: invalid ? passwordErrorsIn(invalid) : [],
    isResend: fields.has('resend'),
  }
  // Somebody who confirms an address while signed in gets a new session.
  passCookies(c, response)
  const { status, headers } = response
  return renderAgain(c, options, () => ({ accountAttempt }), {
    status: isDone ? 200 : status,
    headers,
  })
}
