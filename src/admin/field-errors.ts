/** Divides what was refused into what is shown at a field, and the rest. */
import type { Failure } from '#content/model/failure.ts'

/** Returns the message at a field. */
export const fieldError = (failure: Failure | null, name: string) =>
  failure?.violations.find(({ propertyPath }) => propertyPath === name)?.message

/** Returns the violations that no field shows. */
export const otherViolations = ({ violations }: Failure, fields: readonly string[]) =>
  violations.filter(({ propertyPath }) => !fields.includes(propertyPath))
