/** The session of the account that edits, which may have ended. */
import type { Failure } from './failure.ts'
import type { User } from './resource.ts'

/** The account that edits, and the user that this browser is signed in as by now. */
export interface SessionCheck {
  account: User
  current: User | null
}

/** True if the account that edits has a session. */
export const isSameAccount = ({ account, current }: SessionCheck) =>
  current?.['@id'] === account['@id']

/** The reason why the account that edits still has no session. */
export interface SessionRefusal {
  /** The reason why signing in has failed. */
  failure: Failure | null
  /** The token that a code is sent with, where the password was right; null while the password is asked for. */
  twoFactorToken: string | null
  /** The other account that this browser is signed in as by now. Nothing is saved under its name. */
  otherUser: User | null
}

/** The password with which the user signs in again, or the code that is asked for after it. */
export type RenewalProof = { password: string } | { twoFactorToken: string; code: string }

/** The response to a request for a session: `unavailable` where nobody edits, so that nothing can be lost. */
export type RenewalOutcome = 'renewed' | 'declined' | 'unavailable'
