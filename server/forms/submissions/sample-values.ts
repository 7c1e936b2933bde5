/** Makes the values of a test submission. */
import type { FieldDefinition, FormType, TextField } from '#content/forms/form.ts'
import type { ParsedValue, ParsedValues } from '../submission-context.ts'

const sampleText = ({ type }: TextField) => (type === 'email' ? 'test@example.com' : 'Test')

/** Returns a value for each field of a form: a text, the first choice, a checked box, or a list of one entry. */
export const sampleValues = ({ fields }: Pick<FormType, 'fields'>): ParsedValues =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sampleValue(field)]))

const sampleValue = (field: FieldDefinition): ParsedValue => {
  switch (field.type) {
    case 'submit':
    case 'password':
      return null
    case 'repeated':
      return { first: sampleText(field.of) }
    case 'group':
      return sampleValues(field)
    case 'list':
      return { 0: sampleValue(field.entry) }
    case 'checkbox':
      return true
    case 'select':
    case 'radio':
      return field.choices[0]?.value ?? null
    case 'checkboxes':
    case 'multi-select':
      return field.choices.slice(0, 1).map(({ value }) => value)
    default:
      return sampleText(field)
  }
}
