/** Parses the submitted values of a form and validates them. Errors are kept by full field name. */
import type { FormType } from '#content/forms/form.ts'
import { type ParsedValues, isObjectOrArray } from './submission-context.ts'
import { readFields } from './read-fields.ts'

export interface Submission {
  values: ParsedValues
  /** The error messages by full field name. */
  errors: ReadonlyMap<string, readonly string[]>
  /**
   * The full names of the fields that count as sent: without `partial` all fields of the form, since clients leave out
   * empty ones.
   */
  submitted: ReadonlySet<string>
}

export const emptySubmission: Submission = { values: {}, errors: new Map(), submitted: new Set() }

/**
 * Returns the values for one form, or null when the body has none. With `partial`, only the fields that were sent are
 * validated.
 */
export const parseSubmission = (
  form: FormType,
  body: unknown,
  { partial = false }: { partial?: boolean } = {},
): Submission | null => {
  const sent = isObjectOrArray(body) ? body[form.name] : undefined
  if (!isObjectOrArray(sent)) return null
  const context = { partial, errors: new Map(), submitted: new Set<string>() }
  const values = readFields(context, form.fields, sent, form.name)
  context.submitted.add(form.name)
  return { values, errors: context.errors, submitted: context.submitted }
}

/** Returns the submission with errors that only the server could find. */
export const withErrors = (
  submission: Submission,
  serverErrors: Readonly<Record<string, string>>,
): Submission => {
  const errors = new Map(submission.errors)
  for (const [name, message] of Object.entries(serverErrors)) {
    if (submission.submitted.has(name)) errors.set(name, [...(errors.get(name) ?? []), message])
  }
  return { ...submission, errors }
}
