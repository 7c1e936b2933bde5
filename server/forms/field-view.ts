/** Builds the view of a form's field, with the fields inside it. */
import { isObject } from '#content/is-object.ts'
import type { FieldDefinition, FormView, ListField, RepeatedField } from '#content/forms/form.ts'
import { choiceView } from './choice-view.ts'
import { fullName, repeatedParts } from './field-names.ts'
import { type FieldContext, type FieldVars, formView } from './field-vars.ts'
import type { ParsedValue } from './submission-context.ts'

/** Returns the views of a group's fields. */
export const fieldViewsOf = (
  varsOf: FieldVars,
  fields: Readonly<Record<string, FieldDefinition>>,
  parent: FieldContext,
): FormView[] =>
  Object.entries(fields).map(([name, field]) =>
    fieldView(varsOf, {
      field,
      name,
      full: fullName(parent.full, name),
      block: `${parent.block}_${name}`,
      value: isObject(parent.value) ? parent.value[name] : undefined,
    }),
  )

const fieldView = (varsOf: FieldVars, context: FieldContext): FormView => {
  const { field, value } = context
  const vars = varsOf(context)
  switch (field.type) {
    case 'submit':
      return formView(vars)
    case 'checkbox':
      return formView({ ...vars, value: '1', checked: value === true })
    case 'repeated':
      return repeatedView(varsOf, context, field)
    case 'group':
      return formView(
        { ...vars, value: isObject(value) ? value : {} },
        fieldViewsOf(varsOf, field.fields, context),
      )
    case 'list':
      return listView(varsOf, context, field)
    case 'select':
    case 'radio':
    case 'checkboxes':
    case 'multi-select':
      return choiceView(varsOf, context, field)
    default:
      return formView({
        ...vars,
        ...(field.placeholder && { placeholder: field.placeholder }),
        // Passwords are never sent to the client.
        value: field.type === 'password' || typeof value !== 'string' ? '' : value,
      })
  }
}

const repeatedView = (varsOf: FieldVars, context: FieldContext, field: RepeatedField): FormView => {
  const labels = { first: field.of.label ?? field.label ?? '', second: field.repeatLabel }
  const required = field.of.required ?? field.required
  const inner = (half: 'first' | 'second') => ({
    ...field.of,
    label: labels[half],
    ...(required && { required }),
  })
  const fields = Object.fromEntries(repeatedParts.map((half) => [half, inner(half)]))
  return formView(
    { ...varsOf(context), required: Boolean(required), value: {} },
    fieldViewsOf(varsOf, fields, context),
  )
}

const listView = (varsOf: FieldVars, context: FieldContext, field: ListField): FormView => {
  const entry = (name: string, value: ParsedValue | undefined) =>
    fieldView(varsOf, {
      field: field.entry,
      name,
      full: fullName(context.full, name),
      block: `${context.block}_entry`,
      value,
    })
  const entries = isObject(context.value) ? Object.entries(context.value) : []
  return formView(
    {
      ...varsOf(context),
      value: entries.map(([, value]) => value),
      allow_add: Boolean(field.allowAdd),
      allow_delete: Boolean(field.allowDelete),
    },
    entries.map(([name, value]) => entry(name, value)),
    field.allowAdd ? entry('__name__', undefined) : undefined,
  )
}
