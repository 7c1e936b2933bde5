/** Parses the submitted values of a form and validates them. Errors are kept by full field name. */
import { email, pipe, string } from 'valibot'
import type {
  CheckboxField,
  ChoiceField,
  Field,
  FormType,
  ListField,
  RepeatedField,
  TextField,
} from '#content/forms/form.ts'
import { maxPasswordLength } from '../auth/passwords.ts'
import { validate } from '../store/types/validate.ts'
import { fullName, repeatedParts } from './field-names.ts'

/** Values as they are sent: text, booleans, lists of choices, nested objects; null for an empty field. */
export type FormValue = string | boolean | null | readonly string[] | FormValues
export interface FormValues {
  readonly [name: string]: FormValue
}

export interface Submission {
  values: FormValues
  /** Messages by full field name. */
  errors: ReadonlyMap<string, readonly string[]>
  /** Full names of the fields that were sent, or would have been. */
  submitted: ReadonlySet<string>
}

export const emptySubmission: Submission = { values: {}, errors: new Map(), submitted: new Set() }

/** In characters. */
const maxLengths = { text: 10_000, email: 255, password: maxPasswordLength }
const maxEntries = 200
const invalid = 'This value is not valid.'
const emailSchema = pipe(string(), email('Enter a valid email address.'))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isFilledIn = (value: FormValue) => value !== null && value !== '' && value !== false

/** Browsers leave out an unchecked box; other clients send it in their own ways. */
const isChecked = (sent: unknown) =>
  sent === true || sent === 1 || (typeof sent === 'string' && !['', '0', 'false'].includes(sent))

/** True for an entry that was added and not filled in yet. */
const isPlaceholder = (entry: unknown) =>
  entry === null || (isObject(entry) && !Object.keys(entry).length)

/**
 * Returns the values for one form, or null when the body has none. With `partial`, only the fields that were sent are
 * validated.
 */
export const parseSubmission = (
  form: FormType,
  body: unknown,
  { partial = false }: { partial?: boolean } = {},
): Submission | null => {
  const sent = isObject(body) ? body[form.name] : undefined
  if (!isObject(sent)) return null
  const reader = createReader(partial)
  const values = reader.readFields(form.fields, sent, form.name)
  reader.submitted.add(form.name)
  return { values, errors: reader.errors, submitted: reader.submitted }
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

const createReader = (partial: boolean) => {
  const errors = new Map<string, string[]>()
  const submitted = new Set<string>()
  const refuse = (name: string, message: string) =>
    void errors.set(name, [...(errors.get(name) ?? []), message])

  const readFields = (
    fields: Readonly<Record<string, Field>>,
    sent: Readonly<Record<string, unknown>>,
    parent: string,
  ): FormValues =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) => {
        const isSent = Object.hasOwn(sent, name) && sent[name] !== undefined
        if (field.type === 'submit' || (partial && !isSent)) return []
        const full = fullName(parent, name)
        submitted.add(full)
        return [[name, read(field, isSent ? sent[name] : null, full)]]
      }),
    )

  const read = (
    field: Exclude<Field, { type: 'submit' }>,
    sent: unknown,
    full: string,
  ): FormValue => {
    switch (field.type) {
      case 'repeated':
        return readRepeated(field, sent, full)
      case 'checkbox':
        return readCheckbox(field, sent, full)
      case 'select':
      case 'radio':
        return readChoice(field, sent, full)
      case 'checkboxes':
      case 'multi-select':
        return readChoices(field, sent, full)
      case 'list':
        return readList(field, sent, full)
      case 'group':
        return readFields(field.fields, isObject(sent) ? sent : {}, full)
      default:
        return readText(field, sent, full)
    }
  }

  const readText = (field: TextField, sent: unknown, full: string): FormValue => {
    const isText = typeof sent === 'string' || typeof sent === 'number'
    if (!isText && sent !== null) refuse(full, invalid)
    if (!isText && sent !== null) return null
    const text = sent === null ? '' : String(sent)
    const most =
      maxLengths[field.type === 'email' || field.type === 'password' ? field.type : 'text']
    if (text.length > most) {
      refuse(full, `Use at most ${most} characters.`)
      return null
    }
    const value = field.type === 'password' ? text : text.trim()
    if (!value) {
      if (field.required) refuse(full, field.required)
      return null
    }
    const checks = [...(field.type === 'email' ? [emailSchema] : []), ...(field.checks ?? [])]
    for (const schema of checks) {
      const result = validate(schema, value)
      if (!('message' in result)) continue
      refuse(full, result.message)
      break
    }
    return value
  }

  /** An error of either input is reported at the first. */
  const readRepeated = (field: RepeatedField, sent: unknown, full: string): FormValue => {
    const given = isObject(sent) ? sent : {}
    const required = field.of.required ?? field.required
    const [first, second] = repeatedParts.map((half) => {
      const isGiven = Object.hasOwn(given, half)
      if (isGiven || !partial) submitted.add(fullName(full, half))
      return isGiven && typeof given[half] === 'string' ? given[half] : null
    })
    const name = fullName(full, 'first')
    const values = { first: first ?? null, second: second ?? null }
    if (!submitted.has(name)) return values
    readText({ ...field.of, ...(required && { required }) }, first ?? null, name)
    const isComparable = submitted.has(fullName(full, 'second')) && !errors.has(name)
    if (isComparable && (first ?? '') !== (second ?? '')) refuse(name, field.mismatch)
    return values
  }

  const readCheckbox = (field: CheckboxField, sent: unknown, full: string): FormValue => {
    const value = isChecked(sent)
    if (field.required && !value) refuse(full, field.required)
    return value
  }

  const isOffered = ({ choices }: ChoiceField, sent: unknown): sent is string =>
    choices.some(({ value }) => value === sent)

  const readChoice = (field: ChoiceField, sent: unknown, full: string): FormValue => {
    if (sent === null || sent === '') {
      if (field.required) refuse(full, field.required)
      return null
    }
    if (isOffered(field, sent)) return sent
    refuse(full, 'Choose one of the options.')
    return null
  }

  const readChoices = (field: ChoiceField, sent: unknown, full: string): FormValue => {
    const given: unknown[] = isObject(sent) ? Object.values(sent) : []
    const chosen = [...new Set(given.filter((value) => value !== null && value !== ''))]
    const isStrange = sent !== null && sent !== '' && !isObject(sent)
    if (isStrange || !chosen.every((value) => isOffered(field, value))) {
      refuse(full, 'Choose from the options.')
    } else if (field.required && !chosen.length) refuse(full, field.required)
    return chosen.filter((value) => isOffered(field, value))
  }

  /** Clients number the entries, with gaps where some were removed. */
  const readList = (field: ListField, sent: unknown, full: string): FormValue => {
    if (sent !== null && sent !== '' && !isObject(sent)) refuse(full, invalid)
    const entries = Object.entries(isObject(sent) ? sent : {}).filter(([at]) =>
      /^\d{1,9}$/.test(at),
    )
    if (entries.length > maxEntries) refuse(full, `Use at most ${maxEntries} entries.`)
    const values = entries.slice(0, maxEntries).map(([at, entry]): [string, FormValue] => {
      const name = fullName(full, at)
      if (isPlaceholder(entry)) return [at, null]
      submitted.add(name)
      return [at, readEntry(field, entry, name)]
    })
    if (field.required && !values.some(([, value]) => isFilledIn(value)))
      refuse(full, field.required)
    return Object.fromEntries(values)
  }

  const readEntry = ({ entry: field }: ListField, entry: unknown, full: string): FormValue => {
    if (field.type !== 'group') return readText(field, entry, full)
    if (isObject(entry)) return readFields(field.fields, entry, full)
    refuse(full, invalid)
    return null
  }

  return { readFields, errors, submitted }
}
