/** Reads the fields of a form, with the groups and lists inside it. */
import type { FieldDefinition, ListField } from '#content/forms/form.ts'
import { fullName } from './field-names.ts'
import {
  type ParsedValue,
  type ParsedValues,
  type SubmissionContext,
  invalidMessage,
  isObjectOrArray,
  refuse,
} from './submission-context.ts'
import { readCheckbox, readChoice, readChoices } from './read-choice.ts'
import { readRepeated, readText } from './read-text.ts'

const maxEntries = 200

const isFilledIn = (value: ParsedValue) => value !== null && value !== '' && value !== false

/** True for an entry that was added and not filled in yet. */
const isPlaceholder = (entry: unknown) =>
  entry === null || (isObjectOrArray(entry) && !Object.keys(entry).length)

/**
 * Returns the values of the fields by their names, read from the JSON values in `sent`. Errors and the full names of
 * the fields go into the context. `parent` is the full name of the form or group, such as `contact[address]`.
 */
export const readFields = (
  context: SubmissionContext,
  fields: Readonly<Record<string, FieldDefinition>>,
  sent: Readonly<Record<string, unknown>>,
  parent: string,
): ParsedValues =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const isSent = Object.hasOwn(sent, name) && sent[name] !== undefined
      if (field.type === 'submit' || (context.partial && !isSent)) return []
      const full = fullName(parent, name)
      context.submitted.add(full)
      return [[name, readField(context, field, isSent ? sent[name] : null, full)]]
    }),
  )

const readField = (
  context: SubmissionContext,
  field: Exclude<FieldDefinition, { type: 'submit' }>,
  sent: unknown,
  full: string,
): ParsedValue => {
  switch (field.type) {
    case 'repeated':
      return readRepeated(context, field, sent, full)
    case 'checkbox':
      return readCheckbox(context, field, sent, full)
    case 'select':
    case 'radio':
      return readChoice(context, field, sent, full)
    case 'checkboxes':
    case 'multi-select':
      return readChoices(context, field, sent, full)
    case 'list':
      return readList(context, field, sent, full)
    case 'group':
      return readFields(context, field.fields, isObjectOrArray(sent) ? sent : {}, full)
    default:
      return readText(context, field, sent, full)
  }
}

/** Reads the entries of a list. Clients number the entries, with gaps where some were removed. */
const readList = (
  context: SubmissionContext,
  field: ListField,
  sent: unknown,
  full: string,
): ParsedValue => {
  if (sent !== null && sent !== '' && !isObjectOrArray(sent)) refuse(context, full, invalidMessage)
  const entries = Object.entries(isObjectOrArray(sent) ? sent : {}).filter(([at]) =>
    /^\d{1,9}$/.test(at),
  )
  if (entries.length > maxEntries) refuse(context, full, `Use at most ${maxEntries} entries.`)
  const values = entries.slice(0, maxEntries).map(([at, entry]): [string, ParsedValue] => {
    const name = fullName(full, at)
    if (isPlaceholder(entry)) return [at, null]
    context.submitted.add(name)
    return [at, readEntry(context, field, entry, name)]
  })
  if (field.required && !values.some(([, value]) => isFilledIn(value)))
    refuse(context, full, field.required)
  return Object.fromEntries(values)
}

const readEntry = (
  context: SubmissionContext,
  { entry: field }: ListField,
  entry: unknown,
  full: string,
): ParsedValue => {
  if (field.type !== 'group') return readText(context, field, entry, full)
  if (isObjectOrArray(entry)) return readFields(context, field.fields, entry, full)
  refuse(context, full, invalidMessage)
  return null
}
