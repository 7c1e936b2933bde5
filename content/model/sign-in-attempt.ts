/** A sign-in without scripts that was refused or needs a code, with which the sign-in screen is rendered again. */
import type { publicFailure } from './failure.ts'

export interface SignInAttempt {
  username: string
  /** Null where the password was right. */
  failure: ReturnType<typeof publicFailure> | null
  /** The token that the code is sent with; undefined while the password is asked for. */
  twoFactorToken?: string
}
