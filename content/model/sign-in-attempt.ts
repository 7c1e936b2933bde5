/** A sign-in without scripts that was refused, with which the sign-in screen is rendered again. */
import type { publicFailure } from './failure.ts'

export interface SignInAttempt {
  username: string
  failure: ReturnType<typeof publicFailure>
}
