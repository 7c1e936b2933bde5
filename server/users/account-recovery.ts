/** Account recovery by mail: confirms addresses and resets passwords. */
import {
  confirmNewEmail,
  resendVerifyEmail,
  resendVerifyNewEmail,
  verifyEmail,
} from './email-confirmation.ts'
import { requestReset, resetPassword } from './password-reset.ts'
import type { RecoveryOptions } from './recovery-steps.ts'

/** Creates the steps by which owners confirm addresses and choose new passwords. */
export const createAccountRecovery = (
  given: Omit<RecoveryOptions, 'clock'> & Partial<Pick<RecoveryOptions, 'clock'>>,
) => {
  const options: RecoveryOptions = { clock: Date.now, ...given }
  const bind =
    <Rest extends unknown[], Result>(step: (options: RecoveryOptions, ...rest: Rest) => Result) =>
    (...rest: Rest) =>
      step(options, ...rest)
  return {
    requestReset: bind(requestReset),
    resetPassword: bind(resetPassword),
    verifyEmail: bind(verifyEmail),
    resendVerifyEmail: bind(resendVerifyEmail),
    resendVerifyNewEmail: bind(resendVerifyNewEmail),
    confirmNewEmail: bind(confirmNewEmail),
  }
}

export type AccountRecovery = ReturnType<typeof createAccountRecovery>
