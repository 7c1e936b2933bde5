/** A form as somebody fills it in: which parts of its view are fields, what they hold, and what was said about them. */
import type { FormView } from './form.ts'

/** A box that is not ticked is null, never empty. */
export type FormValue = string | readonly string[] | null
/** By full name. */
export type FormValues = Readonly<Record<string, FormValue>>
export type FormErrors = Readonly<Record<string, readonly string[]>>

/** How a part is drawn, of the widest sense first; what is not listed is a group of further parts. */
const sorts = [
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
export type FieldSort = (typeof sorts)[number] | 'group' | 'other'

export const sortOf = ({ vars, children }: FormView): FieldSort =>
  // The form itself goes by its own name as well, which may be any word.
  sorts.find((sort) => sort !== vars.full_name && vars.block_prefixes.includes(sort)) ??
  (children.length > 0 || vars.block_prefixes.length === 0 ? 'group' : 'other')

/** The name a part's value and errors go by; that a choice may be a list is no part of it. */
export const nameOf = ({ vars }: FormView) => vars.full_name.replace(/\[\]$/, '')

/** Everything that is filled in and judged by itself; a pair of halves is one, a list is one beside its entries. */
export const fieldsIn = (part: FormView): FormView[] => {
  switch (sortOf(part)) {
    case 'submit':
    case 'hidden':
      return []
    case 'group':
      return part.children.flatMap(fieldsIn)
    case 'collection':
      return [part, ...part.children.flatMap(fieldsIn)]
    default:
      return [part]
  }
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

/** What a form holds as it came. */
export const valuesIn = (part: FormView): FormValues => {
  const { vars, children } = part
  switch (sortOf(part)) {
    case 'submit':
      return {}
    case 'group':
    case 'repeated':
    case 'collection':
      return Object.assign({}, ...children.map(valuesIn)) as FormValues
    case 'checkbox':
      return { [nameOf(part)]: vars.checked ? textIn(vars.value) || '1' : null }
    case 'choice':
      return {
        [nameOf(part)]: Array.isArray(vars.value) ? vars.value.map(textIn) : textIn(vars.value),
      }
    default:
      return { [nameOf(part)]: textIn(vars.value) }
  }
}

interface Nested {
  [name: string]: FormValue | Nested
}

/** `contact[name]` becomes `{ contact: { name } }`: only so is a form sent. */
export const bodyOf = (values: FormValues): Nested => {
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
export const errorsIn = (view: FormView): FormErrors =>
  Object.fromEntries(
    partsIn(view).flatMap((part) =>
      part.vars.errors.length > 0 ? [[nameOf(part), part.vars.errors]] : [],
    ),
  )

const partsIn = (view: FormView): FormView[] => [view, ...view.children.flatMap(partsIn)]

/** Whether a name is that of a part of what goes by another, or its own. */
export const isPartOf = (whole: string, name: string) =>
  name === whole || name.startsWith(`${whole}[`)

/** What was said about one field; a pair also answers for its halves, a list only for itself. */
export const errorsOf = (field: FormView, errors: FormErrors): string[] => {
  const name = nameOf(field)
  const isMeant = sortOf(field) === 'repeated' ? isPartOf : Object.is
  return Object.entries(errors).flatMap(([at, said]) => (isMeant(name, at) ? said : []))
}

/** What was said about the form as a whole, or about something that cannot be seen. */
export const errorsElsewhere = (view: FormView, errors: FormErrors): string[] => {
  const fields = fieldsIn(view)
  const seen = (name: string) =>
    fields.some((field) => errorsOf(field, { [name]: [''] }).length > 0)
  return Object.entries(errors).flatMap(([name, said]) => (seen(name) ? [] : said))
}

/** One more entry of a list, as its prototype has it; its number is never given twice. */
export const entryOf = ({ prototype }: FormView, number: number): FormView =>
  JSON.parse(JSON.stringify(prototype).replaceAll('__name__', String(number))) as FormView

/** The same form with another list of entries. */
export const withEntries = (
  view: FormView,
  list: string,
  change: (entries: readonly FormView[]) => FormView[],
): FormView => ({
  ...view,
  children:
    sortOf(view) === 'collection' && nameOf(view) === list
      ? change(view.children)
      : view.children.map((part) => withEntries(part, list, change)),
})

/** The list of that name. */
export const listIn = (view: FormView, name: string): FormView => {
  const list = partsIn(view).find((part) => sortOf(part) === 'collection' && nameOf(part) === name)
  if (!list) throw new Error(`There is no list “${name}” to add to.`)
  return list
}

/** One more than the highest number any entry has. */
export const entriesIn = (view: FormView) =>
  Math.max(
    0,
    ...partsIn(view)
      .filter((part) => sortOf(part) === 'collection')
      .flatMap(({ children }) => children.map(({ vars }) => Number(vars.name) + 1)),
  )

export const isFormView = (value: unknown): value is FormView =>
  typeof value === 'object' && value !== null && 'vars' in value && 'children' in value
