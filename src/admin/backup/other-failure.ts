import type { Failure } from '#content/model/failure.ts'
import { otherViolations } from '../field-errors.ts'

/** Returns the failure unless all of it is shown at fields. A violation of the file says all there is. */
export const otherFailure = (failure: Failure | null): { message: string } | null => {
  if (!failure?.violations.length) return failure
  const others = otherViolations(failure, ['currentPassword', 'siteName'])
  return others.length > 0 ? { message: others.map(({ message }) => message).join(' ') } : null
}
