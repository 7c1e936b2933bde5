/** A form of an account screen that was sent without scripts, with which the screen is rendered again. */
import { type publicFailure, failureFromStatus } from '../model/failure.ts'

export interface AccountAttempt {
  /** The name that was entered; empty on a screen that does not ask for it. */
  username: string
  /** Null when it has succeeded. */
  failure: ReturnType<typeof publicFailure> | null
  /** The mistakes in the new password. */
  errors: readonly string[]
  /** True for the form that has the mail sent again. */
  isResend: boolean
}

/** Returns why an attempt was refused; null for one that has succeeded, and for none. */
export const failureOfAttempt = (attempt: AccountAttempt | undefined) =>
  attempt?.failure ? failureFromStatus(attempt.failure.status, attempt.failure) : null
