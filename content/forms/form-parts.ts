/** The parts of a form view: their types, their names, and the fields among them. */
import type { FormView } from './form.ts'

/** The name of the hidden field that says which form of the page is sent without scripts. */
export const formIriField = '_form'

/** The block prefixes that decide how a part is rendered, in order of precedence. */
const fieldTypes = [
  'submit',
  'hidden',
  'repeated',
  'collection',
  'choice',
  'radio',
  'checkbox',
  'textarea',
  'password',
  'email',
  'text',
] as const
export type FieldType = (typeof fieldTypes)[number] | 'group' | 'other'

/** Returns the type of a part of a form; `other` for a type that only the API knows. */
export const fieldTypeOf = ({ vars, children }: FormView): FieldType =>
  // The form's own name is among its prefixes and may be any word.
  fieldTypes.find((sort) => sort !== vars.full_name && vars.block_prefixes.includes(sort)) ??
  (children.length > 0 || vars.block_prefixes.length === 0 ? 'group' : 'other')

/** Returns the name for a part's value and errors, without the `[]` of a multiple choice. */
export const fieldNameOf = ({ vars }: FormView) => vars.full_name.replace(/\[\]$/, '')

/** Returns the name under which a browser sends an input of the part: with `[]` where there may be several values. */
export const inputNameOf = (part: FormView) =>
  part.vars.multiple ? `${fieldNameOf(part)}[]` : part.vars.full_name

/** Returns all fields that are validated separately: a repeated field is one, a list is one besides its entries. */
export const listFields = (part: FormView): FormView[] => {
  switch (fieldTypeOf(part)) {
    case 'submit':
    case 'hidden':
      return []
    case 'group':
      return part.children.flatMap(listFields)
    case 'collection':
      return [part, ...part.children.flatMap(listFields)]
    default:
      return [part]
  }
}

/** Returns a view and all views inside it, parents first. */
export const listParts = (view: FormView): FormView[] => [view, ...view.children.flatMap(listParts)]

/** True if the name is that of the whole or of one of its parts. */
export const isPartOf = (whole: string, name: string) =>
  name === whole || name.startsWith(`${whole}[`)

/** True for an object with the properties of a view; their values are not checked. */
export const isFormView = (value: unknown): value is FormView =>
  typeof value === 'object' && value !== null && 'vars' in value && 'children' in value
