import type { Failure } from '#content/model/failure.ts'
import type { Violation } from '#content/model/resource.ts'

type FieldErrors = Readonly<Record<string, string>>

const byProperty = (violations: readonly Violation[]): FieldErrors =>
  Object.fromEntries(violations.map(({ propertyPath, message }) => [propertyPath, message]))

/** Returns the messages of the fields that the API refused. */
export const errorsOf = (failure: Failure | null): FieldErrors =>
  byProperty(failure?.violations ?? [])

/** Returns the messages of the fields that keep a draft from being published. */
export const publishErrorsOf = (violations: { violations: readonly Violation[] } | undefined) =>
  byProperty(violations?.violations ?? [])
