/** Turns the values of a submitted form into labeled texts, which can be read without the form's definition. */
import type {
  ChoiceField,
  FieldDefinition,
  FormType,
  ListField,
  TextField,
} from '#content/forms/form.ts'
import type { SubmittedEntry } from '#content/forms/form-submission.ts'
import { humanize } from '#content/model/humanize.ts'
import { isObject } from '#content/is-object.ts'
import { fullName } from '../field-names.ts'
import type { ParsedValue, ParsedValues } from '../submission-context.ts'

type Fields = Readonly<Record<string, FieldDefinition>>

/** The group or list entry that a field is in. */
interface Parent {
  /** Its full name, such as `contact[children][0]`. */
  full: string
  label: string
}

const labelOf = ({ label }: { label?: string }, name: string, parent: Parent) =>
  [parent.label, label ?? humanize(name)].filter(Boolean).join(', ')

/** Returns one entry for each field that is filled in; passwords are left out. */
export const submittedEntries = ({ name, fields }: FormType, values: ParsedValues) =>
  entriesOf(fields, values, { full: name, label: '' })

const entriesOf = (fields: Fields, values: ParsedValues, parent: Parent): SubmittedEntry[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name]
    const at = { full: fullName(parent.full, name), label: labelOf(field, name, parent) }
    return value === null || value === undefined ? [] : entriesOfField(field, value, at)
  })

const entriesOfField = (
  field: FieldDefinition,
  value: NonNullable<ParsedValue>,
  at: Parent,
): SubmittedEntry[] => {
  switch (field.type) {
    case 'submit':
    case 'password':
      return []
    case 'repeated':
      return isObject(value) ? repeatedEntry(field.of, value['first'], at) : []
    case 'group':
      return isObject(value) ? entriesOf(field.fields, value as ParsedValues, at) : []
    case 'list':
      return isObject(value) ? listEntries(field, value as ParsedValues, at) : []
    case 'checkbox':
      return [entryOf(at, value === true ? 'Yes' : 'No')]
    case 'select':
    case 'radio':
    case 'checkboxes':
    case 'multi-select':
      return choiceEntry(field, value, at)
    default:
      return typeof value === 'string' && value ? [entryOf(at, value)] : []
  }
}

const entryOf = ({ full: name, label }: Parent, value: string): SubmittedEntry => ({
  name,
  label,
  value,
})

const repeatedEntry = (field: TextField, value: unknown, at: Parent) =>
  field.type !== 'password' && typeof value === 'string' && value ? [entryOf(at, value)] : []

/** Returns the labels of what was chosen, in one entry. */
const choiceEntry = ({ choices }: ChoiceField, value: ParsedValue, at: Parent) => {
  const chosen = (Array.isArray(value) ? value : [value]).map(
    (one) => choices.find((choice) => choice.value === one)?.label ?? String(one),
  )
  return chosen.length > 0 ? [entryOf(at, chosen.join(', '))] : []
}

/** Numbers the entries of a list from 1, whatever their names are. */
const listEntries = ({ entry: field }: ListField, values: ParsedValues, at: Parent) =>
  Object.entries(values).flatMap(([name, value], index) => {
    const label = `${at.label} ${index + 1}`
    return value === null
      ? []
      : entriesOfField(field, value, { full: fullName(at.full, name), label })
  })
