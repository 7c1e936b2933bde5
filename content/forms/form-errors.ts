/** The errors of a form, by the field that they are shown at. */
import type { FormView } from './form.ts'
import { fieldNameOf, fieldTypeOf, isPartOf, listFields, listParts } from './form-parts.ts'

export type FormErrors = Readonly<Record<string, readonly string[]>>

/** Returns the errors of all parts by name. */
export const collectErrors = (view: FormView): FormErrors =>
  Object.fromEntries(
    listParts(view).flatMap((part) =>
      part.vars.errors.length > 0 ? [[fieldNameOf(part), part.vars.errors]] : [],
    ),
  )

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
