/** Divides what was refused into what is shown at a field, and the rest. */
import type { Failure } from '#content/model/failure.ts'

const fields = ['currentPassword', 'siteName']

/** Returns the message at a field. */
export const fieldError = (failure: Failure | null, name: string) =>
  failure?.violations.find(({ propertyPath }) => propertyPath === name)?.message

/** Returns the failure unless all of it is shown at fields. A violation of the file says all there is. */
export const otherFailure = (failure: Failure | null): { message: string } | null => {
  if (!failure?.violations.length) return failure
  const others = failure.violations.filter(({ propertyPath }) => !fields.includes(propertyPath))
  return others.length > 0 ? { message: others.map(({ message }) => message).join(' ') } : null
}
