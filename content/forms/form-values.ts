/** The values of a form, and the form as it is filled in, with the entries of its lists. */
import type { FormView } from './form.ts'
import { fieldNameOf, fieldTypeOf, isPartOf, listParts } from './form-parts.ts'

/** The value of a field; that of an unchecked checkbox is null, never an empty string. */
export type FormValue = string | readonly string[] | null
/** The values by the full name of their field. */
export type FormValues = Readonly<Record<string, FormValue>>

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

/** Returns the record without the names that belong to one entry of a list. */
export const omitEntry = <Value>(byName: Readonly<Record<string, Value>>, entry: string) =>
  Object.fromEntries(Object.entries(byName).filter(([name]) => !isPartOf(entry, name)))

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
