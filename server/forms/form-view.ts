/** Builds the view of a form: a tree of variables for rendering, with values and errors (api, 2.11). */
import type {
  ChoiceField,
  Field,
  FormType,
  FormVars,
  FormView,
  ListField,
  RepeatedField,
} from '#content/forms/form.ts'
import { fullName, repeatedParts, htmlIdOf } from './field-names.ts'
import { type Submission, type FormValue, type FormValues, emptySubmission } from './submission.ts'

const blockPrefixes: Record<Field['type'], readonly string[]> = {
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

const isMultiple = ({ type }: ChoiceField) => type === 'checkboxes' || type === 'multi-select'
const isExpanded = ({ type }: ChoiceField) => type === 'checkboxes' || type === 'radio'

const isValues = (value: FormValue | undefined): value is FormValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isList = (value: FormValue | undefined): value is readonly string[] => Array.isArray(value)

/** A field and its position in the form. */
interface FieldContext {
  field: Field
  name: string
  full: string
  /** Prefix for template names: every entry of a list is called `entry`, whatever its number. */
  block: string
  value: FormValue | undefined
}

const formView = (vars: FormVars, children: FormView[] = [], prototype?: FormView): FormView => ({
  vars,
  children,
  ...(prototype && { prototype }),
  rendered: false,
  methodRendered: false,
})

type FieldVars = (place: FieldContext) => FormVars

/** Returns a function that gives what the views of all fields have in common. */
const createFieldVars = ({ errors, submitted }: Submission): FieldVars => {
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

/** Returns the view of a choice; one that is expanded has a view for each option. */
const choiceView = (varsOf: FieldVars, place: FieldContext, field: ChoiceField): FormView => {
  const { value, full } = place
  const [multiple, expanded] = [isMultiple(field), isExpanded(field)]
  const chosen = isList(value) ? value : typeof value === 'string' ? [value] : []
  const vars: FormVars = {
    ...varsOf(place),
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
  return formView(vars, expanded ? optionViews(varsOf, place, field, chosen) : [])
}

/** Returns the radio buttons or checkboxes of an expanded choice. */
const optionViews = (
  varsOf: FieldVars,
  place: FieldContext,
  field: ChoiceField,
  chosen: readonly string[],
) =>
  field.choices.map(({ value, label }, at) => {
    const multiple = isMultiple(field)
    const block = `${place.block}_entry`
    return formView({
      ...varsOf({ ...place, name: String(at), block }),
      id: `${htmlIdOf(place.full)}_${at}`,
      full_name: multiple ? `${place.full}[]` : place.full,
      block_prefixes: ['form', 'checkbox', ...(multiple ? [] : ['radio']), block],
      label,
      required: Boolean(field.required) && !multiple,
      // The choice as a whole reports the errors.
      errors: [],
      value,
      checked: chosen.includes(value),
    })
  })

export const buildFormView = (
  form: FormType,
  action: string,
  submission: Submission = emptySubmission,
): FormView => {
  const varsOf = createFieldVars(submission)

  const childrenOf = (fields: Readonly<Record<string, Field>>, parent: FieldContext): FormView[] =>
    Object.entries(fields).map(([name, field]) =>
      part({
        field,
        name,
        full: fullName(parent.full, name),
        block: `${parent.block}_${name}`,
        value: isValues(parent.value) ? parent.value[name] : undefined,
      }),
    )

  const part = (place: FieldContext): FormView => {
    const { field, value } = place
    const vars = varsOf(place)
    switch (field.type) {
      case 'submit':
        return formView(vars)
      case 'checkbox':
        return formView({ ...vars, value: '1', checked: value === true })
      case 'repeated':
        return repeated(place, field)
      case 'group':
        return formView(
          { ...vars, value: isValues(value) ? value : {} },
          childrenOf(field.fields, place),
        )
      case 'list':
        return list(place, field)
      case 'select':
      case 'radio':
      case 'checkboxes':
      case 'multi-select':
        return choiceView(varsOf, place, field)
      default:
        return formView({
          ...vars,
          ...(field.placeholder && { placeholder: field.placeholder }),
          // Passwords are never sent to the client.
          value: field.type === 'password' || typeof value !== 'string' ? '' : value,
        })
    }
  }

  const repeated = (place: FieldContext, field: RepeatedField): FormView => {
    const labels = { first: field.of.label ?? field.label ?? '', second: field.repeatLabel }
    const required = field.of.required ?? field.required
    const inner = (half: 'first' | 'second') => ({
      ...field.of,
      label: labels[half],
      ...(required && { required }),
    })
    const fields = Object.fromEntries(repeatedParts.map((half) => [half, inner(half)]))
    return formView(
      { ...varsOf(place), required: Boolean(required), value: {} },
      childrenOf(fields, place),
    )
  }

  const list = (place: FieldContext, field: ListField): FormView => {
    const entry = (name: string, value: FormValue | undefined) =>
      part({
        field: field.entry,
        name,
        full: fullName(place.full, name),
        block: `${place.block}_entry`,
        value,
      })
    const entries = isValues(place.value) ? Object.entries(place.value) : []
    return formView(
      {
        ...varsOf(place),
        value: entries.map(([, value]) => value),
        allow_add: Boolean(field.allowAdd),
        allow_delete: Boolean(field.allowDelete),
      },
      entries.map(([name, value]) => entry(name, value)),
      field.allowAdd ? entry('__name__', undefined) : undefined,
    )
  }

  const root: FieldContext = {
    field: { type: 'group', fields: form.fields },
    name: form.name,
    full: form.name,
    block: `_${form.name}`,
    value: submission.values,
  }
  const vars: FormVars = {
    ...varsOf(root),
    block_prefixes: ['form', form.name, root.block],
    required: true,
    action,
    method: 'POST',
    api_disabled: Boolean(form.apiDisabled),
    realtime_validate_disabled: Boolean(form.realtimeValidateDisabled),
    ...(form.postAppProxy && { post_app_proxy: form.postAppProxy }),
  }
  return formView(vars, childrenOf(form.fields, root))
}
