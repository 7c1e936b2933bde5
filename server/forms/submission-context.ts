/** Holds the submitted values of a form, and the errors that are found while they are read. */

/**
 * A value that was read from a submission: a text, a boolean, a list of choices or a nested object; null for an empty
 * field.
 */
export type ParsedValue = string | boolean | null | readonly string[] | ParsedValues
export interface ParsedValues {
  readonly [name: string]: ParsedValue
}

export interface SubmissionContext {
  /** True when only the fields that were sent are validated. */
  partial: boolean
  /** The error messages by full field name. */
  errors: Map<string, string[]>
  /**
   * The full names of the fields that count as sent: without `partial` all fields of the form, since clients leave out
   * empty ones.
   */
  submitted: Set<string>
}

/** Adds an error message to a field, given its full name. */
export const refuse = ({ errors }: SubmissionContext, name: string, message: string) =>
  void errors.set(name, [...(errors.get(name) ?? []), message])

export const invalidMessage = 'This value is not valid.'

/** True for an object or an array. */
export const isObjectOrArray = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
