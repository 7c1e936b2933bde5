import type { FormView } from '#content/forms/form.ts'
import { fieldTypeOf } from '#content/forms/form-parts.ts'
import fieldStyles from '#src/ui/TextField.module.css'
import { inputAttributes } from './input-attributes.ts'
import { helpOf } from './help-of.ts'
import { type FormField, describedBy } from './use-form-field.ts'

/** Returns the attributes that all inputs share. */
export const inputPropsOf = ({ vars }: FormView, field: FormField) => ({
  ...inputAttributes(vars.attr),
  id: field.id,
  name: field.name,
  required: vars.required,
  disabled: vars.disabled,
  className: fieldStyles['input'],
  'aria-invalid': field.errors.length > 0 || undefined,
  'aria-describedby': describedBy(field, helpOf(vars)),
  onBlur: field.blur,
})

/** The `<input>` types of fields with a type of their own. */
const inputTypes: Record<string, string> = { email: 'email', password: 'password' }
/** The other `<input>` types that a form may use. */
const otherInputTypes = new Set([
  'date',
  'time',
  'number',
  'tel',
  'url',
  'search',
  'color',
  'month',
  'week',
])
/** Returns the `type` attribute of a field’s input, `text` by default. */
export const inputTypeOf = (part: FormView) =>
  inputTypes[fieldTypeOf(part)] ??
  part.vars.block_prefixes.find((prefix) => otherInputTypes.has(prefix)) ??
  'text'
