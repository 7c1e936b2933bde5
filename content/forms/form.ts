/** Form definitions, and the form views by which the API describes them to clients. */
import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Choice } from '../model/field.ts'

/** The endpoint of forms on pages: each is at `/component/forms/{id}`. */
export const formEndpoint = '/component/forms'

interface FieldBase {
  label?: string
  help?: string
  /** The error message if the field is empty; without a message the field is optional. */
  required?: string
  disabled?: boolean
  /** The HTML attributes of the input. */
  attr?: Record<string, string>
}

export interface TextField extends FieldBase {
  type: 'text' | 'email' | 'textarea' | 'password' | 'hidden'
  placeholder?: string
  /** Validates a value that is not empty; the first issue is the error message. */
  checks?: readonly StandardSchemaV1[]
}

/** A value that is entered twice, to detect typing errors. */
export interface RepeatedField extends FieldBase {
  type: 'repeated'
  of: TextField
  /** The label of the second input. */
  repeatLabel: string
  /** The error message if the two values differ. */
  mismatch: string
}

export interface ChoiceField extends FieldBase {
  type: 'select' | 'radio' | 'checkboxes' | 'multi-select'
  choices: readonly Choice[]
  placeholder?: string
}

export interface CheckboxField extends FieldBase {
  type: 'checkbox'
}

/** Several fields nested under one name. */
interface GroupField extends FieldBase {
  type: 'group'
  fields: Record<string, FieldDefinition>
}

/** Any number of entries, each a text field or a group. */
export interface ListField extends FieldBase {
  type: 'list'
  entry: TextField | GroupField
  allowAdd?: boolean
  allowDelete?: boolean
}

interface SubmitField extends FieldBase {
  type: 'submit'
}

/** A field of a form, as a site defines it. */
export type FieldDefinition =
  TextField | RepeatedField | ChoiceField | CheckboxField | GroupField | ListField | SubmitField

export interface FormType {
  /** Its `formType`, and the name under which its values are submitted. */
  name: string
  fields: Record<string, FieldDefinition>
  /** True if the API only shows the form, which is submitted elsewhere. */
  apiDisabled?: boolean
  /** True if the form is not validated while it is filled in. */
  realtimeValidateDisabled?: boolean
  /** The address to which a proxy in front of the API forwards submissions. */
  postAppProxy?: string
}

/** Checks a form's definition and preserves its literal types. */
export const defineForm = <const Form extends FormType>(form: Form) => form

export interface FormVars {
  id: string
  name: string
  full_name: string
  unique_block_prefix: string
  block_prefixes: string[]
  attr: Record<string, string>
  label?: string
  label_attr: Record<string, string>
  help?: string
  required: boolean
  disabled: boolean
  submitted: boolean
  valid: boolean
  errors: string[]
  value?: unknown
  checked?: boolean
  multiple?: boolean
  expanded?: boolean
  placeholder?: string
  choices?: { value: string; label: string; attr: Record<string, string> }[]
  preferred_choices?: never[]
  allow_add?: boolean
  allow_delete?: boolean
  /** The URL for submissions. This and the following are set on the root only. */
  action?: string
  method?: 'POST'
  api_disabled?: boolean
  realtime_validate_disabled?: boolean
  post_app_proxy?: string
}

export interface FormView {
  vars: FormVars
  children: FormView[]
  /** The template of a new list entry; `__name__` stands for its number. */
  prototype?: FormView
  rendered: false
  methodRendered: false
}

/** The response to a submitted form. `view` is set where the response contains the form with its errors. */
export interface SubmitResult {
  accepted: boolean
  view: FormView | null
}
