/** Makes the variables that the views of all fields of a form have in common. */
import type { FieldDefinition, FormVars, FormView } from '#content/forms/form.ts'
import { htmlIdOf } from './field-names.ts'
import type { ParsedValue } from './submission-context.ts'
import type { Submission } from './submission.ts'

const blockPrefixes: Record<FieldDefinition['type'], readonly string[]> = {
  text: ['form', 'text'],
  email: ['form', 'text', 'email'],
  textarea: ['form', 'text', 'textarea'],
  password: ['form', 'text', 'password'],
  hidden: ['form', 'hidden'],
  repeated: ['form', 'repeated'],
  select: ['form', 'choice'],
  radio: ['form', 'choice'],
  checkboxes: ['form', 'choice'],
  'multi-select': ['form', 'choice'],
  checkbox: ['form', 'checkbox'],
  group: ['form'],
  list: ['form', 'collection'],
  submit: ['button', 'submit'],
}

/** A field and its position in the form. */
export interface FieldContext {
  field: FieldDefinition
  name: string
  full: string
  /** The prefix of template names, in which every entry of a list is called `entry`, whatever its number. */
  block: string
  value: ParsedValue | undefined
}

/** Returns the view of a form or field that is not rendered yet. `prototype` is the view of a list's new entry. */
export const formView = (
  vars: FormVars,
  children: FormView[] = [],
  prototype?: FormView,
): FormView => ({
  vars,
  children,
  ...(prototype && { prototype }),
  rendered: false,
  methodRendered: false,
})

export type FieldVars = (context: FieldContext) => FormVars

/** Returns a function that gives what the views of all fields have in common. */
export const createFieldVars = ({ errors, submitted }: Submission): FieldVars => {
  const isValid = (full: string) =>
    ![...errors.keys()].some((name) => name === full || name.startsWith(`${full}[`))

  return ({ field, name, full, block }) => ({
    id: htmlIdOf(full),
    name,
    full_name: full,
    unique_block_prefix: block,
    block_prefixes: [...blockPrefixes[field.type], block],
    attr: { ...field.attr },
    ...(field.label !== undefined && { label: field.label }),
    label_attr: {},
    ...(field.help && { help: field.help }),
    required: Boolean(field.required),
    disabled: Boolean(field.disabled),
    submitted: submitted.has(full),
    valid: isValid(full),
    errors: [...(errors.get(full) ?? [])],
  })
}
