/** Reads the text of a form's field. */
import { email, pipe, string } from 'valibot'
import type { RepeatedField, TextField } from '#content/forms/form.ts'
import { maxPasswordLength } from '../auth/passwords.ts'
import { validate } from '../store/types/validate.ts'
import { fullName, repeatedParts } from './field-names.ts'
import {
  type ParsedValue,
  type SubmissionContext,
  invalidMessage,
  isObjectOrArray,
  refuse,
} from './submission-context.ts'

/** The maximum length of a text by the type of its field, in characters. */
const maxLengths = { text: 10_000, email: 255, password: maxPasswordLength }
const emailSchema = pipe(string(), email('Enter a valid email address.'))

/** Returns the message of the first check that a text fails. */
const checkError = ({ type, checks = [] }: TextField, value: string) => {
  for (const schema of [...(type === 'email' ? [emailSchema] : []), ...checks]) {
    const result = validate(schema, value)
    if ('message' in result) return result.message
  }
  return null
}

/**
 * Returns the text, trimmed unless it is a password, or null if it is empty or not a text. The first check that it
 * fails is added to the errors of the submission.
 */
export const readText = (
  context: SubmissionContext,
  field: TextField,
  sent: unknown,
  full: string,
): ParsedValue => {
  const isText = typeof sent === 'string' || typeof sent === 'number'
  if (!isText && sent !== null) refuse(context, full, invalidMessage)
  if (!isText && sent !== null) return null
  const text = sent === null ? '' : String(sent)
  const most = maxLengths[field.type === 'email' || field.type === 'password' ? field.type : 'text']
  if (text.length > most) {
    refuse(context, full, `Use at most ${most} characters.`)
    return null
  }
  const value = field.type === 'password' ? text : text.trim()
  if (!value) {
    if (field.required) refuse(context, full, field.required)
    return null
  }
  const error = checkError(field, value)
  if (error) refuse(context, full, error)
  return value
}

/** Reads a text that is entered twice. An error of either input is reported at the first. */
export const readRepeated = (
  context: SubmissionContext,
  field: RepeatedField,
  sent: unknown,
  full: string,
): ParsedValue => {
  const given = isObjectOrArray(sent) ? sent : {}
  const required = field.of.required ?? field.required
  const [first, second] = repeatedParts.map((half) => {
    const isGiven = Object.hasOwn(given, half)
    if (isGiven || !context.partial) context.submitted.add(fullName(full, half))
    return isGiven && typeof given[half] === 'string' ? given[half] : null
  })
  const name = fullName(full, 'first')
  const values = { first: first ?? null, second: second ?? null }
  if (!context.submitted.has(name)) return values
  readText(context, { ...field.of, ...(required && { required }) }, first ?? null, name)
  const isComparable = context.submitted.has(fullName(full, 'second')) && !context.errors.has(name)
  if (isComparable && (first ?? '') !== (second ?? '')) refuse(context, name, field.mismatch)
  return values
}
