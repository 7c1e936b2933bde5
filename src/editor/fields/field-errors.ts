import type { Failure } from '#content/model/failure.ts'
import type { Fields } from '#content/model/field.ts'
import type { Violation } from '#content/model/resource.ts'
import { getOwn } from '#src/views/registry/registry.ts'

type FieldErrors = Readonly<Record<string, string>>

const byProperty = (violations: readonly Violation[]): FieldErrors =>
  Object.fromEntries(violations.map(({ propertyPath, message }) => [propertyPath, message]))

/** Returns the messages of the fields that the API refused. */
export const errorsOf = (failure: Failure | null): FieldErrors =>
  byProperty(failure?.violations ?? [])

/** Returns the messages of the fields that keep a draft from being published. */
export const publishErrorsOf = (violations: { violations: readonly Violation[] } | undefined) =>
  byProperty(violations?.violations ?? [])

/** Returns messages without those about what only a publication needs, which the hints of the fields ask for. */
export const withoutMissing = (errors: FieldErrors, fields: Fields): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(
      ([name, message]) => message !== getOwn(fields, name)?.requiredToPublish,
    ),
  )
