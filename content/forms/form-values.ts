/** Fields, values and errors of a form view. */
import type { FormView } from './form.ts'

/** The value of a field; that of an unchecked checkbox is null, never an empty string. */
export type FormValue = string | readonly string[] | null
/** The values by the full name of their field. */
export type FormValues = Readonly<Record<string, FormValue>>
export type FormErrors = Readonly<Record<string, readonly string[]>>

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

const asText = (value: unknown) => (typeof value === 'string' ? value : '')

/** Returns the values that the API has sent with the view. */
export const initialValues = (part: FormView): FormValues => {
  const { vars, children } = part
  switch (fieldTypeOf(part)) {
    case 'submit':
      return {}
    case 'group':
    case 'repeated':
    case 'collection':
      return Object.assign({}, ...children.map(initialValues)) as FormValues
    case 'checkbox':
      return { [fieldNameOf(part)]: vars.checked ? asText(vars.value) || '1' : null }
    case 'choice':
      return {
        [fieldNameOf(part)]: Array.isArray(vars.value)
          ? vars.value.map(asText)
          : asText(vars.value),
      }
    default:
      return { [fieldNameOf(part)]: asText(vars.value) }
  }
}

interface Nested {
  [name: string]: FormValue | Nested
}

/** Returns the request body: `contact[name]` becomes `{ contact: { name } }`. */
export const toSubmission = (values: FormValues): Nested => {
  const body: Nested = {}
  for (const [name, value] of Object.entries(values)) {
    const steps = name.split(/[[\]]+/).filter(Boolean)
    const last = steps.pop()!
    let at = body
    for (const step of steps) at = (at[step] ??= {}) as Nested
    at[last] = value
  }
  return body
}

/** Returns the errors of all parts by name. */
export const collectErrors = (view: FormView): FormErrors =>
  Object.fromEntries(
    listParts(view).flatMap((part) =>
      part.vars.errors.length > 0 ? [[fieldNameOf(part), part.vars.errors]] : [],
    ),
  )

const listParts = (view: FormView): FormView[] => [view, ...view.children.flatMap(listParts)]

/** True if the name is that of the whole or of one of its parts. */
export const isPartOf = (whole: string, name: string) =>
  name === whole || name.startsWith(`${whole}[`)

/** Returns the record without the names that belong to one entry of a list. */
export const omitEntry = <Value>(byName: Readonly<Record<string, Value>>, entry: string) =>
  Object.fromEntries(Object.entries(byName).filter(([name]) => !isPartOf(entry, name)))

/** Returns the errors of one field. A repeated field has those of both inputs, a list only its own. */
export const fieldErrors = (field: FormView, errors: FormErrors): string[] => {
  const name = fieldNameOf(field)
  const isOfField = fieldTypeOf(field) === 'repeated' ? isPartOf : Object.is
  return Object.entries(errors).flatMap(([at, messages]) => (isOfField(name, at) ? messages : []))
}

/** Returns the errors of the form as a whole and of parts that are not visible. */
export const formErrors = (view: FormView, errors: FormErrors): string[] => {
  const fields = listFields(view)
  const seen = (name: string) =>
    fields.some((field) => fieldErrors(field, { [name]: [''] }).length > 0)
  return Object.entries(errors).flatMap(([name, messages]) => (seen(name) ? [] : messages))
}

/** Returns the fields of a part of the form by name, each with its errors. */
export const fieldsWithErrors = (part: FormView, errors: FormErrors = collectErrors(part)) =>
  listFields(part).map((field) => ({
    name: fieldNameOf(field),
    field,
    errors: fieldErrors(field, errors),
  }))

/** Creates a list entry from the list's prototype. Numbers must not be reused. */
const createEntry = ({ prototype }: FormView, number: number): FormView =>
  JSON.parse(JSON.stringify(prototype).replaceAll('__name__', String(number))) as FormView

/** Returns the view with the entries of one list changed. */
const updateEntries = (
  view: FormView,
  list: string,
  change: (entries: readonly FormView[]) => FormView[],
): FormView => ({
  ...view,
  children:
    fieldTypeOf(view) === 'collection' && fieldNameOf(view) === list
      ? change(view.children)
      : view.children.map((part) => updateEntries(part, list, change)),
})

/** Returns the view with an entry at the end of one of its lists. */
const addEntry = (view: FormView, list: string, entry: FormView) =>
  updateEntries(view, list, (entries) => [...entries, entry])

/** Returns the view without the entry of that name. */
const removeEntry = (view: FormView, list: string, entry: string) =>
  updateEntries(view, list, (entries) => entries.filter((part) => fieldNameOf(part) !== entry))

/** Returns the list with a name; throws if there is none. */
const findList = (view: FormView, name: string): FormView => {
  const list = listParts(view).find(
    (part) => fieldTypeOf(part) === 'collection' && fieldNameOf(part) === name,
  )
  if (!list) throw new Error(`There is no list “${name}” to add to.`)
  return list
}

/** Returns one more than the highest number of any entry. */
const nextEntryNumber = (view: FormView) =>
  Math.max(
    0,
    ...listParts(view)
      .filter((part) => fieldTypeOf(part) === 'collection')
      .flatMap(({ children }) => children.map(({ vars }) => Number(vars.name) + 1)),
  )

/** A form as it is filled in. */
export interface FilledForm {
  /** The form with added entries and without removed ones. */
  view: FormView
  values: FormValues
  /** The number of entries ever added, so that no index is used twice. */
  entries: number
}

/** Returns the form with the values that the API has sent. */
export const fillForm = (view: FormView): FilledForm => ({
  view,
  values: initialValues(view),
  entries: nextEntryNumber(view),
})

/** Returns the form with a new entry at the end of a list, and the entry. */
export const withEntry = ({ view, values, entries }: FilledForm, list: string) => {
  const entry = createEntry(findList(view, list), entries)
  const filled: FilledForm = {
    view: addEntry(view, list, entry),
    values: { ...values, ...initialValues(entry) },
    entries: entries + 1,
  }
  return { entry, filled }
}

/** Returns the form without an entry of a list. */
export const withoutEntry = (
  { view, values, entries }: FilledForm,
  list: string,
  entry: string,
): FilledForm => ({
  view: removeEntry(view, list, entry),
  values: omitEntry(values, entry),
  entries,
})

export const isFormView = (value: unknown): value is FormView =>
  typeof value === 'object' && value !== null && 'vars' in value && 'children' in value
