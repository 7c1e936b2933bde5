/** Reads what was chosen in a form's field: a checkbox, one option, or several. */
import type { CheckboxField, ChoiceField } from '#content/forms/form.ts'
import {
  type ParsedValue,
  type SubmissionContext,
  isObjectOrArray,
  refuse,
} from './submission-context.ts'

/**
 * True for a box that was sent as checked. Browsers leave out an unchecked one; other clients send it in their own
 * ways.
 */
const isChecked = (sent: unknown) =>
  sent === true || sent === 1 || (typeof sent === 'string' && !['', '0', 'false'].includes(sent))

/** Returns whether a box is checked. If it is required and is not, that is added to the errors of the submission. */
export const readCheckbox = (
  context: SubmissionContext,
  field: CheckboxField,
  sent: unknown,
  full: string,
): ParsedValue => {
  const value = isChecked(sent)
  if (field.required && !value) refuse(context, full, field.required)
  return value
}

const isOffered = ({ choices }: ChoiceField, sent: unknown): sent is string =>
  choices.some(({ value }) => value === sent)

/** Returns the chosen option, or null. An option that is not offered is added to the errors of the submission. */
export const readChoice = (
  context: SubmissionContext,
  field: ChoiceField,
  sent: unknown,
  full: string,
): ParsedValue => {
  if (sent === null || sent === '') {
    if (field.required) refuse(context, full, field.required)
    return null
  }
  if (isOffered(field, sent)) return sent
  refuse(context, full, 'Choose one of the options.')
  return null
}

/** Returns the chosen options that are offered, each once. Others are added to the errors of the submission. */
export const readChoices = (
  context: SubmissionContext,
  field: ChoiceField,
  sent: unknown,
  full: string,
): ParsedValue => {
  const given: unknown[] = isObjectOrArray(sent) ? Object.values(sent) : []
  const chosen = [...new Set(given.filter((value) => value !== null && value !== ''))]
  const isStrange = sent !== null && sent !== '' && !isObjectOrArray(sent)
  if (isStrange || !chosen.every((value) => isOffered(field, value))) {
    refuse(context, full, 'Choose from the options.')
  } else if (field.required && !chosen.length) refuse(context, full, field.required)
  return chosen.filter((value) => isOffered(field, value))
}
