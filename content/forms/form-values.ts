/** A form as somebody fills it in: which parts of its view are fields, what they hold, and what was said about them. */
import type { FormView } from './form.ts'

/** A box that is not ticked is null, never empty. */
export type FormValue = string | readonly string[] | null
/** By full name. */
export type FormValues = Readonly<Record<string, FormValue>>
export type FormErrors = Readonly<Record<string, readonly string[]>>

/** How a part is drawn, of the widest sense first; what is not listed is a group of further parts. */
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
  // The form itself goes by its own name as well, which may be any word.
  fieldTypes.find((sort) => sort !== vars.full_name && vars.block_prefixes.includes(sort)) ??
  (children.length > 0 || vars.block_prefixes.length === 0 ? 'group' : 'other')

/** The name a part's value and errors go by; that a choice may be a list is no part of it. */
export const fieldNameOf = ({ vars }: FormView) => vars.full_name.replace(/\[\]$/, '')

/** Everything that is filled in and judged by itself; a pair of halves is one, a list is one beside its entries. */
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

/** What a form holds as it came. */
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

/** `contact[name]` becomes `{ contact: { name } }`: only so is a form sent. */
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

/** Everything that was said about any part, by its name. */
export const collectErrors = (view: FormView): FormErrors =>
  Object.fromEntries(
    listParts(view).flatMap((part) =>
      part.vars.errors.length > 0 ? [[fieldNameOf(part), part.vars.errors]] : [],
    ),
  )

const listParts = (view: FormView): FormView[] => [view, ...view.children.flatMap(listParts)]

/** Whether a name is that of a part of what goes by another, or its own. */
export const isPartOf = (whole: string, name: string) =>
  name === whole || name.startsWith(`${whole}[`)

/** What was said about one field; a pair also answers for its halves, a list only for itself. */
export const fieldErrors = (field: FormView, errors: FormErrors): string[] => {
  const name = fieldNameOf(field)
  const isMeant = fieldTypeOf(field) === 'repeated' ? isPartOf : Object.is
  return Object.entries(errors).flatMap(([at, said]) => (isMeant(name, at) ? said : []))
}

/** What was said about the form as a whole, or about something that cannot be seen. */
export const formErrors = (view: FormView, errors: FormErrors): string[] => {
  const fields = listFields(view)
  const seen = (name: string) =>
    fields.some((field) => fieldErrors(field, { [name]: [''] }).length > 0)
  return Object.entries(errors).flatMap(([name, said]) => (seen(name) ? [] : said))
}

/** One more entry of a list, as its prototype has it; its number is never given twice. */
export const createEntry = ({ prototype }: FormView, number: number): FormView =>
  JSON.parse(JSON.stringify(prototype).replaceAll('__name__', String(number))) as FormView

/** The same form with another list of entries. */
export const updateEntries = (
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

/** The list of that name. */
export const findList = (view: FormView, name: string): FormView => {
  const list = listParts(view).find(
    (part) => fieldTypeOf(part) === 'collection' && fieldNameOf(part) === name,
  )
  if (!list) throw new Error(`There is no list “${name}” to add to.`)
  return list
}

/** One more than the highest number any entry has. */
export const nextEntryNumber = (view: FormView) =>
  Math.max(
    0,
    ...listParts(view)
      .filter((part) => fieldTypeOf(part) === 'collection')
      .flatMap(({ children }) => children.map(({ vars }) => Number(vars.name) + 1)),
  )

export const isFormView = (value: unknown): value is FormView =>
  typeof value === 'object' && value !== null && 'vars' in value && 'children' in value
