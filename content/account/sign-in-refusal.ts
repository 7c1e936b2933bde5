/** The refusal of a sign-in in place, after which a password or a code is asked for. */
import type { Failure } from '../model/failure.ts'
import type { SessionRefusal } from '../model/session.ts'
import { twoFactorTokenOf } from './two-factor.ts'

/** Returns what is asked for next, after a proof was refused. That a code is needed too is no failure. */
export const refusalAfter = (
  refusal: Pick<SessionRefusal, 'twoFactorToken'>,
  failure: Failure,
): Pick<SessionRefusal, 'failure' | 'twoFactorToken'> => {
  const issued = twoFactorTokenOf(failure)
  if (issued !== null) return { failure: null, twoFactorToken: issued }
  return { failure, twoFactorToken: failure.status === 401 ? null : refusal.twoFactorToken }
}
