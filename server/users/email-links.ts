/** Performs what the links in mails ask for: confirming addresses and resetting passwords. */
import {
  confirmNewEmail,
  resendVerifyEmail,
  resendVerifyNewEmail,
  verifyEmail,
} from './email-confirmation.ts'
import { checkReset, requestReset, resetPassword } from './password-reset.ts'
import type { EmailLinkOptions } from './email-link-steps.ts'

/** Creates the steps by which owners confirm addresses and choose new passwords. */
export const createEmailLinks = (
  given: Omit<EmailLinkOptions, 'clock'> & Partial<Pick<EmailLinkOptions, 'clock'>>,
) => {
  const options: EmailLinkOptions = { clock: Date.now, ...given }
  const bind =
    <Rest extends unknown[], Result>(step: (options: EmailLinkOptions, ...rest: Rest) => Result) =>
    (...rest: Rest) =>
      step(options, ...rest)
  return {
    requestReset: bind(requestReset),
    checkReset: bind(checkReset),
    resetPassword: bind(resetPassword),
    verifyEmail: bind(verifyEmail),
    resendVerifyEmail: bind(resendVerifyEmail),
    resendVerifyNewEmail: bind(resendVerifyNewEmail),
    confirmNewEmail: bind(confirmNewEmail),
  }
}

export type EmailLinks = ReturnType<typeof createEmailLinks>
