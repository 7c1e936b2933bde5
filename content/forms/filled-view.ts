/** Fills a form view with what was typed into it without scripts, so that nothing typed is lost. */
import { dequal } from 'dequal/lite'
import type { FormVars, FormView } from './form.ts'
import { type FormValue, initialValues } from './form-values.ts'
import { fieldNameOf, fieldTypeOf, inputNameOf, isPartOf, listFields } from './form-parts.ts'

/** Returns the view with the values of the form's inputs, by their names. */
export const filledView = (view: FormView, fields: URLSearchParams): FormView => ({
  ...view,
  vars: { ...view.vars, ...filledVars(view, fields) },
  children: view.children.map((part) => filledView(part, fields)),
})

/** Returns the view without passwords, which are never sent back. */
export const withoutPasswords = (view: FormView): FormView => ({
  ...view,
  vars: fieldTypeOf(view) === 'password' ? { ...view.vars, value: '' } : view.vars,
  children: view.children.map(withoutPasswords),
})

/** A value that differs from the view's: `at` is the name of the input, `field` that of the field it belongs to. */
interface SubmittedValue {
  field: string
  at: string
  value: FormValue
}

/** Returns the inputs that have another value than the view. */
export const submittedValues = (view: FormView, fields: URLSearchParams): SubmittedValue[] => {
  const before = initialValues(view)
  // The field of an entry comes after that of its list.
  const names = listFields(view).map(fieldNameOf)
  return Object.entries(initialValues(filledView(view, fields))).flatMap(([at, value]) => {
    const field = names.findLast((name) => isPartOf(name, at))
    return field === undefined || dequal(value, before[at]) ? [] : [{ field, at, value }]
  })
}

const filledVars = (part: FormView, fields: URLSearchParams): Partial<FormVars> => {
  const name = fieldNameOf(part)
  switch (fieldTypeOf(part)) {
    case 'checkbox':
      return { checked: fields.has(name) }
    case 'choice':
      // The empty value is that of the placeholder.
      return {
        value: part.vars.multiple
          ? fields.getAll(inputNameOf(part)).filter(Boolean)
          : (fields.get(name) ?? ''),
      }
    case 'text':
    case 'textarea':
    case 'email':
    case 'password':
    case 'hidden':
    case 'other':
      return { value: fields.get(name) ?? '' }
    default:
      return {}
  }
}

/** Returns the view with an error of the form as a whole. */
export const rejectedView = (view: FormView, message: string): FormView => ({
  ...view,
  vars: { ...view.vars, submitted: true, valid: false, errors: [message] },
})
