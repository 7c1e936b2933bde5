/** Builds the views of choices: selects, radio buttons and checkboxes. */
import type { ChoiceField, FormVars, FormView } from '#content/forms/form.ts'
import { htmlIdOf } from './field-names.ts'
import { type FieldContext, type FieldVars, formView } from './field-vars.ts'
import type { ParsedValue } from './submission-context.ts'

const isMultiple = ({ type }: ChoiceField) => type === 'checkboxes' || type === 'multi-select'
const isExpanded = ({ type }: ChoiceField) => type === 'checkboxes' || type === 'radio'

const isList = (value: ParsedValue | undefined): value is readonly string[] => Array.isArray(value)

/** Returns the view of a choice; one that is expanded has a view for each option. */
export const choiceView = (
  varsOf: FieldVars,
  context: FieldContext,
  field: ChoiceField,
): FormView => {
  const { value, full } = context
  const [multiple, expanded] = [isMultiple(field), isExpanded(field)]
  const chosen = isList(value) ? value : typeof value === 'string' ? [value] : []
  const vars: FormVars = {
    ...varsOf(context),
    full_name: multiple && !expanded ? `${full}[]` : full,
    value: multiple ? chosen : (chosen[0] ?? ''),
    multiple,
    expanded,
    ...(field.placeholder && { placeholder: field.placeholder }),
    choices: field.choices.map(({ value: offered, label }) => ({
      label,
      value: offered,
      attr: {},
    })),
    preferred_choices: [],
  }
  return formView(vars, expanded ? optionViews(varsOf, context, field, chosen) : [])
}

/** Returns the radio buttons or checkboxes of an expanded choice. */
const optionViews = (
  varsOf: FieldVars,
  context: FieldContext,
  field: ChoiceField,
  chosen: readonly string[],
) =>
  field.choices.map(({ value, label }, at) => {
    const multiple = isMultiple(field)
    const block = `${context.block}_entry`
    return formView({
      ...varsOf({ ...context, name: String(at), block }),
      id: `${htmlIdOf(context.full)}_${at}`,
      full_name: multiple ? `${context.full}[]` : context.full,
      block_prefixes: ['form', 'checkbox', ...(multiple ? [] : ['radio']), block],
      label,
      required: Boolean(field.required) && !multiple,
      // The choice as a whole reports the errors.
      errors: [],
      value,
      checked: chosen.includes(value),
    })
  })
