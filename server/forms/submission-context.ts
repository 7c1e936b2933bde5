/** The submitted values of a form, and what is found while they are read. */

/** Values as they are sent: text, booleans, lists of choices, nested objects; null for an empty field. */
export type FormValue = string | boolean | null | readonly string[] | FormValues
export interface FormValues {
  readonly [name: string]: FormValue
}

export interface SubmissionContext {
  /** True when only the fields that were sent are validated. */
  partial: boolean
  /** Messages by full field name. */
  errors: Map<string, string[]>
  /** Full names of the fields that were sent, or would have been. */
  submitted: Set<string>
}

export const refuse = ({ errors }: SubmissionContext, name: string, message: string) =>
  void errors.set(name, [...(errors.get(name) ?? []), message])

export const invalidMessage = 'This value is not valid.'

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
