/** Says at once that a link for a new password has expired or was used, before somebody types one. */
import type { Context, Next } from 'hono'
import { accountLinkIn } from '#content/account/account-link.ts'
import { resetCheckPath } from '#content/account/account-requests.ts'
import type { SiteOptions } from '../site-options.ts'
import { locationIn } from './rendered-response.ts'
import { failureOf } from './form-response.ts'
import { renderAgain } from './render-again.ts'

/**
 * Responds to a link that resets no password with the screen as it is after the form was refused. Passes all other requests
 * on: a check that fails tells nothing of the link, and with a remote API none is made.
 */
export const respondToEndedLink = async (c: Context, next: Next, options: SiteOptions) => {
  const link = accountLinkIn(locationIn(c).path)
  const response = await options.sendToApi?.(c, resetCheckPath(link), null)
  if (response?.status !== 404) return next()
  const accountAttempt = {
    username: '',
    failure: await failureOf(response),
    errors: [],
    isResend: false,
  }
  return renderAgain(c, options, () => ({ accountAttempt }), response)
}
